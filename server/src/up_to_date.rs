//! Opens the database and brings it up to date.

use anyhow::Context;
use db::Db;

use crate::settings::Settings;
use crate::{occupancy, rooms};

impl Settings {
    /// For a command that may run beside a server. The database is migrated only if no server uses it.
    pub async fn open_up_to_date(&self) -> anyhow::Result<Db> {
        self.bring_up_to_date(self.open_as_it_is().await?).await
    }

    /// As `open_up_to_date`; a missing one is created.
    pub async fn make_up_to_date(&self) -> anyhow::Result<Db> {
        self.bring_up_to_date(self.open_or_make().await?).await
    }

    async fn bring_up_to_date(&self, db: Db) -> anyhow::Result<Db> {
        if db.outdated_by(&rooms::migrations()).await? > 0 {
            let _alone = occupancy::occupy(self).context("the database has to be brought up to date first")?;
            db.migrate(&rooms::migrations()).await.context("the database cannot be brought up to date")?;
        }
        storage::resolve_places(&db, &self.roots()?).await?;
        Ok(db)
    }

    /// For a process that holds the installation: see `occupancy`.
    pub async fn open_alone(&self) -> anyhow::Result<Db> {
        let db = self.open_or_make().await?;
        db.migrate(&rooms::migrations()).await.context("the database cannot be brought up to date")?;
        storage::resolve_places(&db, &self.roots()?).await?;
        Ok(db)
    }
}
