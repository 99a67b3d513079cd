//! The first start: the master account, and the offer to fill the empty house.

use anyhow::Context;
use audit::{Act, Author, Object};
use authz::Origin;
use identity::{Email, NewUser, Password, PersonName};
use primitives::{Clock, random_hex};
use serde_json::json;

use crate::app::App;
use crate::cli::say;
use crate::settings::Settings;

const MASTER: &str = "master@vitrine.localhost";

/// Makes the master account where there is none yet, and prints its password, once.
pub async fn greet(app: &App, settings: &Settings, seeded: bool) -> anyhow::Result<()> {
    if app.db.read(identity::has_master).await? {
        return Ok(());
    }
    let password = made_up();
    let new = person("Master", MASTER, &password, true)?;
    let now = app.clock.now();
    let made = app.db.write(move |tx| {
        let user = identity::create_master(tx, &new, now)?;
        let act = Act::new("first_start", None, Object::new("users", user.0, new.name.as_str()));
        audit::record(tx, Author::nobody(Origin::CommandLine), act.after(json!({ "master": true })), now);
        Ok::<_, identity::Error>(())
    });
    made.await?;
    let data = settings.data.display();
    say(&format!(
        "\n  A new installation in {data}\n\n    sign in as  {MASTER}\n    password    {password}\n\n  \
         It is shown this once, and changed at the first sign-in.\n"
    ));
    if !seeded {
        say(&format!("  To look around in a believable organisation, stop and run: vitrine seed --data {data}\n"));
    }
    Ok(())
}

/// `vitrine user reset-password`.
pub async fn reset_password(settings: Settings, email: String) -> anyhow::Result<()> {
    let db = settings.open_database()?;
    db.migrate().await?;
    let address = Email::parse(&email).ok().context("that is no e-mail address")?;
    let user = db.read(move |c| identity::find_user_by_email(c, &address)).await?;
    let user = user.context("nobody has that e-mail address")?;
    let password = made_up();
    let hash = hashed(&password)?;
    let now = Clock::system().now();
    let written = db.write(move |tx| {
        identity::set_password(tx, user, &hash, true)?;
        let (home, name) = identity::home_and_name(tx, user)?;
        let act = Act::new("user reset-password", home, Object::new("users", user.0, name));
        audit::record(tx, Author::nobody(Origin::CommandLine), act.after(json!({ "reset_pwd": true })), now);
        Ok::<_, identity::Error>(())
    });
    written.await?;
    say(&format!("The new password is {password} and must be changed at the next sign-in."));
    Ok(())
}

/// A password nobody has to remember for long: 80 random bits.
pub fn made_up() -> String {
    random_hex(10)
}

fn hashed(password: &str) -> anyhow::Result<identity::PasswordHash> {
    let password = Password::parse(password).ok().context("that is no password")?;
    Ok(identity::hash_password(&password)?)
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
