//! Why a file has no preview. All but the last are facts about the file and are recorded; `Unavailable` is not.

use std::fmt;

use serde::{Deserialize, Serialize};

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Failure {
    /// No decoder for this type, or a variant of the format that ours does not read.
    Unsupported,
    /// The bytes do not match the type; the text is for the log, in English.
    Malformed(String),
    /// It can only be opened with a password.
    Protected,
    /// A program that is not installed here could draw it.
    NeedsTool(Tool),
    /// More pixels, or more memory, than the limits allow.
    TooLarge,
    /// Killed at the wall-clock or CPU limit.
    TimedOut,
    /// The worker died: a panic, a signal, or memory beyond the limit.
    Crashed,
    /// This host could not try (no input, no space, no process): the file is not at fault, try again.
    Unavailable(String),
}

/// External programs for formats that nothing built in draws.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Tool {
    Ghostscript,
}

impl fmt::Display for Tool {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Ghostscript => "Ghostscript",
        })
    }
}

impl Failure {
    pub(crate) fn malformed(reason: impl fmt::Display) -> Self {
        Self::Malformed(reason.to_string())
    }

    pub(crate) fn unavailable(reason: impl fmt::Display) -> Self {
        Self::Unavailable(reason.to_string())
    }
}

impl fmt::Display for Failure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Unsupported => f.write_str("this type of file has no preview"),
            Self::Malformed(reason) => write!(f, "the file is broken: {reason}"),
            Self::Protected => f.write_str("the document is protected by a password"),
            Self::NeedsTool(tool) => write!(f, "{tool} would draw it and is not installed"),
            Self::TooLarge => f.write_str("the picture is larger than previews allow"),
            Self::TimedOut => f.write_str("the preview took too long"),
            Self::Crashed => f.write_str("the preview worker crashed"),
            Self::Unavailable(reason) => write!(f, "the preview could not be tried: {reason}"),
        }
    }
}

impl std::error::Error for Failure {}
