//! Why a write is refused whose precondition no longer holds.

/// The name in `db::Error::Refused` for rights that ended while the request ran.
pub const RIGHTS_CHANGED: &str = "rights_changed";
/// The name for a session that ended.
pub const SESSION_ENDED: &str = "no_session";
