//! Entity tags in a condition, as RFC 9110 §8.8.3 and §13.1 write them.

use axum::http::{HeaderMap, HeaderName};
use primitives::whole_number;

/// What a condition names.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Tags {
    Any,
    Listed(Vec<Tag>),
    Unreadable,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Tag {
    is_weak: bool,
    /// With its quotes.
    quoted: Vec<u8>,
}

impl Tag {
    /// The version that a tag of ours begins with. A weak one names none for certain.
    pub fn version(&self) -> Option<i64> {
        let text = std::str::from_utf8(&self.quoted).ok().filter(|_| !self.is_weak)?;
        let bare = text.strip_prefix('"')?.strip_suffix('"')?;
        whole_number(bare.split_once('-').map_or(bare, |(version, _)| version))
    }
}

impl Tags {
    /// The headers of that name are one list.
    pub fn of(headers: &HeaderMap, name: &HeaderName) -> Option<Self> {
        let values: Vec<_> = headers.get_all(name).iter().map(|value| value.as_bytes()).collect();
        (!values.is_empty()).then(|| Self::read(&values.join(&b',')))
    }

    fn read(list: &[u8]) -> Self {
        if list.trim_ascii() == b"*" {
            return Self::Any;
        }
        match listed(list) {
            Some(tags) if !tags.is_empty() => Self::Listed(tags),
            _ => Self::Unreadable,
        }
    }

    /// Whether it names the tag. Compares weakly: a compressed answer has the same content.
    pub fn name(&self, tag: &[u8]) -> bool {
        let strong = tag.strip_prefix(b"W/").unwrap_or(tag);
        match self {
            Self::Any => true,
            Self::Listed(tags) => tags.iter().any(|one| one.quoted == strong),
            Self::Unreadable => false,
        }
    }
}

/// Parses a list of tags; None if it is malformed. Empty elements are skipped; tags may contain commas.
fn listed(mut list: &[u8]) -> Option<Vec<Tag>> {
    let mut tags = Vec::new();
    loop {
        list = list.trim_ascii_start();
        if let Some(rest) = list.strip_prefix(b",") {
            list = rest;
            continue;
        }
        if list.is_empty() {
            return Some(tags);
        }
        let (tag, rest) = first(list)?;
        tags.push(tag);
        list = rest.trim_ascii_start();
        if !list.is_empty() {
            list = list.strip_prefix(b",")?;
        }
    }
}

fn first(list: &[u8]) -> Option<(Tag, &[u8])> {
    let (is_weak, list) = list.strip_prefix(b"W/").map_or((false, list), |rest| (true, rest));
    let end = list.strip_prefix(b"\"")?.iter().position(|byte| *byte == b'"')? + 2;
    let (quoted, rest) = list.split_at(end);
    let may_stand = |byte: &u8| *byte == b'!' || (b'#'..=b'~').contains(byte) || *byte >= 0x80;
    let bare = &quoted[1..end - 1];
    bare.iter().all(may_stand).then(|| (Tag { is_weak, quoted: quoted.to_vec() }, rest))
}
