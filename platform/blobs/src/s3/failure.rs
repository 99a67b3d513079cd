//! What goes wrong with a request.

use std::io;

use crate::Error;

#[derive(Debug, thiserror::Error)]
pub(crate) enum Failure {
    /// The address must not be asked.
    #[error(transparent)]
    Refused(outbound::Error),
    #[error("its secret key cannot be read, or its address is none")]
    Unusable,
    #[error("it does not answer ({0})")]
    Silent(String),
    #[error("it answered {status} {code}")]
    Answered { status: u16, code: String },
    #[error("its answer is none of S3")]
    Garbled,
    /// Of the file that is sent or received.
    #[error(transparent)]
    Local(#[from] io::Error),
}

/// What stores say when nothing more fits.
const FULL: [&str; 4] = ["QuotaExceeded", "XMinioStorageFull", "InsufficientStorage", "EntityTooLarge"];

impl Failure {
    /// The code of an error document.
    pub fn answered(status: u16, document: &str) -> Self {
        let code = document.split_once("<Code>").and_then(|(_, rest)| rest.split_once("</Code>"));
        Self::Answered { status, code: code.map(|(code, _)| code.trim().to_owned()).unwrap_or_default() }
    }

    /// Whether asking again soon may help.
    pub fn is_passing(&self) -> bool {
        match self {
            Self::Silent(_) => true,
            Self::Answered { status, code } => {
                matches!(status, 429 | 500 | 502 | 503 | 504) && !FULL.contains(&code.as_str())
            }
            _ => false,
        }
    }

    /// Whether the store does not do what was asked: it may do the same in another way.
    pub fn is_refusal(&self) -> bool {
        match self {
            Self::Garbled => true,
            Self::Answered { status, code } => {
                !self.is_passing() && !self.is_missing() && !FULL.contains(&code.as_str()) && *status != 507
            }
            Self::Refused(_) | Self::Unusable | Self::Silent(_) | Self::Local(_) => false,
        }
    }

    pub fn is_missing(&self) -> bool {
        matches!(self, Self::Answered { status: 404, code } if code != "NoSuchBucket")
    }

    /// Whether what was opened is there no more: another object is, or none.
    pub fn is_of_what_is_gone(&self) -> bool {
        self.is_missing() || matches!(self, Self::Answered { status: 412, .. })
    }
}

impl From<outbound::Error> for Failure {
    fn from(error: outbound::Error) -> Self {
        match error {
            outbound::Error::Refused | outbound::Error::NotPublic => Self::Refused(error),
            other => Self::Silent(other.to_string()),
        }
    }
}

impl From<reqwest::Error> for Failure {
    fn from(error: reqwest::Error) -> Self {
        outbound::Error::from(error).into()
    }
}

impl From<Failure> for Error {
    fn from(failure: Failure) -> Self {
        if failure.is_missing() {
            return Self::Missing;
        }
        match &failure {
            Failure::Answered { code, status } if FULL.contains(&code.as_str()) || *status == 507 => Self::Full,
            // Nothing of it can be used before the operator does something.
            Failure::Refused(_) | Failure::Unusable | Failure::Answered { status: 401 | 403 | 404, .. } => {
                tracing::warn!("A store of objects cannot be used: {failure}");
                Self::NotMounted
            }
            passing if passing.is_passing() => {
                tracing::warn!("A store of objects fails for now: {failure}");
                Self::Slow
            }
            _ => match failure {
                Failure::Local(error) => error.into(),
                other => Self::Io(io::Error::other(other.to_string())),
            },
        }
    }
}

#[cfg(test)]
mod tests {
    use super::Failure;
    use crate::Error;

    #[test]
    fn an_answer_means_what_its_status_and_its_code_say() {
        let told =
            |status, code: &str| Error::from(Failure::answered(status, &format!("<Error><Code>{code}</Code></Error>")));
        assert!(matches!(told(404, "NoSuchKey"), Error::Missing));
        assert!(matches!(Failure::answered(404, "").into(), Error::Missing));
        assert!(matches!(told(404, "NoSuchBucket"), Error::NotMounted));
        assert!(matches!(told(403, "AccessDenied"), Error::NotMounted));
        assert!(matches!(told(503, "SlowDown"), Error::Slow));
        assert!(matches!(told(500, "XMinioStorageFull"), Error::Full));
        assert!(matches!(told(400, "InvalidRequest"), Error::Io(_)));
        let refused = |status, code: &str| Failure::answered(status, &format!("<Code>{code}</Code>")).is_refusal();
        assert!(refused(501, "NotImplemented") && refused(400, "InvalidRequest") && refused(403, "AccessDenied"));
        assert!(!refused(503, "SlowDown") && !refused(404, "NoSuchKey") && !refused(507, "InsufficientStorage"));
        assert!(matches!(Failure::Refused(outbound::Error::NotPublic).into(), Error::NotMounted));
        let gone = |status, code: &str| Failure::answered(status, &format!("<Code>{code}</Code>")).is_of_what_is_gone();
        assert!(gone(412, "PreconditionFailed") && gone(404, "NoSuchKey"));
        assert!(!gone(404, "NoSuchBucket") && !gone(503, "SlowDown"));
    }
}
