//! The live socket: Socket.IO at `/api/socket.io`, for signed-in users only.
//!
//! A socket is in its user's room from the start and asks to join the rooms of nodes. Access is checked for every
//! event: after a right or a session has ended, no further event arrives.

mod handshake;
mod relay;

use std::sync::Arc;
use std::time::Duration;

use axum::extract::Request;
use axum::http::Uri;
use axum::http::uri::PathAndQuery;
use db::Db;
use rest::Authenticate;
use serde::Deserialize;
use serde_json::{Value, json};
use socketioxide::SocketIo;
use socketioxide::extract::{AckSender, SocketRef, State, TryData};
use socketioxide::handler::ConnectHandler;
use socketioxide::layer::SocketIoLayer;

use crate::rooms::Room;
use handshake::{Admission, Handshake, Member, Refused};

pub use handshake::{Asker, RoomGuard, Visible};
pub use relay::Relay;

const PATH: &str = "/api/socket.io";
/// The path that clients use by default.
const USUAL_PATH: &str = "/socket.io";
/// Packets that wait for a page that does not read; further ones are dropped, until the page is found to be gone. It
/// fetches what it missed when it comes back.
const WAITING_PACKETS: usize = 512;
/// A page only sends a handshake and names of rooms.
const LONGEST_MESSAGE: usize = 64 * 1024;
/// Bytes that are read at once from a page. Every connection has a buffer of this size.
const READ_AT_ONCE: usize = 512;
const MOST_ROOMS: usize = 64;
const SWEEP_EVERY: Duration = Duration::from_secs(30);

/// The layer for the server's outermost router, and the task that feeds it. Put the layer around a router that has its
/// state: `Router::new().fallback_service(app.with_state(())).layer(layer)`. Around a router with a handler as its
/// fallback, every connection would get an engine of its own, and polling would not work.
pub fn socket(db: Db, authenticate: Arc<dyn Authenticate>, guard: Arc<dyn RoomGuard>) -> (SocketIoLayer, Relay) {
    let admission = Admission { authenticate, guard };
    let (layer, io) = SocketIo::builder()
        .req_path(PATH)
        .connect_timeout(Duration::from_secs(10))
        .max_buffer_size(WAITING_PACKETS)
        .max_payload(LONGEST_MESSAGE as u64)
        .ws_max_message_size(LONGEST_MESSAGE)
        .ws_max_frame_size(LONGEST_MESSAGE)
        .ws_read_buffer_size(READ_AT_ONCE)
        .with_state(admission.clone())
        .build_layer();
    io.ns("/", welcome.with(admit));
    (layer, Relay { db, io, admission, sweep_every: SWEEP_EVERY })
}

/// Before the connection: the token must be valid and belong to the user.
async fn admit(
    socket: SocketRef,
    TryData(auth): TryData<Value>,
    State(admission): State<Admission>,
) -> Result<(), Refused> {
    let handshake = Handshake::read(&auth.unwrap_or_default(), socket.req_parts()).ok_or(Refused("no_session"))?;
    let member = admission.admit(handshake).await?;
    // Handlers are set before the page learns that it is connected, so that no message of it is lost.
    socket.join(Room::User(member.user).to_string());
    socket.on("subscribe", subscribe);
    socket.on("unsubscribe", unsubscribe);
    socket.extensions.insert(member);
    Ok(())
}

async fn welcome(socket: SocketRef) {
    metrics::gauge!("sockets_open").increment(1.0);
    socket.on_disconnect(gone);
}

async fn gone() {
    metrics::gauge!("sockets_open").decrement(1.0);
}

/// Whether the socket answers at the path.
pub fn is_socket(path: &str) -> bool {
    [PATH, USUAL_PATH].iter().any(|ours| path.starts_with(ours))
}

/// Middleware for the outside of the layer: the socket also answers at the clients' default path.
pub async fn at_usual_path(mut request: Request) -> Request {
    let asked = request.uri().path_and_query().map_or("", PathAndQuery::as_str);
    let rest = asked.strip_prefix(USUAL_PATH).filter(|rest| rest.is_empty() || rest.starts_with(['/', '?']));
    if let Some(ours) = rest.and_then(|rest| format!("{PATH}{rest}").parse().ok()) {
        let mut parts = request.uri().clone().into_parts();
        parts.path_and_query = Some(ours);
        *request.uri_mut() = Uri::from_parts(parts).unwrap_or_default();
    }
    request
}

#[derive(Deserialize)]
struct Wanted {
    room: String,
}

async fn subscribe(
    socket: SocketRef,
    TryData(wanted): TryData<Wanted>,
    ack: AckSender,
    State(admission): State<Admission>,
) {
    let entered = match wanted {
        Ok(wanted) => enter(&socket, &admission, &wanted.room).await,
        Err(_) => Err("invalid"),
    };
    answer(ack, entered);
}

async fn unsubscribe(socket: SocketRef, TryData(wanted): TryData<Wanted>, ack: AckSender) {
    let room = wanted.ok().and_then(|wanted| Room::parse(&wanted.room));
    let room = room.filter(|room| matches!(room, Room::Node(_)));
    if let Some(room) = &room {
        socket.leave(room.to_string());
    }
    answer(ack, room.map(|_| ()).ok_or("invalid"));
}

/// The error codes are those of problems. A missing room and an invisible one get the same code.
async fn enter(socket: &SocketRef, admission: &Admission, name: &str) -> Result<(), &'static str> {
    let member = socket.extensions.get::<Member>().ok_or("no_session")?;
    let Some(room @ Room::Node(node)) = Room::parse(name) else { return Err("not_found") };
    let rooms = socket.rooms();
    if rooms.len() >= MOST_ROOMS && !rooms.iter().any(|known| *known == room.to_string()) {
        return Err("too_many_rooms");
    }
    let welcome = admission.welcome(std::iter::once(member)).await.ok_or("unavailable")?;
    let Some(actor) = welcome.get(&member) else {
        relay::disconnect(socket);
        return Err("no_session");
    };
    let visible = admission.visible(vec![(actor.clone(), vec![node])]).await.ok_or("unavailable")?;
    if !visible.iter().any(|seen| seen.contains(&node)) {
        return Err("not_found");
    }
    if socket.connected() {
        socket.join(room.to_string());
    }
    Ok(())
}

fn answer(ack: AckSender, done: Result<(), &'static str>) {
    let said = match done {
        Ok(()) => json!({ "ok": true }),
        Err(code) => json!({ "ok": false, "code": code }),
    };
    if let Err(error) = ack.send(&said) {
        tracing::debug!("An answer did not reach its page: {error}");
    }
}
