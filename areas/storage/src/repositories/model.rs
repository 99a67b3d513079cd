//! A repository in administration, and the forms that create and change one.

use db::Row;
use primitives::{EntryName, InvalidName, NodeId, RepositoryId, Seconds, TenantId};
use rest::{FieldErrors, Problem, Rule};
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

use crate::FileServerId;
use crate::file_servers::form_fields::NumberField;

#[derive(Clone, Debug, PartialEq, Eq, Serialize, utoipa::ToSchema)]
pub(crate) struct RepositorySettings {
    pub repository_id: RepositoryId,
    /// The top node of its tree.
    pub node_id: NodeId,
    pub title: String,
    /// Its folder below the file server's. It changes only by a move to another file server.
    pub folder_name: String,
    pub file_server_id: FileServerId,
    pub file_server_label: String,
    pub tenant_id: TenantId,
    pub tenant_title: String,
    /// A node with a library of 3D models.
    #[schema(required)]
    pub lib3d_node_id: Option<i64>,
    /// An inactive repository and its content are visible to nobody.
    pub active: bool,
    /// It never had an entry: its file server may be changed without a move.
    pub empty: bool,
    /// For `If-Match`.
    pub version: i64,
    /// It moves to another file server, or has left bytes at one; null: it does not.
    #[schema(required)]
    pub moving: Option<RepositoryMoving>,
}

/// A move of a repository to another file server.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, utoipa::ToSchema)]
pub(crate) struct RepositoryMoving {
    pub state: RepositoryMoveState,
    /// Where it moves to; once it is there, where it was.
    pub file_server_id: FileServerId,
    pub file_server_label: String,
    /// How much is copied, in percent.
    #[schema(minimum = 0, maximum = 99)]
    pub progress: i64,
    /// What keeps it from going on; it is tried again and again, unless it has failed. Null: it goes on.
    #[schema(required)]
    pub waits_for: Option<RepositoryMoveObstacle>,
    /// Since when.
    #[schema(required)]
    pub waits_since: Option<Seconds>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, utoipa::ToSchema)]
#[serde(rename_all = "snake_case")]
pub(crate) enum RepositoryMoveObstacle {
    /// The other file server is full.
    NoRoom,
    /// The other file server does not answer, or cannot be used.
    OtherAway,
    /// The file server that the repository is on does not answer, or cannot be used.
    OwnAway,
    SomethingElse,
}

impl RepositoryMoveObstacle {
    pub fn word(self) -> &'static str {
        match self {
            Self::NoRoom => "no_room",
            Self::OtherAway => "other_away",
            Self::OwnAway => "own_away",
            Self::SomethingElse => "something_else",
        }
    }

    /// What a column has that may be null.
    pub fn in_row(row: &Row<'_>, index: usize) -> db::Result<Option<Self>> {
        let Some(word) = row.get::<Option<String>>(index)? else { return Ok(None) };
        let all = [Self::NoRoom, Self::OtherAway, Self::OwnAway, Self::SomethingElse];
        let found = all.into_iter().find(|obstacle| obstacle.word() == word);
        found.map(Some).ok_or_else(|| db::Error::Broken(format!("{word} keeps no move from going on")))
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, utoipa::ToSchema)]
#[serde(rename_all = "snake_case")]
pub(crate) enum RepositoryMoveState {
    /// Files are copied while people work.
    Copying,
    /// The rest is copied, and nothing of the repository can be changed meanwhile.
    Closed,
    /// Some files could not be copied: it waits until somebody tries again, or gives it up.
    Failed,
    /// It was given up: what was copied is being deleted.
    Undoing,
    /// It is at its new place: what it has left at the old one is deleted in an hour.
    Clearing,
}

impl RepositoryMoveState {
    fn from_code(word: &str) -> Option<Self> {
        Some(match word {
            "copying" => Self::Copying,
            "closed" => Self::Closed,
            "failed" => Self::Failed,
            "undoing" => Self::Undoing,
            "clearing" => Self::Clearing,
            _ => return None,
        })
    }
}
db::word!(RepositoryMoveState);

