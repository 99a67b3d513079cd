//! A repository moves into a bucket, and out of it.

use std::io::Write;
use std::path::Path;

use blobs::testing::object_server::{ACCESS_KEY, BUCKET, ObjectServer, REGION, SECRET_KEY};
use blobs::{Area, Opened, S3, S3Address, Store};
use db::{Db, params};
use jobs::NewJob;
use outbound::{Outbound, Url};
use primitives::NodeId;
use secrets::{SecretKey, Secrets};

use super::{NOW, Place, on_both};
use crate::moves::clear::carried;
use crate::moves::job::MOVE;
use crate::moves::rows::{self, NewMove, State};
use crate::moves::target;
use crate::{FileServerId, S3Access, disk};

fn key() -> SecretKey {
    SecretKey::new(None, Vec::new())
}

/// What asks buckets of this machine.
pub(super) fn with_access(db: Db, folder: &Path) -> Db {
    db.carrying(S3Access::new(key(), outbound(), folder.join("staged")))
}

fn outbound() -> Outbound {
    Outbound::streaming(&["127.0.0.1".to_owned()], None).unwrap()
}

fn address(url: &str) -> S3Address {
    S3Address {
        endpoint: Url::parse(url).unwrap(),
        region: REGION.to_owned(),
        bucket: BUCKET.to_owned(),
        prefix: "vitrine".to_owned(),
        path_style: true,
        access_key: ACCESS_KEY.to_owned(),
        secret_key: Some(SECRET_KEY.to_owned()),
    }
}

async fn file_server(place: &Place, objects: &ObjectServer) -> FileServerId {
    let db = &place.storage.db;
    Secrets::open(db, &key(), Vec::new()).await.unwrap();
    let address = address(&objects.url());
    let made = db.write(move |tx| {
        let sql =
            "INSERT INTO content_file_server (label, url, type) VALUES ('Bucket', $1, 's3') RETURNING file_server_id";
        let id = tx.get(sql, params![address.endpoint.as_str()], |row| row.get(0))?;
        S3Access::of(tx)?.keep(tx, id, &address)?;
        Ok::<_, db::Error>(id)
    });
    made.await.unwrap()
}

/// Lets the move that waits go to another file server; another one is made if it has ended.
async fn send(place: &Place, to: FileServerId) {
    let repository = place.repository;
    let begun = place.storage.db.write(move |tx| {
        let of = match rows::of_repository(tx, repository)? {
            Some(of) => of.id,
            None => {
                let sql = "SELECT r.tenant_id, u.users_id, a.application_instance_id
                           FROM content_repository r, identity_user u, tenancy_tenant_application a
                           WHERE r.repository_id = $1";
                let (tenant, user, instance) =
                    tx.get(sql, params![repository], |row| Ok((row.get(0)?, row.get(1)?, row.get(2)?)))?;
                let size = rows::Size { files: 1, bytes: 1 };
                let (bg_action_id, file_server, folder) = ("none", to, "films");
                let new = NewMove { repository, tenant, user, instance, bg_action_id, file_server, folder, size };
                let id = rows::insert(tx, &new, NOW)?;
                jobs::enqueue(tx, &NewJob::due(MOVE, &carried(id), NOW).of(tenant))?;
                id
            }
        };
        tx.run("UPDATE storage_move SET file_server_id = $2 WHERE move_id = $1", params![of, to])?;
        let of = rows::find(tx, of)?.unwrap();
        target::store(tx, &of)
    });
    let store = begun.await.unwrap();
    tokio::task::spawn_blocking(move || store.prepare().unwrap()).await.unwrap();
}

async fn read(place: &Place, node: NodeId) -> Vec<u8> {
    let repository = place.repository;
    let at = place.storage.db.read(move |c| {
        let path = disk::place_anywhere(c, node)?.unwrap();
        Ok::<_, crate::Error>((disk::store(c, repository)?, path))
    });
    let (store, path) = at.await.unwrap();
    let read = move || {
        let mut bytes = Vec::new();
        std::io::Read::read_to_end(&mut store.open(&path).unwrap().bytes(), &mut bytes).unwrap();
        bytes
    };
    tokio::task::spawn_blocking(read).await.unwrap()
}

#[test]
fn a_repository_moves_into_a_bucket_and_out_of_it() {
    on_both(async |place| {
        let objects = ObjectServer::start();
        let bucket = file_server(place, &objects).await;
        let folder = place.entry(place.top, "Summer", (None, 1), "Summer").await;
        let file = place.entry(folder, "a.txt", (Some("words"), 1), "Summer/a.txt").await;
        let binned = place.entry(place.top, "b.txt", (Some("binned"), 2), "").await;
        send(place, bucket).await;
        place.drain().await;
        assert_eq!(place.state().await, Some(State::Clearing));
        assert_eq!((read(place, file).await, read(place, binned).await), (b"words".to_vec(), b"binned".to_vec()));
        let mut keys = objects.keys();
        keys.sort();
        assert_eq!(keys.len(), 3, "{keys:?}");
        place.storage.clock.advance(3601);
        place.drain().await;
        assert_eq!(place.state().await, None);
        assert!(!place.disk("from").exists(), "nothing is left on the disk");

        place.run("UPDATE nodes_node SET name = 'c.txt', name_key = 'c.txt' WHERE node_id = $1", file).await;
        let home = place.storage.db.read(|c| {
            c.get("SELECT file_server_id FROM content_file_server WHERE label = 'from'", &[], |row| row.get(0))
        });
        send(place, home.await.unwrap()).await;
        place.drain().await;
        assert_eq!(place.state().await, Some(State::Clearing));
        assert_eq!((read(place, file).await, read(place, binned).await), (b"words".to_vec(), b"binned".to_vec()));
        assert!(place.disk("from").join("Summer/c.txt").exists());
        place.storage.clock.advance(3601);
        place.drain().await;
        assert_eq!((place.state().await, objects.keys().len()), (None, 0));
    });
}

#[test]
fn a_file_whose_staged_bytes_another_process_takes_away_is_not_copied() {
    let folder = tempfile::tempdir().unwrap();
    let store = S3::at(&address("http://127.0.0.1:9"), outbound(), "films", folder.path().to_owned());
    let mut file = tempfile::tempfile().unwrap();
    file.write_all(b"words").unwrap();
    let (node, from) = (NodeId(7), Opened::from(file));
    assert_eq!(target::stage(&store, node, &from, &|| true).unwrap(), blake3::hash(b"words").to_hex().as_str());
    let takes_away = || {
        store.discard(Area::Staging, node).unwrap();
        true
    };
    let staged = target::stage(&store, node, &from, &takes_away);
    assert!(matches!(staged, Err(blobs::Error::Missing)), "{staged:?}");
}
