//! Files from people without an account. They wait below their folder, seen by nobody, until somebody who may upload there
//! takes them in or turns them down. A room above says who may send, and knows who has sent what.

mod expect;
mod send;
mod show;
mod take_in;
mod turn_down;

pub use expect::{ExpectedFile, expect_file, forget_expected, may_receive, note_coming};
pub use send::{ReceivedFile, append_received, await_received, give_up_received, require_ticket, tell_received};
pub use show::{taken_names, waiting_file};
pub use take_in::{OnNameTaken, TakenIn, take_in};
pub use turn_down::{forget_waiting, turn_down};
