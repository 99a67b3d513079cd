//! The application instances a user may open; the menu is made from them.

use axum::extract::State;
use primitives::{AppInstanceId, Application as Kind};
use rest::{CurrentUser, Json, Problem};
use serde::Serialize;

use crate::store::actors::Opened;
use crate::{Accounts, store};

#[derive(Serialize, utoipa::ToSchema)]
pub(crate) struct ApplicationList {
    items: Vec<Application>,
    total: usize,
}

#[derive(Serialize, utoipa::ToSchema)]
pub(crate) struct Application {
    application_instance_id: AppInstanceId,
    application_instance_title: String,
    /// Its number in the fixed catalogue of applications.
    application_id: i64,
    #[schema(value_type = String, example = "content")]
    application_key: Kind,
    /// The base address of its calls.
    access_url: String,
    /// The address is this server's. A page that reaches this server by another name continues to use that name.
    here: bool,
}

impl From<Opened> for Application {
    fn from(opened: Opened) -> Self {
        let id = opened.instance.id;
        Self {
            application_instance_id: id,
            application_instance_title: opened.title,
            application_id: opened.instance.application.code(),
            application_key: opened.instance.application,
            here: opened.access_url.is_none(),
            access_url: rest::whole(&opened.access_url.unwrap_or_else(|| format!("/api/app/{id}"))),
        }
    }
}

/// The application instances that the signed-in user may open.
#[utoipa::path(
    get,
    path = "/api/core/usergroup/application",
    operation_id = "list_applications",
    tag = "core",
    responses((status = 200, description = "The user's application instances", body = ApplicationList))
)]
pub(crate) async fn list_applications(
    State(accounts): State<Accounts>,
    CurrentUser(actor): CurrentUser,
) -> Result<Json<ApplicationList>, Problem> {
    let opened = accounts.db.read(move |conn| store::actors::opened(conn, actor.user)).await?;
    let items: Vec<_> = opened.into_iter().map(Application::from).collect();
    Ok(Json(ApplicationList { total: items.len(), items }))
}
