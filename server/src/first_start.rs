//! The first start: the master account, and the offer to fill an empty installation.

use accounts::{Email, NewUser, PersonName};
use anyhow::Context;
use audit::{Act, Author, Object};
use authz::Origin;
use passwords::Password;
use primitives::random_hex;
use serde_json::json;

use crate::app::App;
use crate::say::say;
use crate::settings::Settings;

const MASTER: &str = "master@vitrine.localhost";

/// Creates the master account if there is none, and prints its password once.
pub async fn greet(app: &App, settings: &Settings, seeded: bool) -> anyhow::Result<()> {
    if app.db.read(accounts::has_master).await? {
        return Ok(());
    }
    let password = made_up();
    let new = person("Master", MASTER, &password, true)?;
    let now = app.clock.now();
    let made = app.db.write(move |tx| {
        // Several processes may start at once.
        tx.lock(i64::from_be_bytes(*b"vitrine2"))?;
        if accounts::has_master(tx)? {
            return Ok(false);
        }
        let user = accounts::create_master(tx, &new, now)?;
        let act = Act::new("first_start", None, Object::new("users", user.0, new.name.as_str()));
        audit::record(tx, Author::nobody(Origin::CommandLine), act.after(json!({ "master": true })), now);
        Ok::<_, accounts::Error>(true)
    });
    if !made.await? {
        return Ok(());
    }
    let data = settings.data.display();
    say(&format!(
        "\n  A new installation in {data}\n\n    sign in as  {MASTER}\n    password    {password}\n\n  \
         It is shown this once, and changed at the first sign-in.\n"
    ));
    if !seeded {
        say(&format!("  To look around in a realistic organisation, stop and run: vitrine seed --data {data}\n"));
    }
    Ok(())
}

/// A password for one use: 80 random bits.
pub fn made_up() -> String {
    random_hex(10)
}

pub fn hashed(password: &str) -> anyhow::Result<passwords::PasswordHash> {
    let password = Password::parse(password).ok().context("that is no password")?;
    Ok(passwords::hash_password(&password)?)
}

pub fn person(name: &str, email: &str, password: &str, reset_due: bool) -> anyhow::Result<NewUser> {
    Ok(NewUser {
        name: PersonName::parse(name).ok().with_context(|| format!("{name} is no name"))?,
        email: Email::parse(email).ok().with_context(|| format!("{email} is no e-mail address"))?,
        language: None,
        password: hashed(password)?,
        reset_due,
    })
}
