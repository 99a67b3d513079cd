//! What is received, in a folder of this host: one file for each node.

use std::fs::{self, DirBuilder, File, OpenOptions};
use std::io::{ErrorKind, Read};
use std::os::unix::fs::{DirBuilderExt, OpenOptionsExt};
use std::path::{Path, PathBuf};

use primitives::NodeId;

use super::found;
use crate::{Error, Found, Result};

/// What the note beside a file ends in that is sent in parts, and what is received from the store.
const PARTS: &str = "parts";
const COMING: &str = "coming";

#[derive(Clone, Debug)]
pub(crate) struct Staged {
    folder: PathBuf,
}

impl Staged {
    pub fn at(folder: PathBuf) -> Self {
        Self { folder }
    }

    fn path(&self, node: NodeId) -> PathBuf {
        self.folder.join(node.to_string())
    }

    /// The folder, made if it is missing.
    fn folder(&self) -> Result<&Path> {
        primitives::assert_may_wait();
        DirBuilder::new().recursive(true).mode(0o700).create(&self.folder)?;
        Ok(&self.folder)
    }

    pub fn append_to(&self, node: NodeId) -> Result<File> {
        self.folder()?;
        Ok(OpenOptions::new().create(true).read(true).append(true).mode(0o600).open(self.path(node))?)
    }

    pub fn open(&self, node: NodeId) -> Result<File> {
        primitives::assert_may_wait();
        Ok(File::open(self.path(node))?)
    }

    pub fn has(&self, node: NodeId) -> bool {
        self.path(node).exists()
    }

    pub fn remove(&self, node: NodeId) -> Result<()> {
        gone(fs::remove_file(self.path(node)))
    }

    /// Nothing is received here any more.
    pub fn remove_all(&self) -> Result<()> {
        primitives::assert_may_wait();
        gone(fs::remove_dir_all(&self.folder))
    }

    /// Gives the node these bytes. They have its name when they are all there.
    pub fn give(&self, node: NodeId, from: &mut impl Read) -> Result<()> {
        self.folder()?;
        let coming = self.path(node).with_extension(COMING);
        let mut file = OpenOptions::new().create(true).write(true).truncate(true).mode(0o600).open(&coming)?;
        std::io::copy(from, &mut file)?;
        file.sync_all()?;
        Ok(fs::rename(&coming, self.path(node))?)
    }

    /// A file without a name; it is gone when it is closed.
    pub fn nameless(&self) -> Result<File> {
        Ok(tempfile::tempfile_in(self.folder()?)?)
    }

    /// Where the id of an upload in parts is noted.
    pub fn parts(&self, node: NodeId) -> PathBuf {
        self.path(node).with_extension(PARTS)
    }

    /// Notes the id of an upload in parts.
    pub fn note_parts(&self, node: NodeId, upload: &str) -> std::io::Result<()> {
        DirBuilder::new().recursive(true).mode(0o700).create(&self.folder)?;
        fs::write(self.parts(node), upload)
    }

    pub fn noted_parts(&self, node: NodeId) -> Result<Option<String>> {
        match fs::read_to_string(self.parts(node)) {
            Ok(id) => Ok(Some(id)),
            Err(error) if error.kind() == ErrorKind::NotFound => Ok(None),
            Err(error) => Err(error.into()),
        }
    }

    pub fn forget_parts(&self, node: NodeId) -> Result<()> {
        gone(fs::remove_file(self.parts(node)))
    }

    /// The files, by their nodes.
    pub fn all(&self) -> Result<Vec<Found>> {
        let mut all = Vec::new();
        for entry in fs::read_dir(self.folder()?)? {
            let entry = entry?;
            let name = entry.file_name();
            if let Some(node) = name.to_str().filter(|name| name.parse::<i64>().is_ok()) {
                all.push(found(node, entry.metadata()?.len()));
            }
        }
        Ok(all)
    }
}

fn gone(removed: std::io::Result<()>) -> Result<()> {
    match removed.map_err(Error::from) {
        Err(Error::Missing) => Ok(()),
        other => other,
    }
}
