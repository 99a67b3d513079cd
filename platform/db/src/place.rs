//! The location of a database, in a form that may be shown and stored: without a password.

use std::fmt::{self, Display, Formatter};
use std::path::Path;

use postgres::config::Host;

use crate::{DbUrl, address};

impl Display for DbUrl {
    /// As the setting names it. One database has one name, whatever account is used, and SQLite's file whatever link
    /// leads to it.
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        match self {
            Self::Sqlite(file) => write!(f, "sqlite:{}", real(file).display()),
            Self::Postgres(url) => match address::parse(url) {
                Ok((config, _)) => postgres(&config, f),
                Err(_) => f.write_str("postgres://"),
            },
        }
    }
}

/// For a file that does not exist yet, the real path of its folder is used.
fn real(file: &Path) -> std::path::PathBuf {
    let whole = std::path::absolute(file).unwrap_or_else(|_| file.to_owned());
    whole.canonicalize().unwrap_or_else(|_| match (whole.parent().map(Path::canonicalize), whole.file_name()) {
        (Some(Ok(folder)), Some(name)) => folder.join(name),
        _ => whole,
    })
}

fn postgres(config: &postgres::Config, f: &mut Formatter<'_>) -> fmt::Result {
    let name = config.get_dbname().or(config.get_user()).unwrap_or_default();
    let port = |index: usize| config.get_ports().get(index).or(config.get_ports().first()).copied().unwrap_or(5432);
    let hosts = config.get_hosts().iter().enumerate().map(|(index, host)| match host {
        Host::Tcp(host) => format!("{host}:{}", port(index)),
        Host::Unix(folder) => format!("{}:{}", folder.display(), port(index)),
    });
    write!(f, "postgres://{}/{name}", hosts.collect::<Vec<_>>().join(","))
}

#[cfg(test)]
mod tests {
    use crate::DbUrl;

    #[test]
    fn a_database_address_is_shown_uniformly_and_without_its_password() {
        for url in [
            "postgres://vitrine:geheim@db.example/lume",
            "postgresql://ana@db.example:5432/lume?password=geheim",
            "host=db.example port=5432 user=vitrine password=geheim dbname=lume",
            "postgres://db.example/lume?sslmode=verify-full&sslrootcert=/etc/vitrine/ca.pem",
        ] {
            assert_eq!(DbUrl::parse(url).unwrap().to_string(), "postgres://db.example:5432/lume");
        }
        let socket = DbUrl::parse("host=/run/postgresql user=lume").unwrap();
        assert_eq!(socket.to_string(), "postgres:///run/postgresql:5432/lume");
        assert_eq!(DbUrl::Postgres("postgres://x:geheim@:y/".into()).to_string(), "postgres://");
        let folder = tempfile::tempdir().unwrap();
        let (file, link) = (folder.path().join("a.db"), folder.path().join("b.db"));
        let told = DbUrl::Sqlite(file.clone()).to_string();
        std::fs::write(&file, "").unwrap();
        std::os::unix::fs::symlink(&file, &link).unwrap();
        assert_eq!((DbUrl::Sqlite(file).to_string(), DbUrl::Sqlite(link).to_string()), (told.clone(), told));
    }
}
