//! What rooms above say of what their notices are about.

use std::collections::HashMap;
use std::fmt::{self, Debug, Formatter};

use db::Conn;
use security::Access;
use serde::Serialize;

/// What the reader of a notice is told of its subject, as it is now.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, utoipa::ToSchema)]
pub struct NoticeAbout {
    /// What it is called, where it has a name that is not the entry's.
    #[schema(required)]
    pub title: Option<String>,
    /// The beginning of what somebody wrote.
    #[schema(required)]
    pub text: Option<String>,
    /// What a press leads to, where it is not the subject itself.
    #[schema(required)]
    pub target: Option<i64>,
}

/// Of these subjects those that the reader may know of now, with what they are told.
type Tells = fn(&mut Conn<'_>, &mut Access<'_>, &[i64]) -> security::Result<HashMap<i64, NoticeAbout>>;

/// A kind of notices whose room knows more about their subjects; it contributes it by `Room::with`. A notice whose
/// subject it does not tell of is neither shown nor counted. Entries need no such thing: who does not see the entry of a
/// notice is not asked about here.
#[derive(Clone, Copy)]
pub struct NoticeKind {
    pub(crate) key: &'static str,
    pub(crate) tells: Tells,
}

impl NoticeKind {
    pub const fn new(key: &'static str, tells: Tells) -> Self {
        Self { key, tells }
    }
}

impl Debug for NoticeKind {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        f.debug_struct("NoticeKind").field("key", &self.key).finish_non_exhaustive()
    }
}
