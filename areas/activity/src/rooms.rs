//! Rooms of the live socket: one per user, one per node. Events in a room reach the pages in it.

use db::{Result, Tx};
use primitives::{NodeId, UserId, whole_number};
use serde_json::Value;

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Room {
    User(UserId),
    Node(NodeId),
}

impl Room {
    pub fn parse(name: &str) -> Option<Self> {
        let (kind, id) = name.split_once(':')?;
        let id = whole_number(id).filter(|id| *id >= 0)?;
        match kind {
            "user" => Some(Self::User(UserId(id))),
            "node" => Some(Self::Node(NodeId(id))),
            _ => None,
        }
    }
}

impl std::fmt::Display for Room {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::User(user) => write!(f, "user:{user}"),
            Self::Node(node) => write!(f, "node:{node}"),
        }
    }
}

/// The node that an event in a folder's room is about.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum About {
    /// Only people who may see it hear of it.
    Node(NodeId),
    /// It went to the bin: people hear of it who could see it until then.
    Removed(NodeId),
}

impl About {
    pub fn parse(text: &str) -> Option<Self> {
        let (kind, id) = text.split_once(':')?;
        let node = NodeId(whole_number(id).filter(|id| *id >= 0)?);
        match kind {
            "node" => Some(Self::Node(node)),
            "removed" => Some(Self::Removed(node)),
            _ => None,
        }
    }
}

impl std::fmt::Display for About {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::Node(node) => write!(f, "node:{node}"),
            Self::Removed(node) => write!(f, "removed:{node}"),
        }
    }
}

/// Sends a "message" to every page of `user`: an action, or a queue's `{topic, value}`.
pub fn tell_user(tx: &mut Tx<'_>, user: UserId, body: &Value) -> Result<()> {
    jobs::publish(tx, &Room::User(user).to_string(), "message", None, body)
}

/// Sends a "pipeline" event to the pages that show `folder`, of people who may hear of what it is `about`.
pub fn tell_node(tx: &mut Tx<'_>, folder: NodeId, about: About, body: &Value) -> Result<()> {
    jobs::publish(tx, &Room::Node(folder).to_string(), "pipeline", Some(&about.to_string()), body)
}

#[cfg(test)]
mod tests {
    use primitives::{NodeId, UserId};

    use super::{About, Room};

    #[test]
    fn only_well_formed_names_are_rooms() {
        for (name, room) in [
            ("user:7", Some(Room::User(UserId(7)))),
            ("node:42", Some(Room::Node(NodeId(42)))),
            ("node:", None),
            ("node:-1", None),
            ("node:+1", None),
            ("node:1 ", None),
            ("node:99999999999999999999", None),
            ("folder:1", None),
            ("node", None),
            ("", None),
        ] {
            assert_eq!(Room::parse(name), room, "{name:?}");
        }
    }

    #[test]
    fn what_an_event_is_about_is_read_as_it_was_written() {
        for about in [About::Node(NodeId(7)), About::Removed(NodeId(7))] {
            assert_eq!(About::parse(&about.to_string()), Some(about));
        }
        for text in ["", "7", "node:", "node:-1", "user:7"] {
            assert_eq!(About::parse(text), None, "{text:?}");
        }
    }
}
