//! The live socket: Socket.IO at `/api/socket.io`, for people who are signed in and nobody else.
//!
//! A socket is in its user's room from the start and asks for the rooms of nodes. Who may hear what is asked
//! again for every event: a right that was taken away, or a session that ended, is not heard another time.

mod door;
mod relay;

use std::sync::Arc;
use std::time::Duration;

use db::Db;
use primitives::Clock;
use rest::Authenticate;
use serde::Deserialize;
use serde_json::json;
use socketioxide::SocketIo;
use socketioxide::extract::{AckSender, SocketRef, State, TryData};
use socketioxide::handler::ConnectHandler;
use socketioxide::layer::SocketIoLayer;

use crate::rooms::Room;
use door::{Door, Handshake, Member, Refused};

pub use door::{Asker, RoomGuard, Visible};
pub use relay::Relay;

const PATH: &str = "/api/socket.io";
/// Packets that wait for a page that does not read; what comes after them is dropped, until the page is
/// found to be gone. It fetches what it missed when it comes back.
const WAITING_PACKETS: usize = 512;
/// A page says no more than a handshake and names of rooms.
const LONGEST_MESSAGE: usize = 64 * 1024;
/// What is read of a page's words at once. Every connection keeps so much for it.
const READ_AT_ONCE: usize = 512;
const MOST_ROOMS: usize = 64;
const SWEEP_EVERY: Duration = Duration::from_secs(30);

/// The layer for the server's outermost router, and the task that feeds it. Put the layer around a router that
/// has its state: `Router::new().fallback_service(app.with_state(())).layer(layer)`. Around a router with a
/// handler as its fallback, every connection would get an engine of its own, and polling would not work.
pub fn socket(
    db: Db,
    clock: Clock,
    authenticate: Arc<dyn Authenticate>,
    guard: Arc<dyn RoomGuard>,
) -> (SocketIoLayer, Relay) {
    let door = Door { authenticate, guard };
    let (layer, io) = SocketIo::builder()
        .req_path(PATH)
        .connect_timeout(Duration::from_secs(10))
        .max_buffer_size(WAITING_PACKETS)
        .max_payload(LONGEST_MESSAGE as u64)
        .ws_max_message_size(LONGEST_MESSAGE)
        .ws_max_frame_size(LONGEST_MESSAGE)
        .ws_read_buffer_size(READ_AT_ONCE)
        .with_state(door.clone())
        .build_layer();
    io.ns("/", welcome.with(admit));
    (layer, Relay { db, clock, io, door, sweep_every: SWEEP_EVERY })
}

/// Before the connection: the token must be good, and be its user's.
async fn admit(
    socket: SocketRef,
    TryData(handshake): TryData<Handshake>,
    State(door): State<Door>,
) -> Result<(), Refused> {
    let handshake = handshake.map_err(|_| Refused("no_session"))?;
    let member = door.admit(handshake).await?;
    // Before the page hears that it is connected: what it says then must find somebody who listens.
    socket.join(Room::User(member.user).to_string());
    socket.on("subscribe", subscribe);
    socket.on("unsubscribe", unsubscribe);
    socket.extensions.insert(member);
    Ok(())
}

async fn welcome() {}

#[derive(Deserialize)]
struct Wanted {
    room: String,
}

async fn subscribe(socket: SocketRef, TryData(wanted): TryData<Wanted>, ack: AckSender, State(door): State<Door>) {
    let ok = match wanted {
        Ok(wanted) => enter(&socket, &door, &wanted.room).await,
        Err(_) => false,
    };
    answer(ack, ok);
}

async fn unsubscribe(socket: SocketRef, TryData(wanted): TryData<Wanted>, ack: AckSender) {
    let room = wanted.ok().and_then(|wanted| Room::parse(&wanted.room));
    let ok = matches!(room, Some(Room::Node(_)));
    if let Some(room) = room.filter(|_| ok) {
        socket.leave(room.to_string());
    }
    answer(ack, ok);
}

async fn enter(socket: &SocketRef, door: &Door, name: &str) -> bool {
    let Some(member) = socket.extensions.get::<Member>() else { return false };
    let Some(room @ Room::Node(node)) = Room::parse(name) else { return false };
    if socket.rooms().len() >= MOST_ROOMS {
        return false;
    }
    let Some(welcome) = door.welcome(std::iter::once(member)).await else { return false };
    let Some(actor) = welcome.get(&member) else {
        relay::show_out(socket);
        return false;
    };
    let visible = door.visible(vec![(actor.clone(), vec![node])]).await;
    let allowed = visible.is_some_and(|visible| visible.iter().any(|seen| seen.contains(&node)));
    if allowed && socket.connected() {
        socket.join(room.to_string());
    }
    allowed
}

fn answer(ack: AckSender, ok: bool) {
    if let Err(error) = ack.send(&json!({ "ok": ok })) {
        tracing::debug!("A page did not hear its answer: {error}");
    }
}
