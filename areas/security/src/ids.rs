//! The ids of this room that many of its files name.

db::id! {
    /// An ACL: the grants and marks in effect at one place of the tree.
    AclId
}

db::id!(SecurityGroupId, MarkId);
