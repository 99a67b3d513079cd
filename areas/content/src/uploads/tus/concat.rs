//! Concatenation: pieces that were sent beside each other become one file.

use std::sync::Arc;

use authz::Actor;
use axum::body::Body;
use axum::http::{HeaderMap, Response};
use primitives::whole_number;

use super::create::{Named, created};
use super::protocol::CONCAT;
use crate::blocking::blocking;
use crate::uploads::begin::{Wanted, begin_with};
use crate::uploads::complete::complete;
use crate::uploads::pending::Pending;
use crate::uploads::piece::{self, Piece};
use crate::{Content, Error, Result};

pub(super) enum Concat {
    No,
    Piece,
    /// The pieces of the file, in order, by id and ticket.
    Final(Vec<(i64, String)>),
}

pub(super) fn asked(headers: &HeaderMap) -> Result<Concat> {
    let Some(value) = headers.get(CONCAT) else { return Ok(Concat::No) };
    let value = value.to_str().map_err(|_| Error::Unreadable)?.trim();
    if value == "partial" {
        return Ok(Concat::Piece);
    }
    let pieces = value.strip_prefix("final;").ok_or(Error::Unreadable)?;
    let pieces: Option<Vec<_>> = pieces.split_whitespace().map(named).collect();
    match pieces {
        Some(pieces) if !pieces.is_empty() => Ok(Concat::Final(pieces)),
        _ => Err(Error::Unreadable),
    }
}

/// The piece that an address names.
fn named(address: &str) -> Option<(i64, String)> {
    let (_, query) = address.split_once('?')?;
    let value = |key: &str| query.split('&').find_map(|pair| pair.strip_prefix(key)?.strip_prefix('='));
    Some((whole_number(value("piece_id")?)?, value("callback")?.to_owned()))
}

/// Makes one file of pieces that are whole, and places it.
pub(super) async fn join(
    content: &Content,
    actor: &Arc<Actor>,
    headers: &HeaderMap,
    wanted: Vec<(i64, String)>,
) -> Result<Response<Body>> {
    let named = Named::read(headers)?;
    let said = headers.get(CONCAT).and_then(|value| value.to_str().ok()).map(str::to_owned);
    let (config, user) = (content.config.clone(), actor.user);
    let pieces = content.db.read(move |c| {
        wanted.iter().map(|(id, ticket)| piece::find(c, &config, *id, ticket, user)).collect::<Result<Vec<_>>>()
    });
    let pieces = pieces.await?;
    // Nobody appends to them meanwhile; one that is named twice is refused.
    let turns: Result<Vec<_>> = pieces.iter().map(|piece| content.uploads.try_lock(piece.key())).collect();
    let _turns = turns?;
    let size = size(&pieces)?;
    let wanted = Wanted { size: Some(size), pieces: pieces.len(), ..named.wanted() };
    let fill = |upload| fill(content, upload, said, &pieces);
    let (begun, ()) = begin_with(content, actor, wanted, "file_upload", fill).await?;
    for piece in pieces {
        piece.remove(content).await?;
    }
    let location = format!("upload?node_id={}&callback={}", begun.node_id, begun.callback);
    Ok(created(content, &location, size))
}

/// How many bytes the pieces have together, where all of them are whole.
fn size(pieces: &[Piece]) -> Result<u64> {
    let mut size = 0;
    for piece in pieces {
        let stored = piece.staged().length()?;
        if piece.expected != Some(stored) {
            return Err(Error::Unreadable);
        }
        size += stored;
    }
    Ok(size)
}

async fn fill(content: &Content, mut upload: Pending, said: Option<String>, pieces: &[Piece]) -> Result<()> {
    upload.concat = said;
    let _lock = content.uploads.try_lock(upload.key())?;
    let (target, sources) = (upload.staged(), pieces.to_vec());
    let copied = blocking(move || {
        let mut file = target.open()?;
        for piece in sources {
            std::io::copy(&mut piece.staged().open()?, &mut file)?;
        }
        Ok::<_, Error>(file)
    });
    let file = copied.await?;
    complete(content, upload, file, None).await?;
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::named;

    #[test]
    fn a_piece_is_named_by_its_address_whatever_stands_before_it() {
        for address in [
            "upload?piece_id=7&callback=ab",
            "/api/file/upload?piece_id=7&callback=ab",
            "https://x.example/dam/api/file/upload?callback=ab&piece_id=7",
        ] {
            assert_eq!(named(address), Some((7, "ab".to_owned())), "{address}");
        }
        for address in ["", "/api/file/upload", "upload?piece_id=x&callback=ab", "upload?node_id=7&callback=ab"] {
            assert_eq!(named(address), None, "{address}");
        }
    }
}
