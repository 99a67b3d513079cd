//! The walls, as the live socket asks them.

use activity::{Asker, RoomGuard, Visible};
use db::Db;
use security::Looking;

pub struct Walls(pub Db);

impl RoomGuard for Walls {
    fn visible(&self, askers: Vec<Asker>) -> Visible<'_> {
        Box::pin(async move { Ok(security::visible_to(&self.0, askers, Looking::AtWhatIs).await?) })
    }

    fn knew(&self, askers: Vec<Asker>) -> Visible<'_> {
        Box::pin(async move { Ok(security::visible_to(&self.0, askers, Looking::InTheBinToo).await?) })
    }
}
