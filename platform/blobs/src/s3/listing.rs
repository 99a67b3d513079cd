//! The objects below a folder of keys.

use rusty_s3::actions::{ListObjectsV2, ListObjectsV2Response};

use super::client::{Client, text};
use super::document::in_usual_space;
use super::failure::Failure;
use super::found;
use crate::Found;

/// A page of a thousand keys is far shorter.
const LONGEST: usize = 8 << 20;

/// All that are directly in `folder`.
pub(crate) async fn all(client: &Client, folder: &str) -> Result<Vec<Found>, Failure> {
    let (mut objects, mut next) = (Vec::new(), None);
    loop {
        let page = page(client, folder, next, 1000).await?;
        for object in page.contents {
            let name = object.key.strip_prefix(folder).filter(|name| !name.is_empty() && !name.contains('/'));
            objects.extend(name.map(|name| found(name, object.size.unwrap_or(0))));
        }
        next = page.next_continuation_token;
        if next.is_none() {
            return Ok(objects);
        }
    }
}

/// Whether there is anything in or below `folder`.
pub(crate) async fn is_any(client: &Client, folder: &str) -> Result<bool, Failure> {
    let page = page(client, folder, None, 1).await?;
    Ok(!page.contents.is_empty() || !page.common_prefixes.is_empty())
}

async fn page(
    client: &Client,
    folder: &str,
    after: Option<String>,
    most: usize,
) -> Result<ListObjectsV2Response, Failure> {
    let (bucket, credentials) = client.signing()?;
    let mut list = bucket.list_objects_v2(credentials);
    list.with_prefix(folder);
    list.with_delimiter("/");
    list.with_max_keys(most);
    if let Some(token) = after {
        list.with_continuation_token(token);
    }
    let answer = text(client.ask(list, &[]).await?, LONGEST).await?;
    ListObjectsV2::parse_response(&in_usual_space(&answer)).map_err(|_| Failure::Garbled)
}
