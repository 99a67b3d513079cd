//! Creation: an upload is made at one fixed address, for clients that only know tus.

use std::sync::Arc;

use authz::Actor;
use axum::body::Body;
use axum::http::{HeaderMap, Response};

use super::concat::{self, Concat};
use super::named::Named;
use super::protocol::{DEFER, LENGTH, brings_bytes, checksum, created, number};
use super::receive::{Part, Target, finish, take};
use crate::uploads::begin::{begin_partial, begin_with};
use crate::uploads::partial;
use crate::uploads::stage::Wanted;
use crate::{Content, Error, Result};

/// Creates the upload that the headers describe; bytes in the request are received at once.
pub(crate) async fn create(
    content: &Content,
    actor: &Arc<Actor>,
    headers: HeaderMap,
    body: Body,
) -> Result<Response<Body>> {
    let bytes = brings_bytes(&headers)?.then_some(body);
    match concat::asked(&headers)? {
        Concat::No => file(content, actor, &headers, bytes).await,
        Concat::Partial => one_partial(content, actor, &headers, bytes).await,
        Concat::Final(parts) => concat::join(content, actor, &headers, parts).await,
    }
}

/// The announced length; None if it will be announced later.
fn length(headers: &HeaderMap) -> Result<Option<u64>> {
    match (number(headers, &LENGTH)?, number(headers, &DEFER)?) {
        (Some(length), None) => Ok(Some(length)),
        (None, Some(1)) => Ok(None),
        _ => Err(Error::Unreadable),
    }
}

async fn file(
    content: &Content,
    actor: &Arc<Actor>,
    headers: &HeaderMap,
    bytes: Option<Body>,
) -> Result<Response<Body>> {
    let (named, length, part) = (Named::read(headers)?, length(headers)?, first(headers)?);
    let wanted = Wanted { size: length, ..named.wanted() };
    let needs_lease = bytes.is_some() || length == Some(0);
    let fill = async |upload| match bytes {
        Some(body) => Box::pin(take(content, Target::File(upload), part, body)).await.map(|taken| taken.bytes),
        None if length == Some(0) => Box::pin(finish(content, upload)).await.map(|_| 0),
        None => Ok(0),
    };
    let (begun, offset) = begin_with(content, actor, wanted, ("file_upload", needs_lease), fill).await?;
    let location = format!("upload?node_id={}&callback={}", begun.node_id, begun.callback);
    Ok(created(content, &location, offset))
}

async fn one_partial(
    content: &Content,
    actor: &Arc<Actor>,
    headers: &HeaderMap,
    bytes: Option<Body>,
) -> Result<Response<Body>> {
    let (length, part, user) = (length(headers)?, first(headers)?, actor.user);
    let (id, ticket) = begin_partial(content, actor, length).await?;
    let (config, shown) = (content.config.clone(), ticket.clone());
    let partial = content.db.read(move |c| partial::find(c, &config, id, &shown, user)).await?;
    let mut offset = 0;
    if let Some(body) = bytes {
        match Box::pin(take(content, Target::Partial(partial.clone()), part, body)).await {
            Ok(taken) => offset = taken.bytes,
            Err(error) => {
                partial.remove(content).await?;
                return Err(error);
            }
        }
    }
    Ok(created(content, &format!("upload?partial_id={id}&callback={ticket}"), offset))
}

/// The part that is included in the creation.
fn first(headers: &HeaderMap) -> Result<Part> {
    Ok(Part { offset: 0, length: None, checksum: checksum(headers)? })
}
