//! From the event log to the pages: each event to those in its room who may hear it at that moment.

use std::collections::{HashMap, HashSet};
use std::time::Duration;

use authz::Actor;
use db::Db;
use futures_util::StreamExt;
use futures_util::stream::iter;
use jobs::{Event, Tail};
use primitives::{Clock, NodeId};
use serde_json::Value;
use socketioxide::SocketIo;
use socketioxide::extract::SocketRef;
use tokio::time::{MissedTickBehavior, interval, sleep};
use tokio_util::sync::CancellationToken;

use super::door::{Door, Member, Standing};
use crate::rooms::Room;
use crate::store;

/// A session that ends loses its sockets within this time, also where nothing happens in its rooms.
const SWEEP_EVERY: Duration = Duration::from_secs(30);
const LISTENER_CLOSES_WITHIN: Duration = Duration::from_millis(500);
/// Actions that ended are kept for a month.
const KEEP_SECONDS: i64 = 30 * 24 * 3600;
/// So many members are asked about at the same time.
const AT_ONCE: usize = 8;

pub struct Relay {
    pub(super) db: Db,
    pub(super) clock: Clock,
    pub(super) io: SocketIo,
    pub(super) door: Door,
}

/// An event, ready to be sent.
struct Letter {
    room: Room,
    name: String,
    body: Value,
    /// The node it tells of, which its reader must be able to see.
    about: Option<NodeId>,
}

impl Relay {
    /// Follows the log until `stop`, then closes all connections; pages connect again by themselves. `stop` also
    /// ends the server's listening: a page that came back here would find no namespace, and give up.
    pub async fn run(self, stop: CancellationToken) {
        let mut sweep = interval(SWEEP_EVERY);
        sweep.set_missed_tick_behavior(MissedTickBehavior::Delay);
        let mut tail = None;
        while !stop.is_cancelled() {
            tokio::select! {
                () = stop.cancelled() => break,
                heard = next(&self.db, &mut tail) => match heard {
                    Ok(events) => self.deliver(&events).await,
                    Err(error) => {
                        tracing::warn!("The event log could not be read: {error}");
                        sleep(Duration::from_secs(1)).await;
                    }
                },
                _ = sweep.tick() => self.sweep().await,
            }
        }
        sleep(LISTENER_CLOSES_WITHIN).await;
        self.io.close().await;
    }

    async fn deliver(&self, events: &[Event]) {
        let letters: Vec<Letter> = events.iter().filter_map(letter).collect();
        let mut readers: HashMap<Member, Vec<(SocketRef, Vec<usize>)>> = HashMap::new();
        for (room, numbers) in by_room(&letters) {
            for socket in self.io.within(room.to_string()).sockets() {
                let Some(member) = socket.extensions.get::<Member>() else { continue };
                let theirs = readers.entry(member).or_default();
                match theirs.iter_mut().find(|(known, _)| known.id == socket.id) {
                    Some((_, known)) => known.extend(&numbers),
                    None => theirs.push((socket, numbers.clone())),
                }
            }
        }
        let letters = &letters;
        iter(readers)
            .for_each_concurrent(AT_ONCE, |(member, sockets)| async move {
                self.hand_out(&member, sockets, letters).await;
            })
            .await;
    }

    /// Everything that concerns one session's sockets, after one look at who they are and what they may see.
    async fn hand_out(&self, member: &Member, sockets: Vec<(SocketRef, Vec<usize>)>, letters: &[Letter]) {
        let Some(actor) = self.ask(member, sockets.iter().map(|(socket, _)| socket)).await else { return };
        let numbers = sockets.iter().flat_map(|(_, numbers)| numbers);
        let nodes: HashSet<NodeId> = numbers.flat_map(|number| nodes_of(&letters[*number])).collect();
        let nodes: Vec<NodeId> = nodes.into_iter().collect();
        let visible = self.door.visible(&actor, &nodes).await;
        for (socket, mut numbers) in sockets {
            numbers.sort_unstable();
            for letter in numbers.iter().map(|number| &letters[*number]) {
                if !nodes_of(letter).all(|node| visible.contains(&node)) {
                    continue;
                }
                if let Err(error) = socket.emit(&letter.name, &letter.body) {
                    tracing::debug!(socket.id = %socket.id, "A page does not read; an event is dropped: {error}");
                }
            }
        }
    }

