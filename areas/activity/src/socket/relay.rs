//! From the event log to the pages: each event goes to the pages in its room whose users may see it at that moment.

use std::collections::{BTreeSet, HashMap};
use std::sync::Arc;
use std::time::Duration;

use authz::Actor;
use db::Db;
use jobs::{Event, Tail};
use primitives::NodeId;
use serde_json::value::RawValue;
use socketioxide::SocketIo;
use socketioxide::extract::SocketRef;
use socketioxide::socket::Sid;
use tokio::time::{MissedTickBehavior, interval, sleep};
use tokio_util::sync::CancellationToken;

use super::handshake::{Admission, Asker, Member};
use crate::rooms::{About, Room};

const LISTENER_CLOSES_WITHIN: Duration = Duration::from_millis(500);
const AGAIN_AFTER: Duration = Duration::from_secs(1);

pub struct Relay {
    pub(super) db: Db,
    pub(super) io: SocketIo,
    pub(super) admission: Admission,
    /// An ended session loses its sockets within this time, even if nothing happens in its rooms.
    pub(super) sweep_every: Duration,
}

/// An event, ready to be sent.
struct Notice {
    room: Room,
    name: String,
    /// As it was published: it is encoded once for all readers.
    body: Box<RawValue>,
    /// None in a user's room: all of it is theirs.
    about: Option<About>,
}

impl Relay {
    /// Checks all sockets this often instead of every half minute.
    pub fn sweeping_every(self, sweep_every: Duration) -> Self {
        Self { sweep_every, ..self }
    }

    /// Follows the log until `stop`, then closes all connections; pages reconnect by themselves. `stop` also ends the
    /// server's listening: a page that reconnected here would find no namespace, and give up.
    pub async fn run(self, stop: CancellationToken) {
        let mut sweep = interval(self.sweep_every);
        sweep.set_missed_tick_behavior(MissedTickBehavior::Delay);
        let mut tail = None;
        while !stop.is_cancelled() {
            tokio::select! {
                () = stop.cancelled() => break,
                heard = next(&self.db, &mut tail) => match heard {
                    // The events stay in the log and are sent later; access is checked when they are sent.
                    Ok(events) => while self.deliver(&events).await.is_none() && !stop.is_cancelled() {
                        sleep(AGAIN_AFTER).await;
                    },
                    Err(error) => {
                        tracing::warn!("The event log could not be read: {error}");
                        sleep(AGAIN_AFTER).await;
                    }
                },
                _ = sweep.tick() => self.sweep().await,
            }
        }
        sleep(LISTENER_CLOSES_WITHIN).await;
        self.io.close().await;
    }

    /// None if it cannot be determined who may see them; then nothing was sent.
    async fn deliver(&self, events: &[Event]) -> Option<()> {
        let notices: Vec<Notice> = events.iter().filter_map(notice).collect();
        let mut readers: HashMap<Sid, Reader> = HashMap::new();
        for (number, notice) in notices.iter().enumerate() {
            for socket in self.io.within(notice.room.to_string()).sockets() {
                let Some(member) = socket.extensions.get::<Member>() else { continue };
                let reader = readers.entry(socket.id).or_insert_with(|| Reader { socket, member, notices: Vec::new() });
                reader.notices.push(number);
            }
        }
        let readers = self.welcome(readers.into_values().collect()).await?;
        let visible = self.admission.visible(askers(&readers, &notices, nodes_of)).await?;
        let knew = self.admission.knew(askers(&readers, &notices, |notice| removed_in(notice).into_iter())).await?;
        for ((reader, _), (visible, knew)) in readers.iter().zip(visible.iter().zip(&knew)) {
            for notice in reader.notices.iter().map(|number| &notices[*number]) {
                if nodes_of(notice).all(|node| visible.contains(&node))
                    && removed_in(notice).is_none_or(|node| knew.contains(&node))
                {
                    reader.hand(notice);
                }
            }
        }
        Some(())
    }

