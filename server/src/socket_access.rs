//! Access to nodes, as the live socket asks for it.

use activity::{Asker, RoomGuard, Visible};
use db::Db;
use security::Looking;

pub struct NodeRooms(pub Db);

impl RoomGuard for NodeRooms {
    fn visible(&self, askers: Vec<Asker>) -> Visible<'_> {
        Box::pin(async move { Ok(security::visible_to(&self.0, askers, Looking::AtWhatIs).await?) })
    }

    fn knew(&self, askers: Vec<Asker>) -> Visible<'_> {
        Box::pin(async move { Ok(security::visible_to(&self.0, askers, Looking::InTheBinToo).await?) })
    }
}
