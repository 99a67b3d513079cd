//! Adapts the paths of file servers after the data folder was moved or copied. Rows name folders in our own folder for
//! files relative to it. Rows of earlier versions have absolute paths, which in a copy lead to the original.

use std::path::{Path, PathBuf};

use db::{Db, params};

use crate::blocking::blocking;
use crate::{Error, Result, Roots, disk};

/// Turns absolute paths of our own folders into relative ones. Call it before anything works with files.
pub async fn resolve_places(db: &Db, roots: &Roots) -> Result<()> {
    let known = db.read(|c| {
        let sql = "SELECT file_server_id, url FROM content_file_server WHERE type = 'posix'";
        let all = c.rows(sql, &[], |row| Ok((row.get::<i64>(0)?, row.get::<String>(1)?)))?;
        let kept: Vec<_> = all.into_iter().map(|(id, url)| (id, disk::kept(c, &url), url)).collect();
        Ok::<_, db::Error>((c.home().map(Path::to_owned), kept))
    });
    let (Some(home), known) = known.await? else { return Ok(()) };
    let roots = roots.clone();
    let changed = blocking(move || Ok::<_, Error>(shortened(&home, &roots, known))).await?;
    if changed.is_empty() {
        return Ok(());
    }
    db.write(move |tx| {
        for (id, short, url) in changed {
            let sql = "UPDATE content_file_server SET url = $2 WHERE file_server_id = $1 AND url = $3";
            tx.run(sql, params![id, &short, &url])?;
        }
        Ok(())
    })
    .await
}

/// The paths to change, with their new and old text.
fn shortened(home: &Path, roots: &Roots, known: Vec<(i64, String, String)>) -> Vec<(i64, String, String)> {
    let mut changed = Vec::new();
    for (id, mut short, url) in known.into_iter().filter(|(.., url)| url.starts_with('/')) {
        if short == url && !roots.names(Path::new(&url)) {
            let Some(moved) = moved(home, Path::new(&url)) else { continue };
            tracing::warn!("The data folder has moved or is a copy: the file server in {url} is now {moved} in it");
            short = moved;
        }
        if short != url {
            changed.push((id, short, url));
        }
    }
    changed
}

/// The part of `url` below an earlier path of our folder for files, if it exists here too.
fn moved(home: &Path, url: &Path) -> Option<String> {
    let name = home.file_name()?;
    let parts: Vec<_> = url.iter().collect();
    let at = parts.iter().rposition(|part| *part == name)?;
    let (data, below): (PathBuf, PathBuf) = (parts[..at].iter().collect(), parts[at + 1..].iter().collect());
    let is_ours = |name: &str| data.join(name).exists();
    if data.exists() && !is_ours("vitrine.db") && !is_ours("renditions") {
        return None;
    }
    if below.as_os_str().is_empty() {
        return Some(".".to_owned());
    }
    home.join(&below).is_dir().then(|| below.to_str().map(str::to_owned))?
}

#[cfg(test)]
mod tests {
    use std::path::Path;

    use super::moved;

    #[test]
    fn what_lay_below_the_old_folder_and_is_here_too_is_ours() {
        let data = tempfile::tempdir().unwrap();
        let home = data.path().join("files");
        std::fs::create_dir_all(home.join("lume/films")).unwrap();
        for (url, wanted) in [
            ("/old/data/files/lume/films", Some("lume/films")),
            ("/old/data/files", Some(".")),
            ("/old/data/files/other", None),
            ("/mnt/share/lume", None),
        ] {
            assert_eq!(moved(&home, Path::new(url)).as_deref(), wanted, "{url}");
        }
    }
}
