//! What can be done with an entry here.

use authz::Rule;
use primitives::NodeRole::{Manager, Writer};

authz::acts! {
    /// Make a link by which others see it without an account.
    ShareLink = Rule::new("share_link", 45, Manager, Rule::ENTRIES).in_menu();
    /// Make a link by which others send files to it without an account.
    AskForFiles = Rule::new("ask_for_files", 46, Writer, Rule::CONTAINERS).inside().in_menu();
}
