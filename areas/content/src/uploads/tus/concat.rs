//! Concatenation: partial uploads that were sent in parallel become one file.

use std::collections::HashSet;
use std::sync::Arc;

use authz::Actor;
use axum::body::Body;
use axum::http::{HeaderMap, Response};
use primitives::whole_number;

use super::named::Named;
use super::protocol::{CONCAT, created};
use crate::uploads::begin::begin_with;
use crate::uploads::complete::complete;
use crate::uploads::lease;
use crate::uploads::partial::{self, PartialUpload};
use crate::uploads::pending::Pending;
use crate::uploads::stage::Wanted;
use crate::{Content, Error, Result};

pub(super) enum Concat {
    No,
    Partial,
    /// The partial uploads of the file, in order, by id and ticket.
    Final(Vec<(i64, String)>),
}

pub(super) fn asked(headers: &HeaderMap) -> Result<Concat> {
    let Some(value) = headers.get(CONCAT) else { return Ok(Concat::No) };
    let value = value.to_str().map_err(|_| Error::Unreadable)?.trim();
    if value == "partial" {
        return Ok(Concat::Partial);
    }
    let parts = value.strip_prefix("final;").ok_or(Error::Unreadable)?;
    let parts: Option<Vec<_>> = parts.split_whitespace().map(named).collect();
    match parts {
        Some(parts) if !parts.is_empty() && differ(&parts) => Ok(Concat::Final(parts)),
        _ => Err(Error::Unreadable),
    }
}

/// None is named twice.
fn differ(parts: &[(i64, String)]) -> bool {
    let ids: HashSet<_> = parts.iter().map(|(id, _)| id).collect();
    ids.len() == parts.len()
}

/// The partial upload that an address names.
fn named(address: &str) -> Option<(i64, String)> {
    let (_, query) = address.split_once('?')?;
    let value = |key: &str| query.split('&').find_map(|pair| pair.strip_prefix(key)?.strip_prefix('='));
    Some((whole_number(value("partial_id")?)?, value("callback")?.to_owned()))
}

/// Joins complete partial uploads into one file and stores it.
pub(super) async fn join(
    content: &Content,
    actor: &Arc<Actor>,
    headers: &HeaderMap,
    wanted: Vec<(i64, String)>,
) -> Result<Response<Body>> {
    let named = Named::read(headers)?;
    let said = headers.get(CONCAT).and_then(|value| value.to_str().ok()).map(str::to_owned);
    let (config, user) = (content.config.clone(), actor.user);
    let parts = content.db.read(move |c| {
        wanted.iter().map(|(id, ticket)| partial::find(c, &config, *id, ticket, user)).collect::<Result<Vec<_>>>()
    });
    let parts = parts.await?;
    // Nothing appends to them meanwhile.
    let turns: Result<Vec<_>> = parts.iter().map(|partial| content.uploads.try_lock(partial.key())).collect();
    let _turns = turns?;
    let size = size(&parts).await?;
    let wanted = Wanted { size: Some(size), parts: parts.len(), ..named.wanted() };
    let fill = |upload| fill(content, Pending { concat: said, ..upload }, &parts, size);
    let (begun, ()) = begin_with(content, actor, wanted, ("file_upload", true), fill).await?;
    for partial in parts {
        partial.remove(content).await?;
    }
    let location = format!("upload?node_id={}&callback={}", begun.node_id, begun.callback);
    Ok(created(content, &location, size))
}

/// The total size of the partial uploads, if all of them are complete.
async fn size(parts: &[PartialUpload]) -> Result<u64> {
    let mut size = 0;
    for partial in parts {
        let stored = partial.staged().length().await?;
        if partial.expected != Some(stored) {
            return Err(Error::Unreadable);
        }
        size += stored;
    }
    Ok(size)
}

/// Another process may join the same partial uploads meanwhile. Their rows are deleted as the file is completed, so that
/// only one file is made of them, and a file that is shorter than they were is refused.
async fn fill(content: &Content, mut upload: Pending, parts: &[PartialUpload], size: u64) -> Result<()> {
    upload.partials = parts.iter().map(|partial| partial.id).collect();
    let _lock = content.uploads.try_lock(upload.key())?;
    let lease = lease::take(content, &upload.held).await?;
    let (target, sources) = (upload.staged(), parts.to_vec());
    let copied = target.with(move |target| {
        let mut file = target.open()?;
        for partial in sources {
            std::io::copy(&mut partial.open_complete()?, &mut file)?;
        }
        Ok(file)
    });
    let file = lease.during(copied).await?;
    complete(content, upload, &lease, file, None, Some(size)).await?;
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::named;

    #[test]
    fn a_partial_upload_is_named_by_its_address_whatever_stands_before_it() {
        for address in [
            "upload?partial_id=7&callback=ab",
            "/api/file/upload?partial_id=7&callback=ab",
            "https://x.example/dam/api/file/upload?callback=ab&partial_id=7",
        ] {
            assert_eq!(named(address), Some((7, "ab".to_owned())), "{address}");
        }
        for address in ["", "/api/file/upload", "upload?partial_id=x&callback=ab", "upload?node_id=7&callback=ab"] {
            assert_eq!(named(address), None, "{address}");
        }
    }
}
