//! `GET` and `POST repository/{repository_id}/gdrive_config`: the Google document of a repository, by an admin of its
//! tenant. It is kept for documents, and never a secret: what signs in at Google is the operator's.

use accounts::Email;
use audit::{Act, Object};
use authz::{Actor, Denied};
use axum::extract::State;
use db::{Conn, Tx, params};
use primitives::{AppInstanceId, RepositoryId};
use rest::{CurrentUser, FieldErrors, Json, Path, Problem, Rule};
use serde::{Deserialize, Serialize};
use serde_json::json;

use super::model::RepositorySettings;
use super::store;
use crate::file_servers::tenants_here;
use crate::{Error, Storage};

const DOCUMENT: Rule = Rule::OfRoom("form_rules.google_document");
const LONGEST_ID: usize = 200;

#[derive(Clone, Debug, PartialEq, Eq, Serialize, utoipa::ToSchema)]
pub(crate) struct GdriveConfig {
    /// The id of a document of Google Drive, as its address has it.
    #[schema(required)]
    document_id: Option<String>,
    /// The Google account that owns it.
    #[schema(required)]
    owner_email: Option<String>,
    /// Whether it can be used.
    state: GdriveState,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, utoipa::ToSchema)]
#[serde(rename_all = "snake_case")]
pub(crate) enum GdriveState {
    /// No document is set.
    NotSet,
    /// This installation has no credential of Google: the document is kept, and cannot be read.
    NoCredential,
}

/// Both, or neither: then none is kept any more.
#[derive(Clone, Debug, Default, Deserialize, utoipa::ToSchema)]
pub(crate) struct GdriveConfigForm {
    /// The id of a document of Google Drive: letters, digits, hyphens and underscores.
    #[schema(max_length = 200)]
    document_id: Option<String>,
    /// The Google account that owns it.
    #[schema(max_length = 254)]
    owner_email: Option<String>,
}

/// A document and its owner.
type Document = (String, Email);

impl GdriveConfig {
    fn of(document: Option<(String, String)>) -> Self {
        let state = if document.is_some() { GdriveState::NoCredential } else { GdriveState::NotSet };
        let (document_id, owner_email) = document.unzip();
        Self { document_id, owner_email, state }
    }
}

impl GdriveConfigForm {
    fn read(&self) -> Result<Option<Document>, Problem> {
        let written = |field: &Option<String>| field.as_deref().unwrap_or_default().trim().to_owned();
        let (id, owner) = (written(&self.document_id), written(&self.owner_email));
        if id.is_empty() && owner.is_empty() {
            return Ok(None);
        }
        let mut errors = FieldErrors::default();
        let id = errors.take("document_id", document_id(&id));
        let owner = errors.take("owner_email", Email::typed(&owner));
        errors.finish(id.zip(owner)).map(Some)
    }
}

fn document_id(id: &str) -> Result<String, Rule> {
    let fits = |letter: char| letter.is_ascii_alphanumeric() || letter == '-' || letter == '_';
    match id {
        "" => Err(Rule::Mandatory),
        long if long.chars().count() > LONGEST_ID => Err(Rule::MaxLength(LONGEST_ID)),
        id if id.chars().all(fits) => Ok(id.to_owned()),
        _ => Err(DOCUMENT),
    }
}

/// The Google document of a repository, and whether it can be used.
#[utoipa::path(
    get,
    path = "/api/app/{application_instance_id}/repository/{repository_id}/gdrive_config",
    operation_id = "repository_gdrive_show",
    tag = "content",
    params(("application_instance_id" = i64, Path), ("repository_id" = i64, Path)),
    responses((status = 200, description = "The document, or nulls", body = GdriveConfig))
)]
pub(crate) async fn show(
    State(storage): State<Storage>,
    CurrentUser(actor): CurrentUser,
    Path((instance, id)): Path<(AppInstanceId, RepositoryId)>,
) -> Result<Json<GdriveConfig>, Problem> {
    let found = storage.db.read(move |conn| {
        administered(conn, &actor, instance, id)?;
        Ok::<_, Problem>(GdriveConfig::of(find(conn, id)?))
    });
    Ok(Json(found.await?))
}

