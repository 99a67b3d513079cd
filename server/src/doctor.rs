//! `vitrine doctor`: the database looked through, and compared with what lies on disk.

use anyhow::ensure;

use crate::cli::say;
use crate::settings::Settings;

pub async fn doctor(settings: &Settings, treatment: content::Treatment) -> anyhow::Result<()> {
    let (mut mended, mut left) = (0, 0);
    // Before anything is written: what is damaged may spread.
    for finding in settings.open_database()?.examine().await? {
        left += 1;
        say(&format!("database: {finding}"));
    }
    ensure!(left == 0, "the database is damaged; restore a backup, or mend it with its own tools");
    let db = settings.open_up_to_date().await?;
    for finding in broken_rules(&db).await? {
        left += 1;
        say(&finding);
    }
    let compared = content::examine(&db, treatment, |finding| {
        if finding.mended {
            mended += 1
        } else {
            left += 1
        }
        say(&finding.to_string());
    });
    say(&format!("{} entries compared, {mended} faults mended.", compared.await?));
    ensure!(left == 0, "{left} faults are left");
    Ok(())
}

/// What rows say that our own rules do not allow.
async fn broken_rules(db: &db::Db) -> anyhow::Result<Vec<String>> {
    let mut found = Vec::new();
    for chain in audit::verify(db).await? {
        found.extend(chain.broken.map(|broken| format!("audit: chain {}: {broken}", chain.chain)));
    }
    found.extend(
        audit::missing_triggers(db).await?.into_iter().map(|name| format!("audit: the trigger {name} is gone")),
    );
    Ok(found)
}
