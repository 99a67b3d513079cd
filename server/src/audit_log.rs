//! `vitrine audit`: verifies the log's chains, and prints their ends.

use std::path::Path;

use anyhow::{Context, ensure};
use audit::Head;
use serde::{Deserialize, Serialize};

use crate::say::say;
use crate::settings::Settings;

/// The output of `vitrine audit head`; a backup's manifest has the same field.
#[derive(Debug, Serialize, Deserialize)]
struct Heads {
    audit: Vec<Head>,
}

/// `vitrine audit head`.
pub async fn head(settings: &Settings) -> anyhow::Result<()> {
    let db = settings.open_as_it_is().await?;
    let audit = db.read(audit::heads).await?;
    say(&serde_json::to_string_pretty(&Heads { audit })?);
    Ok(())
}

/// `vitrine audit verify`.
pub async fn verify(settings: &Settings, against: Option<&Path>) -> anyhow::Result<()> {
    let noted = against.map(read).transpose()?.unwrap_or_default();
    let db = settings.open_up_to_date().await?;
    let chains = audit::verify(&db).await?;
    for state in &chains {
        match &state.broken {
            None => say(&format!("{}: {} entries, whole, ends with {}", whose(state.chain), state.length, state.hash)),
            Some(broken) => say(&format!("{}: {broken}", whose(state.chain))),
        }
    }
    let mut faults = chains.iter().filter(|state| state.broken.is_some()).count();
    for Head { chain, length, hash } in audit::left_behind(&db, noted).await? {
        faults += 1;
        say(&format!(
            "{}: no longer has the entry {hash} at position {length}, which was noted elsewhere",
            whose(chain)
        ));
    }
    for trigger in audit::missing_triggers(&db).await? {
        faults += 1;
        say(&format!("the trigger {trigger} is gone, which keeps entries from being changed"));
    }
    ensure!(faults == 0, "the audit log has {faults} faults");
    Ok(())
}

fn read(file: &Path) -> anyhow::Result<Vec<Head>> {
    let text = std::fs::read_to_string(file).with_context(|| file.display().to_string())?;
    let heads: Heads = serde_json::from_str(&text).with_context(|| format!("{} holds no ends", file.display()))?;
    Ok(heads.audit)
}

fn whose(chain: i64) -> String {
    if chain == 0 { "installation".to_owned() } else { format!("tenant {chain}") }
}
