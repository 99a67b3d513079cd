//! Inviting a person, and sending the e-mail again.

use accounts::{Email, PersonName, Place, may_invite};
use authz::Actor;
use axum::extract::State;
use axum::http::StatusCode;
use db::{Conn, Tx};
use mail::{Addressee, Texts, Word};
use primitives::{CompanyId, GroupId, Language, Seconds};
use rest::{CurrentUser, FieldErrors, Json, Path, Problem, Rule};
use serde::Deserialize;
use serde_json::json;
use signin::link::{self, Purpose};

use crate::list::Invitation;
use crate::store::{self, Found, New};
use crate::{Error, Invitations, Result};

/// The e-mail to the invited person.
const INVITATION: Texts = mail::texts!("invitation");

#[derive(Deserialize, utoipa::ToSchema)]
pub(crate) struct CreateInvitation {
    #[schema(value_type = rest::schema_formats::OneLine)]
    name: String,
    #[schema(value_type = rest::schema_formats::EmailAddress)]
    email: String,
    /// The language of the e-mail, and at first of the page; if left out, the inviter's.
    #[serde(default)]
    language: Option<Language>,
    /// The company of the new user; if left out, the group's.
    #[serde(default)]
    company_id: Option<CompanyId>,
    #[serde(default)]
    user_group_id: Option<GroupId>,
    /// Manager of the group.
    #[serde(default)]
    manager: bool,
    /// Admin of the tenant.
    #[serde(default)]
    admin: bool,
}

impl CreateInvitation {
    fn read(&self) -> Result<(PersonName, Email), Problem> {
        let mut errors = FieldErrors::default();
        let name = errors.take("name", PersonName::parse(&self.name));
        let email = errors.take("email", Email::typed(&self.email));
        if self.company_id.is_none() && self.user_group_id.is_none() {
            errors.add("company_id", Rule::Mandatory);
        }
        if self.manager && self.user_group_id.is_none() {
            errors.add("user_group_id", Rule::Mandatory);
        }
        errors.finish(name.zip(email))
    }
}

/// Invites somebody by mail: into a company, or into a group and its company.
#[utoipa::path(
    post,
    path = "/api/core/invitation",
    operation_id = "invitation_create",
    tag = "core",
    request_body = CreateInvitation,
    responses(
        (status = 201, description = "Invited; the e-mail is on its way", body = Invitation),
        (status = 429, description = "Too many e-mails")
    )
)]
pub(crate) async fn invitation_create(
    State(invitations): State<Invitations>,
    CurrentUser(actor): CurrentUser,
    Json(wanted): Json<CreateInvitation>,
) -> Result<(StatusCode, Json<Invitation>), Problem> {
    let (name, email) = wanted.read()?;
    let (public_url, limits) = (invitations.sign_in.public_url(), invitations.accounts.email_limits());
    let now = invitations.clock.now();
    let written = invitations.db.write(move |tx| {
        let place = place(tx, &actor, &wanted)?;
        let language = wanted.language.or(actor.language);
        let new = New { place, name: &name, email: &email, language, by: actor.user };
        store::end_expired(tx, &new, now)?;
        let id = match store::insert(tx, &new, now, now + Purpose::Invitation(0).lifetime()) {
            Err(error) if error.is_unique() => return Err(Error::InvitedAlready),
            made => made?,
        };
        let found = store::find(tx, id)?.ok_or(Error::Missing)?;
        let fields = json!({
            "name": found.name, "company_id": place.company, "user_group_id": place.group,
            "manager": place.manager, "admin": place.admin,
        });
        limits.write_to(Some(place.tenant), &[&found.email])?;
        audit::record(tx, &*actor, found.act("invitation_create").after(fields), now);
        send(tx, &public_url, &found, now)?;
        Ok(found)
    });
    let found = written.await?;
    Ok((StatusCode::CREATED, Json(Invitation::new(found, now))))
}

/// The place of the invitation. One that the actor may not invite into is reported as unknown, like one that does not
/// exist.
fn place(conn: &mut Conn<'_>, actor: &Actor, wanted: &CreateInvitation) -> Result<Place> {
    let (field, home) = match (wanted.user_group_id, wanted.company_id) {
        (Some(group), _) => ("user_group_id", store::home_of_group(conn, group)?),
        (None, Some(company)) => {
            ("company_id", store::tenant_of_company(conn, company)?.map(|tenant| (tenant, company)))
        }
        (None, None) => ("company_id", None),
    };
    let (tenant, company) = home.ok_or_else(|| Error::Unknown(field))?;
    let mut place = Place { tenant, company, group: wanted.user_group_id, manager: wanted.manager, admin: false };
    if !may_invite(actor, &place) {
        return Err(Error::Unknown(field));
    }
    if let (Some(_), Some(company)) = (wanted.user_group_id, wanted.company_id) {
        if store::tenant_of_company(conn, company)? != Some(tenant) {
            return Err(Error::Unknown("company_id"));
        }
        place.company = company;
    }
    place.admin = wanted.admin;
    if may_invite(actor, &place) { Ok(place) } else { Err(accounts::Error::from(tenancy::Error::OnlyAdmin).into()) }
}

fn send(tx: &mut Tx<'_>, public_url: &str, found: &Found, now: Seconds) -> Result<()> {
    let link = link::mint(tx, public_url, &Purpose::Invitation(found.id), now)?;
    let to = Addressee { name: found.name.clone(), email: found.email.clone(), language: found.language };
    let words = [
        ("inviter", Word::Plain(found.invited_by.clone())),
        ("tenant", Word::Plain(found.tenant_title.clone())),
        ("link", Word::Link(link)),
    ];
    Ok(INVITATION.enqueue(tx, &to, &words, now)?)
}

/// Seconds until the e-mail can be sent again.
const PAUSE: Seconds = 60;

/// Sends the e-mail again with a new link that is valid for 72 hours; the former link becomes invalid.
#[utoipa::path(
    post,
    path = "/api/core/invitation/{invitation_id}/resend",
    operation_id = "invitation_resend",
    tag = "core",
    params(("invitation_id" = i64, Path, description = "The invitation's id")),
    responses(
        (status = 200, description = "The e-mail was sent again", body = Invitation),
        (status = 429, description = "Too many tries")
    )
)]
pub(crate) async fn invitation_resend(
    State(invitations): State<Invitations>,
    CurrentUser(actor): CurrentUser,
    Path(invitation): Path<i64>,
) -> Result<Json<Invitation>, Problem> {
    let (public_url, limits) = (invitations.sign_in.public_url(), invitations.accounts.email_limits());
    let now = invitations.clock.now();
    let written = invitations.db.write(move |tx| {
        let found = theirs(tx, &actor, invitation)?;
        if found.sent_at + PAUSE > now {
            return Err(Error::SentAlready(found.sent_at + PAUSE - now));
        }
        if !store::resend(tx, invitation, now, now + Purpose::Invitation(invitation).lifetime())? {
            return Err(Error::InvitationEnded);
        }
        limits.write_to(Some(found.place.tenant), &[&found.email])?;
        audit::record(tx, &*actor, found.act("invitation_resend"), now);
        send(tx, &public_url, &found, now)?;
        store::find(tx, invitation)?.ok_or(Error::Missing)
    });
    Ok(Json(Invitation::new(written.await?, now)))
}

/// The invitation, if the actor manages its place; others count as missing.
pub(crate) fn theirs(conn: &mut Conn<'_>, actor: &Actor, invitation: i64) -> Result<Found> {
    store::find(conn, invitation)?.filter(|found| may_invite(actor, &found.place)).ok_or(Error::Missing)
}
