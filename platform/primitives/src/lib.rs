//! Types that every room shares: typed ids, names that are valid by construction, a clock, pages. Pure values only;
//! nothing here reads a file, a socket or the wall clock except `Clock::system`.

mod clock;
mod cnpj;
mod fold;
mod id;
mod invisible;
mod kind;
mod listing;
mod name;
mod ngrams;
mod page;
mod sort_key;
mod token;
mod waiting;
mod web_origin;

pub use clock::{Clock, Seconds};
pub use cnpj::{Cnpj, InvalidCnpj};
pub use fold::fold;
pub use id::{AppInstanceId, CompanyId, GroupId, NodeId, RepositoryId, SessionId, TenantId, UserId, whole_number};
pub use invisible::{has_invisible, has_visible, without_turns};
pub use kind::{Application, Language, NodeKind, NodeRole};
pub use listing::{Listing, UnknownOrder};
pub use name::{DiskName, EntryName, InvalidName};
pub use ngrams::{ngrams, ngrams_of_term};
pub use page::{Cursor, PageLimit};
pub use sort_key::sort_key;
pub use token::{random_bytes, random_hex, random_id};
pub use waiting::{assert_may_wait, waiting_allowed, without_waiting};
pub use web_origin::{InvalidOrigin, WebOrigin};

#[doc(hidden)]
pub use serde;
#[doc(hidden)]
pub use utoipa;
