//! What its maker chooses of a link.

use passwords::PasswordHash;
use primitives::Seconds;

use crate::addresses::Allowed;
use crate::offers::Offer;
use crate::requests::Request;
use crate::watermarks::Watermark;

/// Apart from its entries.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Terms {
    pub label: Option<String>,
    pub expires_at: Seconds,
    pub password: Option<PasswordHash>,
    pub download_limit: Option<i64>,
    pub allowed: Allowed,
    pub may_download: bool,
    /// If something may be downloaded: what.
    pub offer: Offer,
    /// It shows pictures with a text over them, and gives no files away.
    pub watermark: Option<Watermark>,
    /// It asks for files, and shows nothing.
    pub request: Option<Request>,
}

impl Terms {
    /// It says that something may be downloaded, and gives nothing away.
    pub fn gives_nothing(&self) -> bool {
        self.may_download && self.offer.is_nothing()
    }

    /// What of files and pictures is given away. Where it changes, what was made for visitors is not given any more.
    pub fn given(&self) -> Option<Offer> {
        self.may_download.then_some(self.offer)
    }
}
