//! Sends an archive as fast as its client reads: a header, the bytes of a file while their check sum is computed, and
//! what stands behind them, for one entry after the other, and the directory at the end. Nothing of it is stored.

use std::any::Any;
use std::io;
use std::pin::Pin;

use axum::body::Bytes;
use crc32fast::Hasher;
use futures_util::stream::{self, Stream, StreamExt as _, TryStreamExt as _, try_unfold};

use super::files::Asker;
use super::plan::{EntryContent, Plan};
use crate::Result;
use crate::downloads::chunks_of;

type Chunks = Pin<Box<dyn Stream<Item = io::Result<Bytes>> + Send>>;

/// What is given back when the archive was sent: a place among those that are sent at once.
pub(super) type Turn = Box<dyn Any + Send>;

/// So many lines of the directory are made at once.
const LINES: usize = 500;

/// `count` bytes of an archive from `first` on. It ends in an error if a file is not what it was, or may not be had any
/// more.
pub(super) fn send(
    asker: Asker,
    plan: Plan,
    (first, count): (u64, u64),
    turn: Turn,
) -> impl Stream<Item = io::Result<Bytes>> {
    let (at, part, skip) = match plan.at(first) {
        Some(at) => (at, Part::Header, first - plan.offsets[at]),
        None => (plan.entries.len(), Part::Lines(0), first - plan.directory.offset),
    };
    let check_sums = vec![None; plan.entries.len()];
    let sending = Sending { asker, plan, check_sums, at, part, skip, left: count, end: None, _turn: turn };
    try_unfold(sending, Sending::next)
}

struct Sending {
    asker: Asker,
    plan: Plan,
    check_sums: Vec<Option<u32>>,
    /// The entry that is being sent.
    at: usize,
    part: Part,
    /// So many bytes are not sent before the next ones.
    skip: u64,
    /// So many are sent after that.
    left: u64,
    /// How it ends if nothing more is read; none before the first byte.
    end: Option<End>,
    _turn: Turn,
}

/// What comes next.
enum Part {
    Header,
    Bytes(Reading),
    /// The lines of the directory from this one on.
    Lines(usize),
    End,
}

/// The bytes of one entry.
struct Reading {
    chunks: Chunks,
    /// None where the check sum is known already.
    hasher: Option<Hasher>,
}

#[derive(Clone, Copy, Debug)]
enum End {
    Abandoned,
    Whole,
    CutOff,
}

impl Sending {
    async fn next(mut self) -> io::Result<Option<(Bytes, Self)>> {
        while self.left > 0 {
            self.end = Some(End::Abandoned);
            let piece = self.piece().await.map_err(|error| {
                self.end = Some(End::CutOff);
                tracing::info!("An archive is cut off: {error}");
                io::Error::other(error)
            })?;
            let piece = self.cut(piece);
            if !piece.is_empty() {
                return Ok(Some((piece, self)));
            }
        }
        Ok(None)
    }

    /// What is wanted of the next bytes.
    fn cut(&mut self, piece: Bytes) -> Bytes {
        let length = piece.len() as u64;
        let skipped = self.skip.min(length);
        let sent = self.left.min(length - skipped);
        self.skip -= skipped;
        self.left -= sent;
        if self.left == 0 {
            self.end = Some(End::Whole);
        }
        piece.slice(within(skipped)..within(skipped + sent))
    }

    /// The next bytes; maybe none.
    async fn piece(&mut self) -> Result<Bytes> {
        match &mut self.part {
            Part::Header if self.at == self.plan.entries.len() => {
                self.part = Part::Lines(0);
                Ok(Bytes::new())
            }
            Part::Header => self.begin_entry().await,
            Part::Bytes(reading) => match reading.next().await? {
                Some(chunk) => Ok(chunk),
                None => Ok(self.end_entry()),
            },
            Part::Lines(first) => {
                let first = *first;
                self.lines(first).await
            }
            Part::End => Ok(self.plan.directory.end().into()),
        }
    }

