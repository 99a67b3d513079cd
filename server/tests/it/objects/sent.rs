//! What is sent from a bucket arrives whole, whatever its file becomes meanwhile: as from a disk, where it stays open.

use std::sync::Arc;

use axum::body::{Body, BodyDataStream};
use axum::http::{HeaderMap, Response};
use content::{ArchiveOnBehalf, Download, VersionId, version_content};
use db::Conn;
use futures_util::StreamExt;
use primitives::NodeId;
use security::Access;
use serde_json::json;

use super::Library;
use crate::archives::unpacked;
use crate::harness::{NOW, TestServer, on_both};
use crate::versions::versions;

/// The store is asked for it several times.
const SIZE: usize = 1_000_000;

fn old() -> Vec<u8> {
    (0..SIZE).map(|at| (at % 251) as u8).collect()
}

/// An answer that is being read: not more of it is sent than was read.
struct Sent {
    stream: BodyDataStream,
    got: Vec<u8>,
}

impl Sent {
    /// With its first bytes.
    async fn begun(answer: Response<Body>) -> Self {
        let mut sent = Self { stream: answer.into_body().into_data_stream(), got: Vec::new() };
        while sent.got.len() < 1_000 {
            sent.got.extend(sent.stream.next().await.unwrap().unwrap());
        }
        assert!(sent.got.len() < SIZE / 2, "the store is asked again for what is left");
        sent
    }

    async fn file(server: &TestServer, node: i64) -> Self {
        let (actor, asked) = (server.actor("ada").await, HeaderMap::new());
        Self::begun(content::send_file(&server.app.content, &actor, NodeId(node), &asked, true).await.unwrap()).await
    }

    /// None if it is cut off.
    async fn whole(mut self) -> Option<Vec<u8>> {
        while let Some(more) = self.stream.next().await {
            self.got.extend(more.ok()?);
        }
        Some(self.got)
    }
}

#[test]
fn a_file_that_is_replaced_while_it_is_sent_arrives_as_it_was() {
    on_both(async |server| {
        let (ada, library) = (server.user("ada"), Library::new(server).await);
        let file = ada.upload(library.top, "a.bin", old()).await.id();
        let sent = Sent::file(server, file).await;
        ada.replace(library.top, file, vec![1; SIZE]).await.ok();
        ada.replace(library.top, file, vec![2; SIZE]).await.ok();
        assert!(sent.whole().await == Some(old()));
        assert!(ada.content(file).await.bytes == vec![2; SIZE]);
    });
}

#[test]
fn an_earlier_version_that_is_taken_up_while_it_is_sent_arrives_whole() {
    on_both(async |server| {
        let (ada, library) = (server.user("ada"), Library::new(server).await);
        let file = ada.upload(library.top, "a.bin", old()).await.id();
        ada.replace(library.top, file, vec![1; SIZE]).await.ok();
        let first = versions(&ada, file).await.last().unwrap()["version_id"].as_i64().unwrap();
        let find = move |c: &mut Conn<'_>, access: &mut Access<'_>| {
            Ok::<_, security::Error>(version_content::<Download>(c, access, VersionId(first))?.0)
        };
        let (actor, asked) = (server.actor("ada").await, HeaderMap::new());
        let answer = content::send_found(&server.app.content, &actor, find, &asked, true).await;
        let sent = Sent::begun(answer.unwrap()).await;
        ada.post(&format!("version/restored/{first}"), json!({})).await.ok();
        assert!(sent.whole().await == Some(old()));
    });
}

#[test]
fn an_archive_has_what_a_file_was_that_is_replaced_while_it_is_sent() {
    on_both(async |server| {
        let (ada, library) = (server.user("ada"), Library::new(server).await);
        let folder = ada.folder(library.top, "Folder").await.id();
        let file = ada.upload(folder, "a.txt", vec![b'a'; SIZE]).await.id();
        let wanted = ArchiveOnBehalf {
            actor: server.actor("ada").await,
            instance: server.content,
            title: "Folder".to_owned(),
            roots: vec![NodeId(folder)],
            made_at: NOW,
            goes_on: Arc::new(|_: &mut Conn<'_>, _| Ok(true)),
            substitutes: None,
        };
        let answer = content::send_archive(&server.app.content, wanted, &HeaderMap::new(), ()).await;
        let sent = Sent::begun(answer.unwrap()).await;
        ada.replace(folder, file, vec![b'b'; SIZE]).await.ok();
        let archive = sent.whole().await.expect("a whole archive");
        assert_eq!(unpacked(&archive)["Folder/a.txt"], "a".repeat(200));
    });
}

#[test]
fn of_a_file_that_is_deleted_for_good_while_it_is_sent_no_more_is_sent() {
    on_both(async |server| {
        let (ada, library) = (server.user("ada"), Library::new(server).await);
        let file = ada.upload(library.top, "a.bin", old()).await.id();
        // Whether another file has the same content is not told.
        ada.upload(library.top, "b.bin", old()).await.ok();
        let sent = Sent::file(server, file).await;
        ada.delete(&format!("entry/{file}")).await.ok();
        ada.delete(&format!("entry/bin/{file}")).await.ok();
        server.drain().await;
        assert!(sent.whole().await.is_none());
    });
}
