//! The recent e-mails, shown to masters, and the files of the mail folder, where an installation without a mail server
//! reads its e-mails.

use authz::{Gate, Role};
use axum::extract::State;
use axum::http::HeaderName;
use axum::http::header::{CONTENT_DISPOSITION, CONTENT_TYPE};
use mail::{Health, Mail, Posted};
use rest::{Json, Path, Problem, Routes, routes};
use serde::Serialize;

#[derive(Serialize, utoipa::ToSchema)]
struct MailList {
    health: Health,
    /// The newest 200, newest first.
    items: Vec<Posted>,
    total: usize,
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
    let items = mail.newest().await?;
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
    let bytes = mail.file(message).await?.ok_or_else(Problem::not_found)?;
    Ok(([(CONTENT_TYPE, "message/rfc822"), (CONTENT_DISPOSITION, "attachment; filename=\"message.eml\"")], bytes))
}

/// The routes of the mail screen.
pub fn mail_routes(mail: &Mail) -> Routes {
    let masters = Gate::Roles(&[Role::Master]);
    Routes::default().route(masters, routes!(mail_list)).route(masters, routes!(mail_show)).with_state(mail.clone())
}
