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

/// Sends a "message" to every page of `user`: an action, or a queue's `{topic, value}`.
pub fn tell_user(tx: &mut Tx<'_>, user: UserId, body: &Value) -> Result<()> {
    jobs::publish(tx, &Room::User(user).to_string(), "message", body)
}

/// Sends a "pipeline" event to every page that shows `folder`. A body with a `node_id` reaches only people who may see
/// that node too; with the `status` "removed", those who could see it until it went to the bin.
pub fn tell_node(tx: &mut Tx<'_>, folder: NodeId, body: &Value) -> Result<()> {
    jobs::publish(tx, &Room::Node(folder).to_string(), "pipeline", body)
}

#[cfg(test)]
mod tests {
    use primitives::{NodeId, UserId};

    use super::Room;

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
}