    /// The person behind `sockets`, who are shown out when their session has ended.
    async fn ask<'s>(
        &self,
        member: &Member,
        sockets: impl Iterator<Item = &'s SocketRef>,
    ) -> Option<std::sync::Arc<Actor>> {
        match self.door.standing(member).await {
            Standing::Welcome(actor) => Some(actor),
            Standing::Refused(_) => {
                sockets.for_each(show_out);
                None
            }
            Standing::Unknown => None,
        }
    }

    /// Looks at every socket, also at those to whom nothing was said, and takes them out of rooms they may not be in.
    async fn sweep(&self) {
        let mut members: HashMap<Member, Vec<SocketRef>> = HashMap::new();
        for socket in self.io.sockets() {
            if let Some(member) = socket.extensions.get::<Member>() {
                members.entry(member).or_default().push(socket);
            }
        }
        iter(members).for_each_concurrent(AT_ONCE, |(member, sockets)| self.check(member, sockets)).await;
        let before = self.clock.now() - KEEP_SECONDS;
        if let Err(error) = self.db.write(move |tx| store::prune(tx, before)).await {
            tracing::warn!("Old background actions could not be removed: {error}");
        }
    }

    async fn check(&self, member: Member, sockets: Vec<SocketRef>) {
        let Some(actor) = self.ask(&member, sockets.iter()).await else { return };
        let rooms: Vec<_> =
            sockets.iter().flat_map(|socket| node_rooms(socket).map(move |node| (socket, node))).collect();
        let nodes: HashSet<NodeId> = rooms.iter().map(|(_, node)| *node).collect();
        let visible = self.door.visible(&actor, &nodes.into_iter().collect::<Vec<_>>()).await;
        for (socket, node) in rooms.into_iter().filter(|(_, node)| !visible.contains(node)) {
            socket.leave(Room::Node(node).to_string());
        }
    }
}

/// Ends a socket whose session has ended; its page does not connect again by itself.
pub fn show_out(socket: &SocketRef) {
    socket.leave_all();
    if let Err(error) = socket.clone().disconnect() {
        tracing::debug!(socket.id = %socket.id, "A page does not read its farewell: {error}");
    }
}

async fn next(db: &Db, tail: &mut Option<Tail>) -> db::Result<Vec<Event>> {
    if tail.is_none() {
        *tail = Some(Tail::from_now(db).await?);
    }
    match tail {
        Some(tail) => tail.next().await,
        None => Ok(Vec::new()),
    }
}

fn letter(event: &Event) -> Option<Letter> {
    let room = Room::parse(&event.room)?;
    let body: Value = serde_json::from_str(&event.body).ok()?;
    let gone = body.get("status").and_then(Value::as_str) == Some("removed");
    let about = match room {
        Room::User(_) => None,
        Room::Node(_) => body.get("node_id").and_then(Value::as_i64).filter(|_| !gone).map(NodeId),
    };
    Some(Letter { room, name: event.name.clone(), body, about })
}

fn by_room(letters: &[Letter]) -> HashMap<Room, Vec<usize>> {
    let mut rooms: HashMap<Room, Vec<usize>> = HashMap::new();
    for (number, letter) in letters.iter().enumerate() {
        rooms.entry(letter.room).or_default().push(number);
    }
    rooms
}

/// What a reader of `letter` must be able to see.
fn nodes_of(letter: &Letter) -> impl Iterator<Item = NodeId> + use<> {
    let room = match letter.room {
        Room::User(_) => None,
        Room::Node(node) => Some(node),
    };
    room.into_iter().chain(letter.about)
}

fn node_rooms(socket: &SocketRef) -> impl Iterator<Item = NodeId> + use<> {
    let rooms = socket.rooms();
    rooms.into_iter().filter_map(|name| match Room::parse(&name)? {
        Room::Node(node) => Some(node),
        Room::User(_) => None,
    })
}
