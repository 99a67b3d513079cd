//! What stores of objects are asked with: the rows of file servers of the type `s3`, and what the installation gives.

use std::path::PathBuf;

use blobs::{S3, S3Address};
use db::{Conn, Tx, params};
use outbound::{Outbound, Url};
use primitives::RepositoryId;
use secrets::{Column, SecretKey, Secrets};

use crate::FileServerId;

/// The secret keys, which are encrypted.
pub(crate) const SECRET_KEYS: Column = Column { table: "storage_bucket", column: "secret_key", row: "file_server_id" };

/// What the installation gives. The database carries it, so that a row becomes a store wherever there is a connection.
#[derive(Clone)]
pub struct S3Access {
    key: SecretKey,
    outbound: Outbound,
    /// What is received lies here until it is sent.
    staging: PathBuf,
}

impl S3Access {
    pub fn new(key: SecretKey, outbound: Outbound, staging: PathBuf) -> Self {
        Self { key, outbound, staging }
    }

    pub(crate) fn of(conn: &Conn<'_>) -> db::Result<Self> {
        let none = || db::Error::Broken("the database was opened without what a store of objects needs".to_owned());
        conn.carried::<Self>().cloned().ok_or_else(none)
    }

    /// How the store of a file server is asked. A secret key that cannot be decrypted is none.
    pub(crate) fn address(&self, conn: &mut Conn<'_>, id: FileServerId) -> db::Result<S3Address> {
        let sql = "SELECT s.url, a.region, a.bucket, a.prefix, a.path_style, a.access_key, a.secret_key
                   FROM storage_bucket a
                   JOIN content_file_server s ON s.file_server_id = a.file_server_id
                   WHERE a.file_server_id = $1";
        let secrets = Secrets::on(conn, &self.key)?;
        conn.get(sql, params![id], |row| {
            let (url, secret) = (row.get::<String>(0)?, row.get::<String>(6)?);
            let no_address = |_| db::Error::Broken(format!("a file server has the address {url:?}"));
            Ok(S3Address {
                endpoint: Url::parse(&url).map_err(no_address)?,
                region: row.get(1)?,
                bucket: row.get(2)?,
                prefix: row.get(3)?,
                path_style: row.get(4)?,
                access_key: row.get(5)?,
                secret_key: secrets.and_then(|secrets| secrets.decrypt(&SECRET_KEYS.at(id), &secret).ok()),
            })
        })
    }

    /// Keeps how a file server's store is asked.
    pub(crate) fn keep(&self, tx: &mut Tx<'_>, id: FileServerId, address: &S3Address) -> db::Result<()> {
        let none = || db::Error::Broken("this installation has no secret yet".to_owned());
        let secrets = Secrets::on(tx, &self.key)?.ok_or_else(none)?;
        let secret = secrets.encrypt(&SECRET_KEYS.at(id), address.secret_key.as_deref().unwrap_or_default())?;
        tx.run(
            "INSERT INTO storage_bucket (file_server_id, region, bucket, prefix, path_style, access_key, secret_key)
             VALUES ($1, $2, $3, $4, $5, $6, $7)
             ON CONFLICT (file_server_id) DO UPDATE SET region = excluded.region, bucket = excluded.bucket,
               prefix = excluded.prefix, path_style = excluded.path_style, access_key = excluded.access_key,
               secret_key = excluded.secret_key",
            params![
                id,
                &address.region,
                &address.bucket,
                &address.prefix,
                address.path_style,
                &address.access_key,
                &secret
            ],
        )
        .map(|_| ())
    }

    /// The store of a repository on such a file server.
    pub(crate) fn store(
        &self,
        conn: &mut Conn<'_>,
        (file_server, folder): (FileServerId, &str),
        repository: RepositoryId,
    ) -> db::Result<S3> {
        Ok(self.at(&self.address(conn, file_server)?, folder, &repository.to_string()))
    }

    /// A folder of an address. `staging`: the name of the folder for what is received.
    pub(crate) fn at(&self, address: &S3Address, folder: &str, staging: &str) -> S3 {
        S3::at(address, self.outbound.clone(), folder, self.staging.join(staging))
    }
}
