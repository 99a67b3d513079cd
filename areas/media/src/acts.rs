//! What can be done to a file here, and to the folder that shows pictures of it.

use authz::Rule;
use primitives::NodeRole::{Reader, Writer};

authz::acts! {
    /// Look at its picture.
    Preview = Rule::new("preview", 30, Reader, Rule::FILES).in_menu();
    /// Choose the picture that its card shows first. It asks for what a new name asks for.
    ChooseCover = Rule::new("choose_cover", 75, Writer, Rule::CONTAINERS).in_menu();
}