impl RepositorySettings {
    /// The fields that can be changed, for the log.
    pub(super) fn told(&self) -> Value {
        json!({
            "title": self.title,
            "folder_name": self.folder_name,
            "file_server_id": self.file_server_id,
            "lib3d_node_id": self.lib3d_node_id,
            "active": self.active,
        })
    }
}

#[derive(Clone, Debug, Serialize, utoipa::ToSchema)]
pub(crate) struct RepositorySettingsList {
    pub items: Vec<RepositorySettings>,
    /// The total, counted up to 1000 rows beyond the page: `offset` + `limit` + 1000 means that many or more.
    pub total: i64,
}

#[derive(Clone, Debug, Deserialize, utoipa::ToSchema)]
pub(crate) struct NewRepositoryForm {
    #[serde(default)]
    #[schema(required, value_type = rest::schema_formats::LongLine)]
    title: String,
    #[serde(default)]
    #[schema(required, value_type = rest::schema_formats::LongLine)]
    folder_name: String,
    #[schema(required, value_type = FileServerId)]
    file_server_id: Option<FileServerId>,
    #[schema(required, value_type = TenantId)]
    tenant_id: Option<TenantId>,
    #[serde(default)]
    #[schema(value_type = Option<i64>)]
    lib3d_node_id: NumberField,
}

/// A parsed form.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Wanted {
    pub title: EntryName,
    pub folder_name: EntryName,
    pub file_server: FileServerId,
    pub tenant: TenantId,
    pub lib3d_node: Option<i64>,
}

fn name(text: &str) -> Result<EntryName, Rule> {
    EntryName::parse(text.trim()).map_err(|invalid| match invalid {
        InvalidName::Empty => Rule::Mandatory,
        InvalidName::TooLong => Rule::MaxLength(255),
        InvalidName::Character | InvalidName::Reserved | InvalidName::TrailingDotOrSpace => Rule::Filename,
    })
}

impl NewRepositoryForm {
    pub(super) fn read(&self) -> Result<Wanted, Problem> {
        let mut errors = FieldErrors::default();
        let title = errors.take("title", name(&self.title));
        let folder_name = errors.take("folder_name", name(&self.folder_name));
        let file_server = errors.take("file_server_id", self.file_server_id.ok_or(Rule::Mandatory));
        let tenant = errors.take("tenant_id", self.tenant_id.ok_or(Rule::Mandatory));
        let lib3d_node = errors.take("lib3d_node_id", self.lib3d_node_id.read()).flatten();
        let read = title.zip(folder_name).zip(file_server).zip(tenant);
        errors.finish(read.map(|(((title, folder_name), file_server), tenant)| Wanted {
            title,
            folder_name,
            file_server,
            tenant,
            lib3d_node,
        }))
    }
}

/// Fields that are left out stay unchanged.
#[derive(Clone, Debug, Deserialize, utoipa::ToSchema)]
pub(crate) struct RepositoryForm {
    #[serde(default, deserialize_with = "rest::present")]
    #[schema(value_type = rest::schema_formats::LongLine)]
    title: Option<String>,
    /// Can be changed only while the repository is empty.
    #[serde(default, deserialize_with = "rest::present")]
    #[schema(value_type = FileServerId)]
    file_server_id: Option<FileServerId>,
    #[serde(default, deserialize_with = "rest::present")]
    #[schema(value_type = Option<i64>)]
    lib3d_node_id: Option<NumberField>,
    #[serde(default, deserialize_with = "rest::present")]
    #[schema(value_type = bool)]
    pub active: Option<bool>,
}

/// The changes of an existing one: title, file server, library of 3D models.
pub(super) type Change = (EntryName, FileServerId, Option<i64>);

impl RepositoryForm {
    pub(super) fn read(&self, old: &RepositorySettings) -> Result<Change, Problem> {
        let mut errors = FieldErrors::default();
        let title = errors.take("title", name(self.title.as_deref().unwrap_or(&old.title)));
        let file_server = self.file_server_id.unwrap_or(old.file_server_id);
        let library = self.lib3d_node_id.map_or(Ok(old.lib3d_node_id), NumberField::read);
        let library = errors.take("lib3d_node_id", library).flatten();
        errors.finish(title.map(|title| (title, file_server, library)))
    }
}