/// Sets the Google document of a repository.
#[utoipa::path(
    post,
    path = "/api/app/{application_instance_id}/repository/{repository_id}/gdrive_config",
    operation_id = "repository_gdrive_set",
    tag = "content",
    params(("application_instance_id" = i64, Path), ("repository_id" = i64, Path)),
    request_body = GdriveConfigForm,
    responses((status = 200, description = "The document, or nulls", body = GdriveConfig))
)]
pub(crate) async fn change(
    State(storage): State<Storage>,
    CurrentUser(actor): CurrentUser,
    Path((instance, id)): Path<(AppInstanceId, RepositoryId)>,
    Json(form): Json<GdriveConfigForm>,
) -> Result<Json<GdriveConfig>, Problem> {
    let wanted = form.read()?;
    let now = storage.clock.now();
    let changed = storage.db.write(move |tx| {
        let repository = administered(tx, &actor, instance, id)?;
        let wanted = wanted.as_ref().map(|(document, owner)| (document.clone(), owner.as_str().to_owned()));
        let old = find(tx, id)?;
        if old != wanted {
            keep(tx, id, wanted.as_ref())?;
            let object = Object::new("node", repository.node_id.0, &repository.title);
            let told = |document: Option<&(String, String)>| {
                let (document, owner) = document.map(|(document, owner)| (document, owner)).unzip();
                json!({ "document_id": document, "owner_email": owner })
            };
            let act = Act::new("repository_gdrive_set", repository.tenant_id, object);
            let act = act.before(told(old.as_ref())).after(told(wanted.as_ref()));
            audit::record(tx, &*actor, act, now);
        }
        Ok::<_, Problem>(GdriveConfig::of(wanted))
    });
    Ok(Json(changed.await?))
}

/// A repository of a tenant that the asker administers.
fn administered(
    conn: &mut Conn<'_>,
    actor: &Actor,
    instance: AppInstanceId,
    id: RepositoryId,
) -> Result<RepositorySettings, Problem> {
    let here = tenants_here(conn, actor, instance)?;
    Ok(store::find(conn, actor, id, &here)?.ok_or(Error::from(Denied::Invisible))?)
}

fn find(conn: &mut Conn<'_>, id: RepositoryId) -> db::Result<Option<(String, String)>> {
    let sql = "SELECT document_id, owner_email FROM storage_gdrive_config WHERE repository_id = $1";
    conn.find(sql, params![id], |row| Ok((row.get(0)?, row.get(1)?)))
}

fn keep(tx: &mut Tx<'_>, id: RepositoryId, document: Option<&(String, String)>) -> db::Result<()> {
    let Some((document, owner)) = document else {
        return tx.run("DELETE FROM storage_gdrive_config WHERE repository_id = $1", params![id]).map(drop);
    };
    tx.run(
        "INSERT INTO storage_gdrive_config (repository_id, document_id, owner_email)
         VALUES ($1, $2, $3)
         ON CONFLICT (repository_id) DO UPDATE SET document_id = excluded.document_id,
           owner_email = excluded.owner_email",
        params![id, document, owner],
    )
    .map(drop)
}

#[cfg(test)]
mod tests {
    use super::GdriveConfigForm;

    #[test]
    fn a_document_and_its_owner_are_set_together() {
        let read = |id: &str, owner: &str| {
            let form = GdriveConfigForm { document_id: Some(id.to_owned()), owner_email: Some(owner.to_owned()) };
            form.read().map(|read| read.map(|(id, _)| id)).ok()
        };
        assert_eq!(read(" 1aB_c-9 ", "ada@lume.example"), Some(Some("1aB_c-9".to_owned())));
        assert_eq!(read(" ", ""), Some(None));
        assert!(GdriveConfigForm::default().read().is_ok_and(|read| read.is_none()));
        for (id, owner) in [
            ("1aB", ""),
            ("", "ada@lume.example"),
            ("a/b", "ada@lume.example"),
            ("1aB", "ada"),
            (&"x".repeat(201), "ada@lume.example"),
        ] {
            assert_eq!(read(id, owner), None, "{id} {owner}");
        }
    }
}