    /// The readers whose sessions are alive; the others are disconnected.
    async fn welcome(&self, readers: Vec<Reader>) -> Option<Vec<(Reader, Arc<Actor>)>> {
        if readers.is_empty() {
            return Some(Vec::new());
        }
        let welcome = self.admission.welcome(readers.iter().map(|reader| reader.member)).await?;
        let mut stay = Vec::with_capacity(readers.len());
        for reader in readers {
            match welcome.get(&reader.member) {
                Some(actor) => stay.push((reader, actor.clone())),
                None => disconnect(&reader.socket),
            }
        }
        Some(stay)
    }

    /// Checks every socket, also those that got no event, and removes them from rooms they may no longer be in.
    async fn sweep(&self) {
        let sockets = self.io.sockets().into_iter();
        let readers = sockets.filter_map(|socket| {
            let member = socket.extensions.get::<Member>()?;
            Some(Reader { socket, member, notices: Vec::new() })
        });
        let Some(readers) = self.welcome(readers.collect()).await else { return };
        let askers: Vec<Asker> =
            readers.iter().map(|(reader, actor)| (actor.clone(), node_rooms(&reader.socket).collect())).collect();
        let Some(visible) = self.admission.visible(askers.clone()).await else { return };
        // Only the rooms that were checked: others may have been joined meanwhile, and were checked then.
        for (((reader, _), (_, asked)), visible) in readers.iter().zip(&askers).zip(visible) {
            for node in asked.iter().filter(|node| !visible.contains(node)) {
                reader.socket.leave(Room::Node(*node).to_string());
            }
        }
    }
}

/// For each reader, the nodes of their notices that must be checked.
fn askers<N: Iterator<Item = NodeId>>(
    readers: &[(Reader, Arc<Actor>)],
    notices: &[Notice],
    nodes: impl Fn(&Notice) -> N,
) -> Vec<Asker> {
    let of_one = |(reader, actor): &(Reader, Arc<Actor>)| {
        let asked: BTreeSet<NodeId> = reader.notices.iter().flat_map(|number| nodes(&notices[*number])).collect();
        (actor.clone(), asked.into_iter().collect())
    };
    readers.iter().map(of_one).collect()
}

/// A page, and its notices, if its reader may see their nodes.
struct Reader {
    socket: SocketRef,
    member: Member,
    notices: Vec<usize>,
}

impl Reader {
    fn hand(&self, notice: &Notice) {
        if let Err(error) = self.socket.emit(&notice.name, &notice.body) {
            tracing::debug!(socket.id = %self.socket.id, "A page does not read; an event is dropped: {error}");
        }
    }
}

/// Disconnects a socket whose session has ended; its page does not reconnect by itself.
pub fn disconnect(socket: &SocketRef) {
    socket.leave_all();
    if let Err(error) = socket.clone().disconnect() {
        tracing::debug!(socket.id = %socket.id, "A page does not read that it is disconnected: {error}");
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

/// What does not say in a folder's room which node it is about is sent to nobody.
fn notice(event: &Event) -> Option<Notice> {
    let room = Room::parse(&event.room)?;
    let about = match room {
        Room::User(_) => None,
        Room::Node(_) => Some(About::parse(event.about.as_deref()?)?),
    };
    let body = RawValue::from_string(event.body.clone()).ok()?;
    Some(Notice { room, name: event.name.clone(), body, about })
}

/// The nodes that a reader of `notice` must see.
fn nodes_of(notice: &Notice) -> impl Iterator<Item = NodeId> + use<> {
    let room = match notice.room {
        Room::User(_) => None,
        Room::Node(node) => Some(node),
    };
    let about = match notice.about {
        Some(About::Node(node)) => Some(node),
        Some(About::Removed(_)) | None => None,
    };
    room.into_iter().chain(about)
}

fn removed_in(notice: &Notice) -> Option<NodeId> {
    match notice.about {
        Some(About::Removed(node)) => Some(node),
        Some(About::Node(_)) | None => None,
    }
}

fn node_rooms(socket: &SocketRef) -> impl Iterator<Item = NodeId> + use<> {
    let rooms = socket.rooms();
    rooms.into_iter().filter_map(|name| match Room::parse(&name)? {
        Room::Node(node) => Some(node),
        Room::User(_) => None,
    })
}
