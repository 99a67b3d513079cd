//! Following the link: showing the invitation, and accepting it with a new password.

use accounts::addresses::{self, Bearer};
use accounts::{Address, Belonging, Email, NewUser, PersonName, maker};
use audit::Author;
use axum::extract::State;
use db::{Conn, Tx};
use passwords::{Password, PasswordHash, judge_new};
use primitives::{Language, Seconds, UserId};
use rest::{ClientOrigin, Json, Problem};
use serde::{Deserialize, Serialize};
use signin::link::{self, Purpose};
use signin::{Caller, Device, SignedIn, TokenAnswer};

use crate::entitled::is_entitled;
use crate::store::{self, Found};
use crate::{Error, Invitations, Result};

#[derive(Deserialize, utoipa::ToSchema)]
pub(crate) struct InvitationToken {
    /// The part after `#` in the mailed link.
    token: String,
}

impl InvitationToken {
    pub fn token(&self) -> &str {
        &self.token
    }
}

#[derive(Serialize, utoipa::ToSchema)]
pub(crate) struct InvitationShown {
    name: String,
    email: String,
    tenant_title: String,
    #[schema(required)]
    group_title: Option<String>,
    invited_by: String,
    #[schema(required)]
    language: Option<Language>,
    expires_at: Seconds,
    /// The address already has an account: sign in and join.
    has_account: bool,
}

/// Shows the invitation of a link. The link stays valid.
#[utoipa::path(
    post,
    path = "/api/core/auth/invitation",
    operation_id = "invitation_show",
    tag = "core",
    request_body = InvitationToken,
    responses((status = 200, description = "The invitation", body = InvitationShown))
)]
pub(crate) async fn invitation_show(
    State(invitations): State<Invitations>,
    caller: Caller,
    Json(request): Json<InvitationToken>,
) -> Result<Json<InvitationShown>, Problem> {
    invitations.sign_in.show_link(caller)?;
    let now = invitations.clock.now();
    let read = invitations.db.read(move |conn| {
        let found = invited(conn, &request.token, now)?;
        let has_account = has_account(conn, &found)?;
        Ok::<_, Error>((found, has_account))
    });
    let (found, has_account) = read.await?;
    Ok(Json(InvitationShown {
        name: found.name,
        email: found.email,
        tenant_title: found.tenant_title,
        group_title: found.group_title,
        invited_by: found.invited_by,
        language: found.language,
        expires_at: found.expires_at,
        has_account,
    }))
}

#[derive(Deserialize, utoipa::ToSchema)]
pub(crate) struct AcceptInvitation {
    token: String,
    #[schema(value_type = rest::schema_formats::OneLine)]
    name: String,
    #[schema(value_type = rest::schema_formats::ChosenPassword)]
    password: String,
    #[serde(default)]
    language: Option<Language>,
}

/// Accepts the invitation: creates the account, or takes over the unused one that the tenant made for the address, adds
/// it to the company or group, and signs it in. The link is used up.
#[utoipa::path(
    post,
    path = "/api/core/auth/invitation/accept",
    operation_id = "invitation_accept",
    tag = "core",
    request_body = AcceptInvitation,
    responses((status = 200, description = "Signed in", body = TokenAnswer))
)]
pub(crate) async fn invitation_accept(
    State(invitations): State<Invitations>,
    caller: Caller,
    device: Device,
    ClientOrigin(origin): ClientOrigin,
    Json(request): Json<AcceptInvitation>,
) -> Result<SignedIn, Problem> {
    invitations.sign_in.show_link(caller)?;
    let name = PersonName::parse(&request.name).map_err(accounts::refused_name)?;
    let password = Password::parse(&request.password).map_err(|fault| accounts::refused_password("password", fault))?;
    let (token, now) = (request.token.clone(), invitations.clock.now());
    let found = invitations.db.read(move |conn| invited(conn, &token, now)).await?;
    judge_new(
        &password,
        &accounts::words_about(name.as_str(), &found.email, &[&found.tenant_title, &found.company_name]),
    )
    .map_err(|fault| accounts::refused_password("password", fault))?;
    let hash = invitations.accounts.hasher().hash(&password).await.map_err(accounts::Error::from)?;
    let expires_at = invitations.sign_in.session_end(now);
    let written = invitations.db.write(move |tx| {
        let found = taken(tx, &request.token, now)?;
        let new = Newcomer { name, language: request.language, hash };
        let user = come_in(tx, &found, new, now)?;
        audit::record(tx, Author::user(user, origin), found.act("invitation_accept"), now);
        Ok::<_, Error>((user, signin::begin_session(tx, user, &device, now, expires_at)?))
    });
    let (user, session) = written.await?;
    Ok(invitations.sign_in.signed_in(user, session, (now, expires_at))?)
}

struct Newcomer {
    name: PersonName,
    language: Option<Language>,
    hash: PasswordHash,
}

