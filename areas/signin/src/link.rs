//! One-time links: the e-mail has the only copy of the secret, and the database has its hash.
//!
//! A link is deleted in the transaction that uses it, so that it works once even with concurrent requests. The secret
//! is in the part of the address after `#`, which no server, proxy or referrer receives.

use accounts::Link;
use db::{Conn, Tx, params};
use primitives::{Seconds, UserId, random_hex, whole_number};

use crate::{Error, Result};

/// What a link allows.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Purpose {
    Invitation(i64),
    Password(UserId),
    /// Use this address from now on.
    Email(UserId, String),
}

const HOUR: Seconds = 3600;

impl Purpose {
    fn key(&self) -> &'static str {
        match self {
            Self::Invitation(_) => "invitation",
            Self::Password(_) => "password",
            Self::Email(..) => "email",
        }
    }

    fn page(&self) -> &'static str {
        match self {
            Self::Invitation(_) => "invitation",
            Self::Password(_) => "new-password",
            Self::Email(..) => "confirm-email",
        }
    }

    /// How long a link is valid, in seconds.
    pub fn lifetime(&self) -> Seconds {
        match self {
            Self::Invitation(_) => 72 * HOUR,
            Self::Password(_) => HOUR,
            Self::Email(..) => 24 * HOUR,
        }
    }

    fn user(&self) -> Option<UserId> {
        match self {
            Self::Invitation(_) => None,
            Self::Password(user) | Self::Email(user, _) => Some(*user),
        }
    }

    fn invitation(&self) -> Option<i64> {
        match self {
            Self::Invitation(invitation) => Some(*invitation),
            Self::Password(_) | Self::Email(..) => None,
        }
    }

    fn email(&self) -> Option<&str> {
        match self {
            Self::Email(_, email) => Some(email),
            Self::Invitation(_) | Self::Password(_) => None,
        }
    }
}

/// Makes a new link that replaces earlier ones for the same purpose; returns the whole address to be mailed.
pub fn mint(tx: &mut Tx<'_>, public_url: &str, purpose: &Purpose, now: Seconds) -> db::Result<String> {
    mint_for(tx, public_url, purpose, purpose.lifetime(), now)
}

/// As `mint`, valid for `lifetime` seconds.
pub(crate) fn mint_for(
    tx: &mut Tx<'_>,
    public_url: &str,
    purpose: &Purpose,
    lifetime: Seconds,
    now: Seconds,
) -> db::Result<String> {
    withdraw(tx, purpose)?;
    let secret = random_hex(32);
    let id: i64 = tx.get(
        "INSERT INTO identity_link (purpose, secret_hash, users_id, invitation_id, email, created_at, expires_at)
         VALUES ($1, $2, $3, $4, $5, $6, $7)
         RETURNING link_id",
        params![
            purpose.key(),
            &hashed(&secret),
            purpose.user(),
            purpose.invitation(),
            purpose.email(),
            now,
            now + lifetime
        ],
        |row| row.get(0),
    )?;
    Ok(format!("{public_url}/{}#{id}.{secret}", purpose.page()))
}

/// Invalidates links for the same purpose and person, or invitation.
pub fn withdraw(tx: &mut Tx<'_>, purpose: &Purpose) -> db::Result<()> {
    tx.run(
        "DELETE FROM identity_link WHERE purpose = $1 AND (users_id = $2 OR invitation_id = $3)",
        params![purpose.key(), purpose.user(), purpose.invitation()],
    )
    .map(|_| ())
}

/// The link by which a user whose account was just made chooses a password.
pub(crate) fn for_password(tx: &mut Tx<'_>, user: UserId, link: &Link<'_>) -> db::Result<String> {
    mint_for(tx, link.public_url, &Purpose::Password(user), link.lifetime, link.now)
}

/// Invalidates every link of the user, whatever its purpose: nothing that was requested before a change of credentials
/// stays valid.
pub(crate) fn withdraw_all(tx: &mut Tx<'_>, user: UserId) -> db::Result<()> {
    tx.run("DELETE FROM identity_link WHERE users_id = $1", params![user]).map(|_| ())
}

/// Invalidates all links; invitations can be sent again.
pub(crate) fn withdraw_every(tx: &mut Tx<'_>) -> db::Result<()> {
    tx.run("DELETE FROM identity_link", &[]).map(|_| ())
}

/// The purpose of the link of `token`, without using it up.
pub fn look(conn: &mut Conn<'_>, token: &str, now: Seconds) -> Result<Purpose> {
    found(conn, token, now).map(|(_, purpose)| purpose)
}

/// Uses the link up.
pub fn take(tx: &mut Tx<'_>, token: &str, now: Seconds) -> Result<Purpose> {
    let (id, purpose) = found(tx, token, now)?;
    match tx.run("DELETE FROM identity_link WHERE link_id = $1", params![id])? {
        1 => Ok(purpose),
        _ => Err(Error::LinkSpent),
    }
}

fn found(conn: &mut Conn<'_>, token: &str, now: Seconds) -> Result<(i64, Purpose)> {
    let (id, secret) = token.split_once('.').ok_or(Error::LinkSpent)?;
    let id = whole_number(id).ok_or(Error::LinkSpent)?;
    let row = conn.find(
        "SELECT secret_hash, purpose, users_id, invitation_id, email
         FROM identity_link
         WHERE link_id = $1 AND expires_at > $2",
        params![id, now],
        |row| {
            let purpose: String = row.get(1)?;
            let (user, invitation): (Option<UserId>, Option<i64>) = (row.get(2)?, row.get(3)?);
            let purpose = match (purpose.as_str(), user, invitation, row.get::<Option<String>>(4)?) {
                ("invitation", None, Some(invitation), None) => Purpose::Invitation(invitation),
                ("password", Some(user), None, None) => Purpose::Password(user),
                ("email", Some(user), None, Some(email)) => Purpose::Email(user, email),
                _ => return Err(db::Error::Broken(format!("link {id} is for nothing"))),
            };
            Ok((row.get::<String>(0)?, purpose))
        },
    )?;
    let (hash, purpose) = row.ok_or(Error::LinkSpent)?;
    // blake3 compares hashes in constant time.
    let same = blake3::Hash::from_hex(&hash).is_ok_and(|hash| hash == blake3::hash(secret.as_bytes()));
    if same { Ok((id, purpose)) } else { Err(Error::LinkSpent) }
}

fn hashed(secret: &str) -> String {
    blake3::hash(secret.as_bytes()).to_hex().to_string()
}

/// Deletes expired links.
pub(crate) fn sweep(tx: &mut Tx<'_>, now: Seconds) -> db::Result<u64> {
    tx.run("DELETE FROM identity_link WHERE expires_at <= $1", params![now])
}

/// A link for a new password was mailed to this user within the last two minutes, which is enough.
pub(crate) fn is_fresh(conn: &mut Conn<'_>, user: UserId, now: Seconds) -> db::Result<bool> {
    conn.exists(
        "SELECT CAST(1 AS BIGINT) FROM identity_link WHERE users_id = $1 AND purpose = 'password' AND created_at > $2",
        params![user, now - 120],
    )
}
