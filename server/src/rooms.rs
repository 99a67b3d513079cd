//! The walls, as the live socket asks them.

use std::sync::Arc;

use activity::{RoomGuard, Visible};
use authz::{Actor, See};
use db::Db;
use primitives::NodeId;

pub struct Walls(pub Db);

impl RoomGuard for Walls {
    fn visible<'a>(&'a self, actor: &'a Actor, nodes: &'a [NodeId]) -> Visible<'a> {
        let (actor, nodes) = (Arc::new(actor.clone()), nodes.to_vec());
        Box::pin(async move {
            let seen = security::read(&self.0, &actor, move |c, access| {
                let mut seen = Vec::new();
                for node in &nodes {
                    match access.open::<See>(c, *node) {
                        Ok(_) => seen.push(*node),
                        Err(security::Error::Denied(_)) => {}
                        Err(error) => return Err(error),
                    }
                }
                Ok(seen)
            });
            Ok(seen.await?)
        })
    }
}