/// A new account, or the unused one that the tenant made for this address. The e-mail has proven who owns the address.
fn come_in(tx: &mut Tx<'_>, found: &Found, newcomer: Newcomer, now: Seconds) -> Result<UserId> {
    let new = NewUser {
        name: newcomer.name,
        email: Email::parse(&found.email).map_err(|_| Error::link_spent())?,
        language: newcomer.language.or(found.language),
        password: newcomer.hash,
        reset_due: false,
    };
    let user = match unused(tx, found, &new.email)? {
        Some(user) => {
            accounts::rename(tx, user, &new.name)?;
            accounts::choose_language(tx, user, new.language)?;
            accounts::set_password(tx, user, &new.password, false)?;
            addresses::confirm(tx, user, now)?;
            user
        }
        None => accounts::create_account(tx, Some(found.place.company), &new, Address::Confirmed, now)?,
    };
    close(tx, found, user, now)?;
    Ok(user)
}

/// Adds the user to the place of the invitation, and ends it. Refused if it is not the user's home, unless the group
/// has invited their company and it has accepted. A link never makes somebody from another tenant an admin.
pub(crate) fn close(tx: &mut Tx<'_>, found: &Found, user: UserId, now: Seconds) -> Result<()> {
    let home = accounts::profile(tx, user)?.ok_or(Error::Missing)?.home;
    let at_home = home == Some(found.place.tenant);
    let lent = match found.place.group {
        Some(group) => !found.place.admin && accounts::can_join(tx, user, group)?,
        None => false,
    };
    if !at_home && !lent {
        return Err(Error::OtherHome);
    }
    if let Some(group) = found.place.group {
        let belonging = if found.place.manager { Belonging::Manager } else { Belonging::Member };
        accounts::add_member(tx, user, group, belonging)?;
    }
    if found.place.admin {
        accounts::make_admin(tx, user, found.place.tenant)?;
    }
    if store::end(tx, found.id, Some(user), now)? { Ok(()) } else { Err(Error::link_spent()) }
}

/// The open invitation of a link; its place is active.
pub(crate) fn invited(conn: &mut Conn<'_>, token: &str, now: Seconds) -> Result<Found> {
    let purpose = link::look(conn, token, now)?;
    open(conn, &purpose, now)
}

/// As `invited`, and uses the link up.
pub(crate) fn taken(tx: &mut Tx<'_>, token: &str, now: Seconds) -> Result<Found> {
    let purpose = link::take(tx, token, now)?;
    open(tx, &purpose, now)
}

fn open(conn: &mut Conn<'_>, purpose: &Purpose, now: Seconds) -> Result<Found> {
    let Purpose::Invitation(invitation) = purpose else { return Err(Error::link_spent()) };
    let found = store::find(conn, *invitation)?;
    let found = found.filter(|found| found.open && found.ended_at.is_none() && found.expires_at > now);
    let found = found.ok_or(Error::link_spent())?;
    if is_entitled(conn, &found)? { Ok(found) } else { Err(Error::link_spent()) }
}

/// The invited person has an account to sign in and join with: one whose address is confirmed, or one of the tenant
/// that has a password already. Accounts that other tenants made for the address do not count, nor does an unused
/// account whose maker may no longer make it.
fn has_account(conn: &mut Conn<'_>, found: &Found) -> Result<bool> {
    let email = Email::parse(&found.email).map_err(|_| Error::link_spent())?;
    let bearers = addresses::bearers(conn, &email)?;
    let own = |bearer: &&Bearer| bearer.home == Some(found.place.tenant) && bearer.has_password;
    let opens = match bearers.iter().find(own) {
        Some(own) => maker::stands(conn, own.user)?,
        None => false,
    };
    Ok(opens || bearers.iter().any(|bearer| bearer.confirmed))
}

/// The unused account that the tenant made for the address. If its maker may no longer make it, the sender of the
/// invitation becomes its maker, if allowed to make it.
fn unused(conn: &mut Conn<'_>, found: &Found, email: &Email) -> Result<Option<UserId>> {
    if has_account(conn, found)? {
        return Err(accounts::Error::EmailTaken.into());
    }
    let own = addresses::within(conn, email, found.place.tenant)?;
    match own {
        Some(bearer) => {
            let is_on = accounts::find_switched_on(conn, bearer.user)?.is_some();
            let stands = maker::stands(conn, bearer.user)? || is_maker(conn, found, bearer.user)?;
            if is_on && stands { Ok(Some(bearer.user)) } else { Err(Error::link_spent()) }
        }
        None => Ok(None),
    }
}

/// The sender of the invitation may make the account.
fn is_maker(conn: &mut Conn<'_>, found: &Found, user: UserId) -> db::Result<bool> {
    match accounts::find_actor(conn, found.by)? {
        Some(inviter) => maker::may_make(conn, &inviter, user),
        None => Ok(false),
    }
}
