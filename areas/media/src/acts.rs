//! What can be done here to a file, to the folder that shows pictures of it, and to what has an icon.

use authz::Rule;
use primitives::NodeRole::{Reader, Writer};

authz::acts! {
    /// Look at its picture.
    Preview = Rule::new("preview", 30, Reader, Rule::FILES).in_menu();
    /// Choose the picture that its card shows first. It asks for what a new name asks for.
    ChooseCover = Rule::new("choose_cover", 75, Writer, Rule::CONTAINERS).in_menu();
    /// Give it an icon of its own, or take that away. It asks for what a new name asks for.
    SetIcon = Rule::new("set_icon", 78, Writer, Rule::ANY).in_menu();
}
