//! The first directory of a TIFF, classic or big: its tags as numbers, wherever they lie.

use std::collections::{HashMap, HashSet};

use crate::failure::Failure;

/// A million strips or tiles; colour maps have 3 × 65,536 values.
const MOST_VALUES: u64 = 1 << 20;

const MOST_TAGS: u64 = 4096;

/// At most this many pages are counted.
const MOST_PAGES: usize = 10_000;

/// The bits of a directory's kind.
const SMALLER: u64 = 1;
const MASK: u64 = 4;

/// The tags whose numbers are used: offsets, sizes and kinds. All others could only fill the memory.
const NUMBERS: [u16; 25] = [
    256, 257, 258, 259, 262, 266, 273, 274, 277, 278, 279, 284, 292, 317, 320, 322, 323, 324, 325, 332, 338, 339, 513,
    514, 530,
];

/// The tags of which only the position is used: the white point, tables of JPEG, and the profile.
const PLACES: [u16; 3] = [318, 347, 34675];

pub(super) struct Directory {
    pub little: bool,
    tags: HashMap<u16, Entry>,
}

struct Entry {
    at: usize,
    /// In bytes.
    length: usize,
    numbers: Vec<u64>,
}

/// How a file writes its numbers and its directories.
#[derive(Clone, Copy)]
struct Form {
    little: bool,
    big: bool,
}

impl Form {
    fn of(source: &[u8]) -> Option<Self> {
        let little = match source.get(..2)? {
            b"II" => true,
            b"MM" => false,
            _ => return None,
        };
        match number(source, little, 2, 2)? {
            42 => Some(Self { little, big: false }),
            43 => Some(Self { little, big: true }),
            _ => None,
        }
    }

    /// Bytes of an offset, and of the values that an entry contains itself.
    fn long(self) -> usize {
        if self.big { 8 } else { 4 }
    }

    /// Bytes of an entry before its values.
    fn head(self) -> usize {
        4 + self.long()
    }

    fn entry(self) -> usize {
        self.head() + self.long()
    }

    /// Where the first directory is.
    fn first(self, source: &[u8]) -> Option<usize> {
        number(source, self.little, self.long(), self.long()).map(|at| at as usize)
    }

    /// Where a directory's entries begin, and how many it says there are.
    fn entries(self, source: &[u8], at: usize) -> Option<(usize, u64)> {
        let size = if self.big { 8 } else { 2 };
        Some((at.checked_add(size)?, number(source, self.little, at, size)?))
    }
}

impl Directory {
    pub fn first(source: &[u8]) -> Result<Self, Failure> {
        let broken = || Failure::malformed("not a readable TIFF");
        let form = Form::of(source).ok_or_else(broken)?;
        let (mut at, count) = form.entries(source, form.first(source).ok_or_else(broken)?).ok_or_else(broken)?;
        let mut directory = Self { little: form.little, tags: HashMap::new() };
        let read = |at: usize, size: usize| number(source, form.little, at, size);
        let inline = form.long();
        for _ in 0..count.min(MOST_TAGS) {
            let (Some(tag), Some(kind), Some(values)) = (read(at, 2), read(at + 2, 2), read(at + 4, inline)) else {
                break;
            };
            directory.enter(source, tag as u16, kind as u16, values, at + form.head(), inline);
            at += form.entry();
        }
        Ok(directory)
    }

    /// The number of pages of the file. A smaller copy of a page, or its mask, does not count.
    pub fn pages(source: &[u8]) -> u32 {
        let Some(form) = Form::of(source) else { return 0 };
        let (mut pages, mut next, mut seen) = (0, form.first(source), HashSet::new());
        // A chain of directories may be a loop.
        while let Some(start) = next.filter(|at| *at != 0 && seen.len() < MOST_PAGES && seen.insert(*at)) {
            let Some((first, count)) = form.entries(source, start) else { break };
            let is_kind = |at: &usize| number(source, form.little, *at, 2) == Some(254);
            let kind = (0..count.min(MOST_TAGS)).map(|n| first + n as usize * form.entry()).find(is_kind);
            let kind = kind.and_then(|at| number(source, form.little, at + form.head(), 4)).unwrap_or(0);
            pages += u32::from(kind & (SMALLER | MASK) == 0);
            let after = first.saturating_add((count as usize).saturating_mul(form.entry()));
            next = number(source, form.little, after, form.long()).map(|at| at as usize);
        }
        pages
    }

    fn enter(&mut self, source: &[u8], tag: u16, kind: u16, values: u64, at: usize, inline: usize) {
        let size = size_of_kind(kind);
        let place = PLACES.contains(&tag);
        if !(place || NUMBERS.contains(&tag) && values <= MOST_VALUES) || self.tags.contains_key(&tag) {
            return;
        }
        let Some(length) = size.checked_mul(values as usize) else { return };
        let long = length > inline;
        let Some(at) = (if long { number(source, self.little, at, inline).map(|at| at as usize) } else { Some(at) })
        else {
            return;
        };
        let numbers = if place || matches!(kind, 5 | 10..=12) {
            Vec::new()
        } else {
            (0..values as usize).map_while(|n| number(source, self.little, at.checked_add(n * size)?, size)).collect()
        };
        self.tags.insert(tag, Entry { at, length, numbers });
    }

    pub fn has(&self, tag: u16) -> bool {
        self.tags.contains_key(&tag)
    }

    pub fn numbers(&self, tag: u16) -> &[u64] {
        self.tags.get(&tag).map_or(&[], |entry| &entry.numbers)
    }

    pub fn number(&self, tag: u16, otherwise: u64) -> u64 {
        self.numbers(tag).first().copied().unwrap_or(otherwise)
    }

    pub fn bytes<'s>(&self, source: &'s [u8], tag: u16) -> Option<&'s [u8]> {
        let entry = self.tags.get(&tag)?;
        source.get(entry.at..entry.at.checked_add(entry.length)?)
    }

    /// How many strips or tiles there are.
    pub fn chunks(&self) -> usize {
        self.numbers(324).len().max(self.numbers(273).len())
    }

    /// The bytes of one strip or tile; fewer if the file was truncated.
    pub fn chunk<'s>(&self, source: &'s [u8], number: usize) -> &'s [u8] {
        let (offsets, counts) = if self.has(324) { (324, 325) } else { (273, 279) };
        let Some(from) = self.numbers(offsets).get(number).map(|from| *from as usize) else { return &[] };
        let length = self.numbers(counts).get(number).map_or(usize::MAX, |count| *count as usize);
        source.get(from..from.saturating_add(length).min(source.len())).unwrap_or(&[])
    }
}

fn size_of_kind(kind: u16) -> usize {
    match kind {
        3 | 8 => 2,
        4 | 9 | 11 | 13 => 4,
        5 | 10 | 12 | 16..=18 => 8,
        _ => 1,
    }
}

pub(super) fn number(source: &[u8], little: bool, at: usize, size: usize) -> Option<u64> {
    let bytes = source.get(at..at.checked_add(size)?)?;
    let shift = |sum: u64, byte: &u8| sum << 8 | u64::from(*byte);
    Some(if little { bytes.iter().rev().fold(0, shift) } else { bytes.iter().fold(0, shift) })
}
