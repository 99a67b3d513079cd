//! Why a file has no preview: a word for programs, which pages turn into a sentence.

use serde::Serialize;

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, utoipa::ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum PreviewFault {
    /// It can only be opened with a password.
    Password,
    /// Its bytes do not match its type.
    Unreadable,
    /// More pixels, or more memory, than previews allow.
    TooLarge,
    /// Drawing it exceeded the time limit.
    TooSlow,
    /// Nothing here draws this kind of file.
    Unsupported,
    /// Ghostscript could draw it, but is not installed.
    NeedsGhostscript,
}

impl PreviewFault {
    const ALL: [Self; 6] =
        [Self::Password, Self::Unreadable, Self::TooLarge, Self::TooSlow, Self::Unsupported, Self::NeedsGhostscript];

    /// The word in the database and the API.
    pub fn word(self) -> &'static str {
        match self {
            Self::Password => "password",
            Self::Unreadable => "unreadable",
            Self::TooLarge => "too_large",
            Self::TooSlow => "too_slow",
            Self::Unsupported => "unsupported",
            Self::NeedsGhostscript => "needs_ghostscript",
        }
    }

    pub fn of_word(word: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|fault| fault.word() == word)
    }
}
