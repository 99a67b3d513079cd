//! The errors of entries and uploads.

use authz::Denied;
use primitives::InvalidName;
use rest::Problem;
use security::AsAccess;
use storage::ChangeError;

#[derive(Debug, thiserror::Error)]
pub enum Error {
    #[error(transparent)]
    Access(#[from] security::Error),
    #[error("the name is taken: {0}")]
    NameTaken(String),
    #[error("the name cannot be used: {0:?}")]
    InvalidName(InvalidName),
    /// The upload's ticket is unknown, or belongs to another file or person.
    #[error("no such ticket")]
    Ticket,
    /// The file is complete, and other bytes were sent for it.
    #[error("the ticket was used")]
    TicketSpent,
    /// The file is complete, or the upload was abandoned meanwhile.
    #[error("the upload has ended")]
    UploadEnded,
    /// The sender's session ended while the bytes were sent.
    #[error("the session has ended")]
    SessionEnded,
    /// Another request is sending bytes to the same upload.
    #[error("the upload is busy")]
    UploadBusy,
    #[error("the part begins at {sent}, the file ends at {stored}")]
    Offset { sent: u64, stored: u64 },
    #[error("the part does not match its checksum")]
    Checksum,
    #[error("too many open uploads")]
    TooManyUploads,
    #[error("another version of tus")]
    TusVersion,
    #[error("not the media type of a part")]
    MediaType,
    #[error("a header cannot be read")]
    Unreadable,
    /// A file that is made of partial uploads accepts no bytes.
    #[error("the upload is final")]
    IsFinal,
    #[error("larger than allowed")]
    TooLarge,
    #[error("a field is missing: {0}")]
    Field(&'static str),
    /// A field that cannot be read, or that comes twice.
    #[error("a field is wrong: {0}")]
    Malformed(&'static str),
    #[error("the file has other bytes than were stored")]
    Damaged,
    #[error("the file's bytes are missing")]
    BytesMissing,
    /// Something on the entry's path is being moved. Asking again helps.
    #[error("something on the path is being moved")]
    Moving,
    /// The connection ended before all bytes arrived.
    #[error("the upload was interrupted")]
    CutOff,
    #[error(transparent)]
    Disk(#[from] blobs::Error),
    #[error(transparent)]
    Db(#[from] db::Error),
}

pub type Result<T, E = Error> = std::result::Result<T, E>;

impl ChangeError for Error {
    fn is_moving(&self) -> bool {
        matches!(self, Self::Moving)
    }

    fn may_have_committed(&self) -> bool {
        matches!(self, Self::Db(db::Error::Unavailable(_)))
    }
}

impl Error {
    /// Whether another process has the upload by now, and tells how it goes on.
    pub(crate) fn is_lost_upload(&self) -> bool {
        matches!(self, Self::UploadBusy)
    }
}

/// What storage gives back, this room gives back, too.
impl From<storage::Error> for Error {
    fn from(error: storage::Error) -> Self {
        match error {
            storage::Error::Access(error) => Self::Access(error),
            storage::Error::InvalidName(invalid) => Self::InvalidName(invalid),
            storage::Error::Damaged => Self::Damaged,
            storage::Error::BytesMissing => Self::BytesMissing,
            storage::Error::Moving => Self::Moving,
            storage::Error::Disk(error) => Self::Disk(error),
            storage::Error::Db(error) => Self::Db(error),
        }
    }
}

impl AsAccess for Error {
    fn as_access(&self) -> Option<&security::Error> {
        if let Self::Access(error) = self { Some(error) } else { None }
    }
}

impl From<Denied> for Error {
    fn from(denied: Denied) -> Self {
        Self::Access(denied.into())
    }
}

impl From<InvalidName> for Error {
    fn from(invalid: InvalidName) -> Self {
        Self::InvalidName(invalid)
    }
}

impl From<nodes::Error> for Error {
    fn from(error: nodes::Error) -> Self {
        match error {
            nodes::Error::NameTaken(name) => Self::NameTaken(name),
            other => Self::Access(security::Error::Nodes(other)),
        }
    }
}

impl From<std::io::Error> for Error {
    fn from(error: std::io::Error) -> Self {
        Self::Disk(error.into())
    }
}

impl From<Error> for Problem {
    fn from(error: Error) -> Self {
        match error {
            Error::Access(error) => error.into(),
            Error::NameTaken(name) => Self::conflict("name_taken", "entry_exists").with("entry", name),
            Error::InvalidName(invalid) => storage::Error::InvalidName(invalid).into(),
            // Never 401, which is about the session: clients would sign the user out.
            Error::Ticket => Self::missing("ticket"),
            Error::TicketSpent => Self::conflict("ticket_spent", "ticket"),
            Error::UploadEnded => Self::gone("upload_ended", "ticket"),
            Error::SessionEnded => Self::no_session(),
            Error::UploadBusy => Self::busy("upload_busy"),
            Error::Offset { .. } => Self::conflict("offset_mismatch", "offset_mismatch"),
            Error::Checksum => Self::checksum_mismatch(),
            Error::TooLarge => Self::too_large(),
            Error::Field(name) => Self::invalid(name, "form_rules.mandatory"),
            Error::Malformed(name) => Self::invalid(name, "invalid"),
            // Until then some of their uploads may have ended.
            Error::TooManyUploads => Self::too_many(60),
            Error::TusVersion => Self::failed_precondition("tus_version"),
            Error::MediaType => Self::unsupported_media_type(),
            Error::IsFinal => Self::forbidden("forbidden"),
            Error::Moving => storage::Error::Moving.into(),
            Error::CutOff | Error::Unreadable => Self::bad_request(),
            Error::Damaged => storage::Error::Damaged.into(),
            Error::BytesMissing => storage::Error::BytesMissing.into(),
            Error::Disk(error) => storage::Error::Disk(error).into(),
            Error::Db(error) => error.into(),
        }
    }
}
