//! Opens the database of the settings.

use anyhow::{Context, ensure};
use db::{Db, DbUrl, Engine};
use outbound::Outbound;
use room::Room;
use storage::{ByteAddresses, S3Access};

use super::Settings;
use crate::{moved, rooms};

impl Settings {
    pub fn database_url(&self) -> anyhow::Result<DbUrl> {
        match &self.database {
            None => Ok(DbUrl::Sqlite(self.data.join("vitrine.db"))),
            Some(url) => DbUrl::parse(url).context("the database is neither sqlite:<path> nor postgres://…"),
        }
    }

    pub fn open_database(&self) -> anyhow::Result<Db> {
        self.make_data_folder()?;
        crate::restore_marker::refuse_half_restored(&self.data)?;
        moved::refuse(&self.database_url()?)?;
        self.prepare(self.open(&self.database_url()?)?)
    }

    /// Opens this database, with as many connections as are set.
    pub fn open(&self, url: &DbUrl) -> anyhow::Result<Db> {
        Db::open_with(url, self.database_connections.get()).context("the database cannot be opened")
    }

    /// As `open`, for a database that is there.
    pub fn open_existing(&self, url: &DbUrl) -> anyhow::Result<Db> {
        Db::open_existing(url, self.database_connections.get())
            .with_context(|| format!("the database {url} cannot be opened"))
    }

    /// The database, with the values that its transactions need.
    pub fn prepare(&self, db: Db) -> anyhow::Result<Db> {
        self.with_values_of(&rooms::rooms(), db)
    }

    /// As `prepare`, for these rooms.
    pub fn with_values_of(&self, rooms: &[Room], db: Db) -> anyhow::Result<Db> {
        let outbound = Outbound::streaming(&self.trusted_hosts, self.outbound_authority.as_deref())
            .context("the certificates of outbound_ca_file cannot be read")?;
        let access = S3Access::new(self.secret_key(), outbound, self.data.join("staged"));
        let addresses = ByteAddresses::new(self.byte_origins()?, self.secret_key());
        Ok(rooms::with_rooms(rooms, db.at_home(&self.files())).carrying(access).carrying(addresses))
    }

    /// Opens the database without migrating it, unless it is half moved. A missing one is created.
    pub async fn open_or_make(&self) -> anyhow::Result<Db> {
        let db = self.open_database()?;
        refuse_half_made(&db).await?;
        Ok(db)
    }

    /// As `open_or_make`, without creating a missing one.
    pub async fn open_as_it_is(&self) -> anyhow::Result<Db> {
        moved::refuse(&self.database_url()?)?;
        self.open_moved_or_not().await
    }

    /// As `open_as_it_is`, also if it was moved elsewhere: the move may have been interrupted.
    pub async fn open_moved_or_not(&self) -> anyhow::Result<Db> {
        let none = || {
            let data = self.data.display();
            anyhow::anyhow!("there is no installation in {data}, or its database is another one (--data, --database)")
        };
        let url = self.database_url()?;
        crate::restore_marker::refuse_half_restored(&self.data)?;
        if matches!(&url, DbUrl::Sqlite(file) if !file.exists()) {
            return Err(none());
        }
        let db = self.open(&url)?;
        refuse_half_made(&db).await?;
        // What is wrong with one that cannot be read, others say.
        if matches!(db.is_made().await, Ok(false)) {
            return Err(none());
        }
        self.make_data_folder()?;
        self.prepare(db)
    }
}

/// A database that a move or a restore has only begun to fill is not to be worked with. The restore may have another data
/// folder.
async fn refuse_half_made(db: &Db) -> anyhow::Result<()> {
    // What is wrong with one that cannot be read, others say.
    let is_half = matches!(db.is_restore_target().await, Ok(true));
    ensure!(!is_half, "a restore into this database has not ended; run `vitrine restore` again, with its data folder");
    let is_half = db.engine() == Engine::Postgres && db.is_transfer_target().await?;
    ensure!(!is_half, "a move into this database has not ended; run `vitrine migrate --to` again");
    Ok(())
}
