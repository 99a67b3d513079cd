//! What a repository's folder has beside its readable tree.

/// The folder of our own.
pub(crate) const OURS: &str = ".vitrine";
pub(crate) const SENTINEL: &str = "repository";
pub(crate) const LOST: &str = "lost";
pub(crate) const MAKING: &str = "making";
/// What comes from another repository, and what was left by what went to another one.
pub(crate) const MOVING: &str = "moving";

/// The two areas outside the readable tree. Their items are named by node id.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Area {
    Staging,
    Bin,
}

impl Area {
    pub(crate) const ALL: [Self; 2] = [Self::Staging, Self::Bin];

    /// The name of its folder.
    pub fn name(self) -> &'static str {
        match self {
            Self::Staging => "staging",
            Self::Bin => "bin",
        }
    }
}
