//! `GET insights/repository/{node_id}/storage`: which folders and whose files take space.

use std::collections::HashMap;

use accounts::names_of;
use axum::extract::State;
use content::{Entry, entries_of};
use db::{Conn, params};
use primitives::{AppInstanceId, NodeId, Seconds, UserId};
use rest::{CurrentUser, Json, Path, Problem};
use security::Access;
use serde::Serialize;

use super::repository::{Repository, TIMEOUT};
use crate::Insights;

/// Of folders, and of people, the first ones are listed.
const MOST: usize = 50;

/// What takes space in a repository, as far as the asker sees it.
#[derive(Debug, Serialize, utoipa::ToSchema)]
pub(crate) struct RepositoryStorage {
    /// When the files were looked through; null: not yet.
    #[schema(required)]
    surveyed_at: Option<Seconds>,
    total: StorageAmount,
    /// At the top of the repository, with all that is below them, the largest first; at most 50.
    pub folders: Vec<FolderStorage>,
    /// What lies in no folder, in folders that the asker does not see, and in those that are not listed.
    pub elsewhere: StorageAmount,
    /// Who made the files, the largest amount first; at most 50.
    pub people: Vec<PersonStorage>,
    /// What others made, or nobody who is known.
    pub others: StorageAmount,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, utoipa::ToSchema)]
pub(crate) struct StorageAmount {
    pub files: i64,
    pub bytes: i64,
}

#[derive(Debug, Serialize, utoipa::ToSchema)]
pub(crate) struct FolderStorage {
    pub entry: Entry,
    #[serde(flatten)]
    pub amount: StorageAmount,
}

#[derive(Debug, Serialize, utoipa::ToSchema)]
pub(crate) struct PersonStorage {
    pub users_id: UserId,
    pub name: String,
    #[serde(flatten)]
    pub amount: StorageAmount,
}

impl StorageAmount {
    fn and(self, more: Self) -> Self {
        Self { files: self.files + more.files, bytes: self.bytes.saturating_add(more.bytes) }
    }
}

/// Tells which folders of a repository, and whose files, take space. Earlier versions and the bin are not counted.
///
/// The asker manages the repository; files that they did not see when they were looked through are not counted.
#[utoipa::path(get, path = "/api/app/{application_instance_id}/insights/repository/{node_id}/storage",
    tag = "insights", operation_id = "insights_storage",
    params(("application_instance_id" = i64, Path), ("node_id" = i64, Path, description = "The repository's node")),
    responses((status = OK, body = RepositoryStorage, description = "By folder and by person")))]
pub(crate) async fn list(
    State(insights): State<Insights>,
    CurrentUser(actor): CurrentUser,
    Path((_instance, node)): Path<(AppInstanceId, NodeId)>,
) -> Result<Json<RepositoryStorage>, Problem> {
    let read = security::read_long(&insights.db, &actor, move |c, access| {
        let repository = Repository::find(c, access, node)?;
        c.within(TIMEOUT, |c| found(c, access, repository))
    });
    Ok(Json(read.await?))
}

pub(super) fn found(
    conn: &mut Conn<'_>,
    access: &mut Access<'_>,
    repository: Repository,
) -> content::Result<RepositoryStorage> {
    let counted = repository.counted(conn)?;
    let by_folder = amounts(conn, repository, (counted.survey, "folder_id"))?;
    let total = by_folder.iter().fold(StorageAmount::default(), |sum, (_, amount)| sum.and(*amount));
    let (folders, elsewhere) = folders(conn, access, repository, by_folder)?;
    let by_person = amounts(conn, repository, (counted.survey, "users_id"))?;
    let (people, others) = people(conn, by_person)?;
    Ok(RepositoryStorage { surveyed_at: counted.surveyed_at, total, folders, elsewhere, people, others })
}

/// Sums by a column, the largest first.
fn amounts(
    conn: &mut Conn<'_>,
    repository: Repository,
    (survey, column): (i64, &str),
) -> db::Result<Vec<(i64, StorageAmount)>> {
    let sql = format!(
        "SELECT s.{column}, CAST(SUM(s.files) AS BIGINT), CAST(SUM(s.bytes) AS BIGINT)
         FROM insights_storage s
         WHERE s.repository_id = $1 AND s.survey = $2 AND {}
         GROUP BY s.{column}
         ORDER BY SUM(s.bytes) DESC, s.{column}",
        repository.sees("$3", "s.acl_id")
    );
    conn.rows(&sql, params![repository.id, survey, repository.scope.set], |row| {
        Ok((row.get(0)?, StorageAmount { files: row.get(1)?, bytes: row.get(2)? }))
    })
}

fn folders(
    conn: &mut Conn<'_>,
    access: &mut Access<'_>,
    repository: Repository,
    amounts: Vec<(i64, StorageAmount)>,
) -> content::Result<(Vec<FolderStorage>, StorageAmount)> {
    let largest = amounts.iter().map(|(folder, _)| NodeId(*folder)).filter(|folder| *folder != repository.node);
    let nodes: Vec<NodeId> = largest.take(MOST).collect();
    let entries = entries_of(conn, access, &nodes)?.into_iter();
    let mut seen: HashMap<NodeId, Entry> = entries.map(|entry| (entry.node(), entry)).collect();
    let (mut listed, mut elsewhere) = (Vec::with_capacity(seen.len()), StorageAmount::default());
    for (folder, amount) in amounts {
        match seen.remove(&NodeId(folder)) {
            Some(entry) => listed.push(FolderStorage { entry, amount }),
            None => elsewhere = elsewhere.and(amount),
        }
    }
    Ok((listed, elsewhere))
}

fn people(
    conn: &mut Conn<'_>,
    amounts: Vec<(i64, StorageAmount)>,
) -> content::Result<(Vec<PersonStorage>, StorageAmount)> {
    let known = amounts.iter().map(|(user, _)| UserId(*user)).filter(|user| user.0 != 0);
    let users: Vec<UserId> = known.take(MOST).collect();
    let mut names = names_of(conn, &users)?;
    let (mut listed, mut others) = (Vec::with_capacity(names.len()), StorageAmount::default());
    for (user, amount) in amounts {
        match names.remove(&UserId(user)) {
            Some(name) => listed.push(PersonStorage { users_id: UserId(user), name, amount }),
            None => others = others.and(amount),
        }
    }
    Ok((listed, others))
}
