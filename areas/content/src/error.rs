//! The errors of entries and uploads.

use authz::Denied;
use primitives::InvalidName;
use rest::Problem;
use security::AsAccess;
use storage::ChangeError;
use storage::blocking::WorkError;

#[derive(Debug, thiserror::Error)]
pub enum Error {
    /// What happens between a node and its bytes, access and the database included.
    #[error(transparent)]
    Storage(#[from] storage::Error),
    #[error("the name is taken: {0}")]
    NameTaken(String),
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
    /// What is to move is in that folder.
    #[error("it is there already")]
    AlreadyThere,
    /// What is to be taken back was moved or renamed again.
    #[error("it has changed since")]
    ChangedSince,
    /// The version that a file had before is not kept any more.
    #[error("the earlier version is gone")]
    VersionGone,
    /// As the content of that file, people would see it who are kept from it by marks.
    #[error("it would lose marks")]
    LosesMarks,
    /// It would lose marks that the asker has not given up.
    #[error("it would lose other marks")]
    OtherMarks,
    /// As the content of that file, its readers would get it for longer, or without asking.
    #[error("it would lose its terms of use")]
    LosesTerms,
    /// It was done more than a day ago.
    #[error("it is too late to take it back")]
    UndoOver,
    #[error("it was taken back already")]
    AlreadyUndone,
    /// It is no earlier version.
    #[error("it is the file's content now")]
    CurrentVersion,
    #[error("it has not ended yet")]
    StillRuns,
    /// All of it went well, or what failed was tried again already.
    #[error("nothing of it waits to be tried again")]
    NothingFailed,
    /// Copies stay in their tenant.
    #[error("another tenant")]
    OtherTenant,
    #[error("a folder cannot be copied into itself")]
    CopyIntoItself,
    #[error("too many open uploads")]
    TooManyUploads,
    #[error("too many unfinished acts on selected entries")]
    TooManyBatches,
    /// The link to an archive is unknown, too old or another session's, or there is nothing in it any more.
    #[error("no such archive")]
    NoArchive,
    #[error("more than {0} entries for one archive")]
    ArchiveTooLarge(usize),
    #[error("the paths of an archive are too long")]
    ArchivePathsTooLong,
    #[error("an archive is of one tenant")]
    ArchiveOfTenants,
    #[error("too many archives at once")]
    TooManyArchives,
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
    /// The connection ended before all bytes arrived.
    #[error("the upload was interrupted")]
    CutOff,
}

pub type Result<T, E = Error> = std::result::Result<T, E>;

impl ChangeError for Error {
    fn is_moving(&self) -> bool {
        matches!(self, Self::Storage(error) if error.is_moving())
    }

    fn may_have_committed(&self) -> bool {
        matches!(self, Self::Storage(error) if error.may_have_committed())
    }
}

impl Error {
    /// Whether another process has the upload by now, and tells how it goes on.
    pub(crate) fn is_lost_upload(&self) -> bool {
        matches!(self, Self::UploadBusy)
    }
}

/// What storage has an error for is one of its errors here, too.
macro_rules! of_storage {
    ($($error:ty),+) => {$(
        impl From<$error> for Error {
            fn from(error: $error) -> Self {
                Self::Storage(error.into())
            }
        }
    )+};
}
of_storage!(security::Error, Denied, InvalidName, blobs::Error, std::io::Error, db::Error);

impl AsAccess for Error {
    fn as_access(&self) -> Option<&security::Error> {
        if let Self::Storage(error) = self { error.as_access() } else { None }
    }
}

impl WorkError for Error {
    type Becomes = Self;
}

impl From<nodes::Error> for Error {
    fn from(error: nodes::Error) -> Self {
        match error {
            nodes::Error::NameTaken(name) => Self::NameTaken(name),
            other => storage::Error::from(other).into(),
        }
    }
}

impl From<Error> for Problem {
    fn from(error: Error) -> Self {
        match error {
            Error::Storage(error) => error.into(),
            Error::NameTaken(name) => Self::conflict("name_taken", "entry_exists").with("entry", name),
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
            Error::AlreadyThere => Self::conflict("already_there", "already_there"),
            Error::OtherTenant => Self::conflict("other_tenant", "other_tenant"),
            Error::CopyIntoItself => Self::conflict("into_itself", "copy_into_itself"),
            Error::ChangedSince => Self::conflict("changed_since", "changed_since"),
            Error::VersionGone => Self::conflict("version_gone", "version_gone"),
            Error::LosesMarks => Self::conflict("loses_marks", "loses_marks"),
            Error::OtherMarks => Self::conflict("other_marks", "other_marks"),
            Error::LosesTerms => Self::conflict("loses_terms", "loses_terms"),
            Error::UndoOver => Self::conflict("undo_over", "undo_over"),
            Error::AlreadyUndone => Self::conflict("already_undone", "already_undone"),
            Error::CurrentVersion => Self::conflict("current_version", "current_version"),
            Error::StillRuns => Self::conflict("still_runs", "still_runs"),
            Error::NothingFailed => Self::conflict("nothing_failed", "nothing_failed"),
            Error::TooManyBatches => Self::conflict("too_many_batches", "too_many_batches"),
            Error::NoArchive => Self::not_found(),
            Error::ArchiveTooLarge(most) => Self::conflict("archive_too_large", "archive_too_large").with("most", most),
            Error::ArchivePathsTooLong => Self::conflict("archive_too_large", "archive_paths_too_long"),
            Error::ArchiveOfTenants => Self::conflict("other_tenant", "archive_of_tenants"),
            // Until then one of theirs may have ended.
            Error::TooManyArchives => Self::too_many(10),
            Error::TusVersion => Self::failed_precondition("tus_version"),
            Error::MediaType => Self::unsupported_media_type(),
            Error::IsFinal => Self::forbidden("forbidden"),
            Error::CutOff | Error::Unreadable => Self::bad_request(),
        }
    }
}
