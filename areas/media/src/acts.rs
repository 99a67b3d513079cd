//! What can be done to a file here.

use authz::Rule;
use primitives::NodeRole::Reader;

authz::acts! {
    /// Look at its picture.
    Preview = Rule::new("preview", 30, Reader, Rule::FILES).in_menu();
}
