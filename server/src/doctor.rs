//! `vitrine doctor`: checks the database, and compares it with the files on disk.

use std::path::Path;

use anyhow::ensure;

use crate::backup;
use crate::rooms::rooms;
use crate::say::say;
use crate::settings::Settings;

/// `from`: a backup from which repairs take their bytes.
pub async fn doctor(settings: &Settings, options: storage::CheckOptions, from: Option<&Path>) -> anyhow::Result<()> {
    let store = from.map(backup::contents_of).transpose()?;
    let (mut repaired, mut left) = (0, 0);
    // Before anything is written: damage may spread.
    for finding in settings.open_as_it_is().await?.examine().await? {
        left += 1;
        say(&format!("database: {finding}"));
    }
    ensure!(left == 0, "the database is damaged; restore a backup, or mend it with its own tools");
    let db = settings.open_up_to_date().await?;
    for finding in broken_rules(&db).await? {
        left += 1;
        say(&finding);
    }
    let compared = storage::examine(&db, options, store.as_deref(), |finding| {
        if finding.repaired {
            repaired += 1
        } else {
            left += 1
        }
        say(&finding.to_string());
    });
    say(&format!("{} entries compared, {repaired} faults repaired.", compared.await?));
    ensure!(left == 0, "{left} faults are left");
    Ok(())
}

/// Rows that break our own rules.
async fn broken_rules(db: &db::Db) -> anyhow::Result<Vec<String>> {
    let mut found = Vec::new();
    for chain in audit::verify(db).await? {
        found.extend(chain.broken.map(|broken| format!("audit: chain {}: {broken}", chain.chain)));
    }
    found.extend(
        audit::missing_triggers(db).await?.into_iter().map(|name| format!("audit: the trigger {name} is gone")),
    );
    found.extend(db.read(|c| room::broken_rules(&rooms(), c)).await?);
    Ok(found)
}
