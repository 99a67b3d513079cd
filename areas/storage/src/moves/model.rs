//! What is asked for a move, and what is told of it.

use primitives::{EntryName, NodeId};
use rest::{FieldErrors, Problem, Rule};
use serde::{Deserialize, Serialize};

use crate::{FileServerId, repositories};

/// Where a repository is to move.
#[derive(Clone, Debug, Deserialize, utoipa::ToSchema)]
pub(crate) struct RepositoryMoveForm {
    /// Another file server of the repository's tenant.
    #[schema(required, value_type = FileServerId)]
    file_server_id: Option<FileServerId>,
    /// Its folder there; by default it is called as it is.
    #[serde(default)]
    #[schema(value_type = Option<rest::schema_formats::LongLine>)]
    folder_name: Option<String>,
}

impl RepositoryMoveForm {
    /// `folder`: what it is called now.
    pub(super) fn read(&self, folder: &str) -> Result<(FileServerId, EntryName), Problem> {
        let mut errors = FieldErrors::default();
        let file_server = errors.take("file_server_id", self.file_server_id.ok_or(Rule::Mandatory));
        let typed = self.folder_name.as_deref().map(str::trim).filter(|name| !name.is_empty());
        let folder = errors.take("folder_name", EntryName::parse(typed.unwrap_or(folder)).map_err(|_| Rule::Filename));
        errors.finish(file_server.zip(folder))
    }
}

#[derive(Clone, Debug, Deserialize, utoipa::IntoParams)]
#[into_params(parameter_in = Query)]
pub(crate) struct RepositoryMoveQuery {
    /// The file server that it might move to.
    #[param(value_type = i64)]
    pub file_server_id: FileServerId,
}

#[derive(Clone, Debug, Deserialize, utoipa::IntoParams)]
#[into_params(parameter_in = Query)]
pub(crate) struct RepositoryMoveGiveUpQuery {
    /// What is to be deleted at the other file server stays there, and the move has ended. Only once something keeps it
    /// from being deleted (`waits_for`).
    #[serde(default)]
    pub leave: bool,
}

/// Why a repository cannot move into a folder.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, utoipa::ToSchema)]
#[serde(rename_all = "snake_case")]
pub(crate) enum RepositoryFolderTaken {
    /// Another repository has it, or is to have it.
    ByRepository,
    /// Something lies in it.
    NotEmpty,
}

impl From<RepositoryFolderTaken> for Problem {
    fn from(taken: RepositoryFolderTaken) -> Self {
        match taken {
            RepositoryFolderTaken::ByRepository => repositories::taken(),
            RepositoryFolderTaken::NotEmpty => Self::conflict("folder_not_empty", "folder_not_empty")
                .at(Rule::OfRoom("form_rules.folder_not_empty").of("folder_name")),
        }
    }
}

/// What a move would do.
#[derive(Clone, Debug, Serialize, utoipa::ToSchema)]
pub(crate) struct RepositoryMoveCheck {
    /// Files, those of the bin and earlier versions included.
    pub files: i64,
    pub bytes: i64,
    /// How much the file server can still store; null: that cannot be known.
    #[schema(required)]
    pub free_bytes: Option<i64>,
    /// Whether there is room for all of it, as far as that can be known.
    pub fits: bool,
    /// Its folder there would be called so, as it is now.
    pub folder_name: String,
    /// Whether that name is free there.
    pub folder_free: bool,
    /// Why not; null if it is.
    #[schema(required)]
    pub folder_taken: Option<RepositoryFolderTaken>,
}

/// A file that could not be copied.
#[derive(Clone, Debug, Serialize, utoipa::ToSchema)]
pub(crate) struct RepositoryMoveFailure {
    /// Null if the asker may not see it.
    #[schema(required)]
    pub node_id: Option<NodeId>,
    /// Its path in the repository, as people see it; null if the asker may not see it.
    #[schema(required)]
    pub path: Option<String>,
    /// It lies in the bin, or is an earlier version of a file.
    pub apart: bool,
    /// `damaged`: its bytes are not those that were stored. `bytes_missing`: it has none. `unreadable`: its disk cannot
    /// read it.
    pub reason: String,
}

/// The move of a repository that has not ended.
#[derive(Clone, Debug, Serialize, utoipa::ToSchema)]
pub(crate) struct RepositoryMoveStatus {
    /// At its beginning.
    pub files: i64,
    pub bytes: i64,
    /// Bytes that were copied by now. A file that was replaced meanwhile counts twice.
    pub copied_bytes: i64,
    /// The files that could not be copied, at most 100.
    #[schema(max_items = 100)]
    pub failures: Vec<RepositoryMoveFailure>,
    /// All of them.
    pub failed: i64,
}
