//! What can be done with an entry here.

use authz::Rule;
use primitives::NodeRole::{Reader, Writer};

authz::acts! {
    /// Ask its managers to be let download it.
    AskToDownload = Rule::new("ask_to_download", 41, Reader, Rule::ANY);
    /// Say until when it may be used.
    SetTerms = Rule::new("set_terms", 79, Writer, Rule::ANY).in_menu();
}
