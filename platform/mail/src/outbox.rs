//! The recent e-mails, shown to masters, and the files of the mail folder, where an installation without a mail server
//! reads its e-mails.

use authz::{Gate, Role};
use axum::extract::State;
use axum::http::HeaderName;
use axum::http::header::{CONTENT_DISPOSITION, CONTENT_TYPE};
use primitives::Seconds;
use rest::{Json, Path, Problem, Routes};
use serde::Serialize;
use utoipa_axum::routes;

use crate::transport::Way;
use crate::{Health, Mail, store};

#[derive(Serialize, utoipa::ToSchema)]
struct MailList {
    health: Health,
    /// The newest 200, newest first.
    items: Vec<Posted>,
    total: usize,
}

/// The state of an e-mail.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, utoipa::ToSchema)]
#[serde(rename_all = "snake_case")]
pub(crate) enum MailState {
    Queued,
    Sent,
    Failed,
}

impl MailState {
    /// The database checks the code.
    pub fn from_code(code: &str) -> Option<Self> {
        match code {
            "queued" => Some(Self::Queued),
            "sent" => Some(Self::Sent),
            "failed" => Some(Self::Failed),
            _ => None,
        }
    }
}

/// An e-mail's envelope.
#[derive(Serialize, utoipa::ToSchema)]
pub(crate) struct Posted {
    pub mail_id: i64,
    pub recipient: String,
    pub subject: String,
    pub state: MailState,
    #[schema(required)]
    pub error: Option<String>,
    pub created_at: Seconds,
    #[schema(required)]
    pub ended_at: Option<Seconds>,
    /// Its file can be fetched as `mail/{letter_id}`.
    pub has_file: bool,
}

/// The state of the mail queue, and the recent e-mails.
#[utoipa::path(
    get,
    path = "/api/core/mail",
    operation_id = "mail_list",
    tag = "core",
    responses((status = 200, description = "The state of the mail queue and the newest e-mails", body = MailList))
)]
async fn mail_list(State(mail): State<Mail>) -> Result<Json<MailList>, Problem> {
    let health = mail.health().await?;
    let mut items = mail.db.read(store::newest).await?;
    for posted in &mut items {
        posted.has_file = posted.state == MailState::Sent && health.transport == "folder";
    }
    Ok(Json(MailList { health, total: items.len(), items }))
}

/// One e-mail of the mail folder, in the format that mail programs read.
#[utoipa::path(
    get,
    path = "/api/core/mail/{mail_id}",
    operation_id = "mail_show",
    tag = "core",
    params(("mail_id" = i64, Path, description = "The e-mail's id")),
    responses((status = 200, description = "The e-mail", body = String, content_type = "message/rfc822"))
)]
async fn mail_show(
    State(mail): State<Mail>,
    Path(message): Path<i64>,
) -> Result<([(HeaderName, &'static str); 2], Vec<u8>), Problem> {
    let Way::Folder(folder) = &mail.transport.way else { return Err(Problem::not_found()) };
    let name = mail.db.read(move |conn| store::file_name(conn, message)).await?;
    let file = folder.join(name.ok_or_else(Problem::not_found)?);
    let read = tokio::task::spawn_blocking(move || std::fs::read(file)).await;
    let bytes = read.map_err(|_| Problem::internal())?.map_err(|_| Problem::not_found())?;
    Ok(([(CONTENT_TYPE, "message/rfc822"), (CONTENT_DISPOSITION, "attachment; filename=\"letter.eml\"")], bytes))
}

pub fn routes(mail: &Mail) -> Routes {
    let masters = Gate::Roles(&[Role::Master]);
    Routes::default().route(masters, routes!(mail_list)).route(masters, routes!(mail_show)).with_state(mail.clone())
}
