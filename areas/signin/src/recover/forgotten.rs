//! Requesting a new password. The request never checks whether the account exists: it writes a job, the same for every
//! address, and the job checks. So status, body and time reveal nothing.

use accounts::addresses::Reachable;
use accounts::{Email, maker};
use audit::Author;
use authz::Origin;
use axum::extract::State;
use axum::http::StatusCode;
use db::Tx;
use jobs::{JobContext, JobError, Kind, NewJob, Outcome};
use mail::{Addressee, Word};
use primitives::{Language, Seconds};
use rest::{Json, Problem, current_language};
use serde::{Deserialize, Serialize};
use serde_json::json;

use crate::limits::Caller;
use crate::link::{self, Purpose};
use crate::{SignIn, emails, log};

pub(crate) const JOB: &str = "identity_password_link";

#[derive(Deserialize, utoipa::ToSchema)]
pub(crate) struct ForgottenPassword {
    #[schema(value_type = rest::schema_formats::EmailAddress)]
    email: String,
}

#[derive(Serialize, Deserialize)]
struct Payload {
    account: String,
    language: Language,
}

/// Sends a link for a new password to the address, if an account has it. The answer is the same if none has.
#[utoipa::path(
    post,
    path = "/api/core/auth/forgotten_password",
    operation_id = "forgotten_password",
    tag = "core",
    request_body = ForgottenPassword,
    responses((status = 202, description = "A link was sent if an account has this address"))
)]
pub(crate) async fn forgotten_password(
    State(sign_in): State<SignIn>,
    caller: Caller,
    Json(request): Json<ForgottenPassword>,
) -> Result<StatusCode, Problem> {
    let account = Email::typed(&request.email).map_err(|rule| Problem::refused(vec![rule.of("email")]))?.key();
    sign_in.limits.ask_for_mail(caller)?;
    let payload = json!(Payload { account, language: current_language() });
    let job = NewJob::due(JOB, &payload, sign_in.clock.now());
    sign_in.db.write(move |tx| jobs::enqueue(tx, &job)).await?;
    Ok(StatusCode::ACCEPTED)
}

pub(crate) fn kind(sign_in: &SignIn) -> Kind {
    let sign_in = sign_in.clone();
    Kind::new(JOB, move |context| {
        let sign_in = sign_in.clone();
        async move { send_link(&sign_in, &context).await }
    })
}

async fn send_link(sign_in: &SignIn, context: &JobContext) -> Result<Outcome, JobError> {
    let Payload { account, language } = context.payload()?;
    let (public_url, now) = (sign_in.config.public_url.clone(), sign_in.clock.now());
    let (context, written) = (context.clone(), sign_in.db.clone());
    let done = written.write(move |tx| {
        context.complete(tx)?;
        for found in accounts::addresses::reachable(tx, &account)? {
            post_link(tx, &public_url, &found, language, now)?;
        }
        Ok::<_, db::Error>(())
    });
    done.await?;
    Ok(Outcome::Done)
}

fn post_link(tx: &mut Tx<'_>, public_url: &str, found: &Reachable, language: Language, now: Seconds) -> db::Result<()> {
    if link::is_fresh(tx, found.user, now)? || !maker::stands(tx, found.user)? {
        return Ok(());
    }
    let Some(profile) = accounts::profile(tx, found.user)? else { return Ok(()) };
    let link = ("link", Word::Link(link::mint(tx, public_url, &Purpose::Password(found.user), now)?));
    let to = Addressee { language: profile.language.or(Some(language)), ..profile.addressee() };
    log::record(tx, Author::nobody(Origin::Job), JOB, (found.user, profile.home, &profile.name), now);
    match &found.claimed_by {
        None => emails::PASSWORD_LINK.enqueue(tx, &to, &[link], now),
        Some(title) => emails::CLAIM_LINK.enqueue(tx, &to, &[link, ("tenant", Word::Plain(title.clone()))], now),
    }
}