    async fn begin_entry(&mut self) -> Result<Bytes> {
        let entry = &self.plan.entries[self.at];
        let header = Bytes::from(entry.record().header());
        let (chunks, known): (Chunks, Option<u32>) = match &entry.content {
            EntryContent::Folder => (Box::pin(stream::empty()), None),
            EntryContent::Text(text) => (Box::pin(stream::iter([Ok(text.clone())])), None),
            EntryContent::File { .. } => {
                let known = self.asker.content.archives.check_sum(entry.content_hash().as_deref());
                // What was sent before need not be read again only for the check sum.
                let before = known.map_or(0, |_| self.skip.saturating_sub(header.len() as u64).min(entry.size));
                self.skip -= before;
                let (file, again) = (self.asker.open(entry).await?, self.asker.again(entry));
                let chunks = file.map(|file| chunks_of(file, again, before, entry.size - before));
                let chunks = stream::iter(chunks).flatten();
                (Box::pin(chunks), known.filter(|_| before > 0))
            }
        };
        self.check_sums[self.at] = known;
        self.part = Part::Bytes(Reading { chunks, hasher: known.is_none().then(Hasher::new) });
        Ok(header)
    }

    fn end_entry(&mut self) -> Bytes {
        let entry = &self.plan.entries[self.at];
        if let Part::Bytes(Reading { hasher: Some(hasher), .. }) = std::mem::replace(&mut self.part, Part::Header) {
            let check_sum = hasher.finalize();
            self.check_sums[self.at] = Some(check_sum);
            self.asker.content.archives.note(entry.content_hash().as_deref(), check_sum);
        }
        let descriptor = entry.record().descriptor(self.check_sums[self.at].unwrap_or_default());
        self.at += 1;
        descriptor.into()
    }

    /// Some lines of the directory.
    async fn lines(&mut self, first: usize) -> Result<Bytes> {
        let end = self.plan.entries.len().min(first + LINES);
        let mut lines = Vec::new();
        for at in first..end {
            let check_sum = self.check_sum(at).await?;
            lines.extend(self.plan.entries[at].record().line(check_sum, self.plan.offsets[at]));
        }
        self.part = if end == self.plan.entries.len() { Part::End } else { Part::Lines(end) };
        Ok(lines.into())
    }

    /// Of an entry that was sent, or that an earlier request has fetched.
    async fn check_sum(&mut self, at: usize) -> Result<u32> {
        if let Some(known) = self.check_sums[at] {
            return Ok(known);
        }
        let entry = &self.plan.entries[at];
        let hash = match &entry.content {
            EntryContent::Folder => return Ok(0),
            EntryContent::Text(text) => return Ok(crc32fast::hash(text)),
            EntryContent::File { .. } => entry.content_hash(),
        };
        if let Some(known) = self.asker.content.archives.check_sum(hash.as_deref()) {
            return Ok(known);
        }
        let mut hasher = Hasher::new();
        if let Some(file) = self.asker.open(entry).await? {
            let mut chunks = std::pin::pin!(chunks_of(file, self.asker.again(entry), 0, entry.size));
            while let Some(chunk) = chunks.try_next().await? {
                hasher.update(&chunk);
            }
        }
        let check_sum = hasher.finalize();
        self.asker.content.archives.note(hash.as_deref(), check_sum);
        Ok(check_sum)
    }
}

impl Reading {
    async fn next(&mut self) -> io::Result<Option<Bytes>> {
        let chunk = self.chunks.try_next().await?;
        if let (Some(hasher), Some(chunk)) = (&mut self.hasher, &chunk) {
            hasher.update(chunk);
        }
        Ok(chunk)
    }
}

impl Drop for Sending {
    fn drop(&mut self) {
        let result = match self.end {
            None => return,
            Some(End::Abandoned) => "abandoned",
            Some(End::Whole) => "whole",
            Some(End::CutOff) => "cut_off",
        };
        metrics::counter!("archives_ended_total", "result" => result).increment(1);
    }
}

/// A place in a piece, which is in memory.
fn within(place: u64) -> usize {
    usize::try_from(place).unwrap_or(usize::MAX)
}
