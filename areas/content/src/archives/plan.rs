//! What is in an archive, and where: known before a byte of it is read.

use axum::body::Bytes;
use primitives::{NodeId, Seconds};

use super::zip::{Directory, Record};

/// An entry of an archive.
#[derive(Clone, Debug)]
pub(super) struct Entry {
    /// From the top of the archive; that of a folder ends with a slash.
    pub path: String,
    pub size: u64,
    pub modified: Seconds,
    pub content: EntryContent,
}

#[derive(Clone, Debug)]
pub(super) enum EntryContent {
    Folder,
    File {
        node: NodeId,
        /// Of what it had when the archive was planned.
        hash: Option<String>,
        /// The key of what was made of that, and is in the archive instead.
        made: Option<String>,
    },
    /// What the program adds.
    Text(Bytes),
}

impl Entry {
    pub fn record(&self) -> Record<'_> {
        Record { path: &self.path, size: self.size, modified: self.modified }
    }

    /// Of the bytes that the archive has of it. What is made of a content is not that content.
    pub fn content_hash(&self) -> Option<String> {
        match &self.content {
            EntryContent::File { made: Some(made), .. } => Some(blake3::hash(made.as_bytes()).to_hex().to_string()),
            EntryContent::File { hash, .. } => hash.clone(),
            EntryContent::Folder | EntryContent::Text(_) => None,
        }
    }

    pub fn is_file(&self) -> bool {
        matches!(self.content, EntryContent::File { .. })
    }
}

/// A whole archive.
#[derive(Debug)]
pub(super) struct Plan {
    pub entries: Vec<Entry>,
    /// Where each of them begins.
    pub offsets: Vec<u64>,
    pub directory: Directory,
}

impl Plan {
    pub fn of(entries: Vec<Entry>) -> Self {
        let mut offsets = Vec::with_capacity(entries.len());
        let (mut offset, mut length) = (0, 0);
        for entry in &entries {
            let record = entry.record();
            offsets.push(offset);
            length += record.line_length(offset) as u64;
            offset += record.length();
        }
        let directory = Directory { entries: entries.len() as u64, offset, length };
        Self { entries, offsets, directory }
    }

    /// How many bytes it has.
    pub fn length(&self) -> u64 {
        self.directory.offset + self.directory.length + self.directory.end_length() as u64
    }

    pub fn files(&self) -> usize {
        self.entries.iter().filter(|entry| entry.is_file()).count()
    }

    /// Equal for archives that are equal byte by byte.
    pub fn tag(&self) -> String {
        let mut hasher = blake3::Hasher::new();
        for Entry { path, size, modified, content } in &self.entries {
            hasher.update(path.as_bytes());
            hasher.update(format!("\0{size} {modified} ").as_bytes());
            match content {
                EntryContent::Folder => {}
                EntryContent::File { node, hash, made } => {
                    let (hash, made) = (hash.as_deref().unwrap_or_default(), made.as_deref().unwrap_or_default());
                    hasher.update(format!("{node} {hash} {made}").as_bytes());
                }
                EntryContent::Text(text) => drop(hasher.update(text)),
            }
            hasher.update(b"\0");
        }
        let hash = hasher.finalize().to_hex();
        format!("\"{}\"", &hash[..32])
    }

    /// Equal for archives that give away the same files with the same contents, as they are or as what is made of them.
    pub fn files_hash(&self) -> String {
        let file = |entry: &Entry| match &entry.content {
            EntryContent::File { node, hash, .. } => Some(format!("{node} {}", hash.as_deref().unwrap_or_default())),
            EntryContent::Folder | EntryContent::Text(_) => None,
        };
        let mut files: Vec<String> = self.entries.iter().filter_map(file).collect();
        files.sort_unstable();
        blake3::hash(files.join("\n").as_bytes()).to_hex().to_string()
    }

    /// The entry that the byte `at` is of; none where it is of the directory or the end.
    pub fn at(&self, at: u64) -> Option<usize> {
        let is_before_end = at < self.directory.offset;
        is_before_end.then(|| self.offsets.partition_point(|offset| *offset <= at) - 1)
    }
}
