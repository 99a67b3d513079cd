//! Bookmarks begin with an event, and end with their entries.

use std::pin::Pin;
use std::sync::Arc;

use authz::Actor;
use axum::Extension;
use axum::body::Body;
use axum::http::Request;
use axum::http::header::CONTENT_TYPE;
use content::EntryRemoved;
use db::{Tx, params};
use events::{Header, Listener, publish};
use http_body_util::BodyExt;
use nodes::{NewNode, NodeState};
use primitives::{EntryName, NodeId, NodeKind, SessionId, TenantId};
use rest::{Authenticate, Credential, Problem};
use room::Room;
use security::Access;
use serde_json::{Value, json};
use tower::ServiceExt;
use vitrine_bookmarks::{Bookmarked, Error};

use crate::people::{NOW, People, on_both};

fn noted(tx: &mut Tx<'_>, bookmarked: &Bookmarked) -> db::Result<()> {
    let sql = "INSERT INTO heard (node_id, users_id) VALUES ($1, $2)";
    tx.run(sql, params![bookmarked.node, bookmarked.user]).map(drop)
}

/// The room, and one above it that listens.
fn rooms() -> Vec<Room> {
    vec![vitrine_bookmarks::room(), Room::new("above", 8).with_listeners([Listener::to(noted)])]
}

async fn prepare(people: &People) -> [NodeId; 3] {
    let table = "CREATE TABLE heard (node_id BIGINT, users_id BIGINT)";
    people.db.write(|tx| tx.run(table, &[]).map(drop)).await.unwrap();
    let folder = people.folder(people.top, "folder").await;
    [folder, people.folder(folder, "inner").await, people.folder(people.top, "other").await]
}

async fn remove(people: &People, node: NodeId) {
    let bin = move |tx: &mut Tx<'_>, access: &mut Access<'_>| {
        let permit = access.authorize::<content::Remove>(tx, node)?;
        nodes::bin(tx, &permit, NOW)?;
        let header = Header::by(access.actor(), permit.tenant(), NOW);
        Ok::<_, security::Error>(publish(tx, &EntryRemoved { header, folder: permit.parent(), node })?)
    };
    security::write(&people.db, &people.ada, bin).await.unwrap();
}

#[test]
fn a_bookmark_is_published_and_ends_when_something_above_it_goes_to_the_bin() {
    on_both(rooms, async |people| {
        let [folder, inner, other] = prepare(people).await;
        people.bookmark(&people.rea, inner, Some("first")).await.unwrap();
        people.bookmark(&people.rea, inner, Some("inside")).await.unwrap();
        people.bookmark(&people.rea, inner, None).await.unwrap();
        people.bookmark(&people.ada, folder, None).await.unwrap();
        people.bookmark(&people.rea, other, Some("elsewhere")).await.unwrap();
        assert_eq!(people.titles().await, ["", "inside", "elsewhere"]);
        let heard = "SELECT COUNT(*) FROM heard WHERE users_id = $1";
        let rea = people.rea.user;
        let heard = people.db.read(move |c| c.get(heard, params![rea], |row| row.get::<i64>(0)));
        assert_eq!(heard.await.unwrap(), 4);

        remove(people, folder).await;
        assert_eq!(people.titles().await.len(), 3, "a job drops them");
        people.work().await;
        assert_eq!(people.titles().await, ["elsewhere"]);
        let logged = "SELECT COUNT(*) FROM audit_entry WHERE what = 'bookmarks_drop'";
        assert_eq!(people.db.read(move |c| c.get(logged, &[], |row| row.get::<i64>(0))).await.unwrap(), 1);
    });
}

#[test]
fn what_was_restored_before_the_job_came_keeps_its_bookmarks() {
    on_both(rooms, async |people| {
        let [folder, ..] = prepare(people).await;
        people.bookmark(&people.rea, folder, Some("kept")).await.unwrap();
        remove(people, folder).await;
        let restore = move |tx: &mut Tx<'_>, access: &mut Access<'_>| {
            let (permit, _) = access.authorize_binned::<content::Restore>(tx, folder)?;
            Ok::<_, security::Error>(nodes::restore(tx, &permit, &EntryName::parse("folder").unwrap())?)
        };
        security::write(&people.db, &people.ada, restore).await.unwrap();
        people.work().await;
        assert_eq!(people.titles().await, ["kept"]);
    });
}

/// Gives Rea as many bookmarks as anybody may have.
async fn fill(people: &People) {
    let (rea, top) = (people.rea.user, people.top);
    let fill = move |tx: &mut Tx<'_>| {
        let folders = "WITH RECURSIVE counted (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM counted WHERE i < 1000)
                       INSERT INTO nodes_node (tenant_id, repository_id, parent_id, kind, state, name, name_key,
                         created_at, modified_at)
                       SELECT tenant_id, repository_id, node_id, 1, 1, 'n' || CAST(i AS TEXT),
                         'n' || CAST(i AS TEXT), 0, 0
                       FROM nodes_node, counted WHERE node_id = $1";
        tx.run(folders, params![top])?;
        let all = "INSERT INTO bookmarks_bookmark (users_id, node_id, title, made_at)
                   SELECT $2, node_id, '', 0 FROM nodes_node WHERE parent_id = $1 AND name LIKE 'n%'";
        tx.run(all, params![top, rea]).map(drop)
    };
    people.db.write(fill).await.unwrap();
}

#[test]
fn only_what_is_seen_is_bookmarked_and_only_so_much() {
    on_both(rooms, async |people| {
        let [folder, ..] = prepare(people).await;
        assert!(matches!(people.bookmark(&people.tom, folder, None).await, Err(Error::Access(_))));
        fill(people).await;
        assert!(matches!(people.bookmark(&people.rea, folder, None).await, Err(Error::TooMany { most: 1000 })));
    });
}

/// The session of one person.
struct Session(Arc<Actor>);

impl Authenticate for Session {
    fn authenticate(
        &self,
        _: Credential,
    ) -> Pin<Box<dyn Future<Output = std::result::Result<Arc<Actor>, Problem>> + Send + '_>> {
        Box::pin(async { Ok(self.0.clone()) })
    }

    fn precondition(&self, _: Arc<Actor>) -> db::Precondition {
        Arc::new(|_| Ok(()))
    }

    fn alive(&self, _: Vec<SessionId>) -> rest::Alive<'_> {
        Box::pin(async { Ok(std::collections::HashMap::new()) })
    }
}

/// Status and body of the answer.
async fn ask(people: &People, who: &Arc<Actor>, method: &str, path: &str, body: &str) -> (u16, Value) {
    let session: Arc<dyn Authenticate> = Arc::new(Session(who.clone()));
    let app = vitrine_bookmarks::routes(people.bookmarks.clone()).split().0.layer(Extension(session));
    let request = Request::builder().method(method).uri(path).header("authorization", "Bearer x");
    let request = request.header(CONTENT_TYPE, "application/json").body(Body::from(body.to_owned())).unwrap();
    let (parts, answer) = app.oneshot(request).await.unwrap().into_parts();
    let bytes = answer.collect().await.unwrap().to_bytes();
    (parts.status.as_u16(), serde_json::from_slice(&bytes).unwrap_or_default())
}

/// Status and code of the answer.
async fn put(people: &People, who: &Arc<Actor>, node: NodeId, body: Value) -> (u16, String) {
    let path = format!("/api/app/{}/bookmark/{node}", people.rea.instances[0].id);
    let (status, answer) = ask(people, who, "PUT", &path, &body.to_string()).await;
    (status, answer["code"].as_str().unwrap_or_default().to_owned())
}

#[test]
fn who_sees_an_entry_bookmarks_it_by_a_call() {
    on_both(rooms, async |people| {
        let [folder, ..] = prepare(people).await;
        assert_eq!(put(people, &people.rea, folder, json!({ "title": "mine" })).await.0, 204);
        assert_eq!(put(people, &people.rea, folder, json!({})).await.0, 204);
        assert_eq!(people.titles().await, ["mine"]);
        assert_eq!(put(people, &people.rea, folder, json!({ "title": "a\nb" })).await.0, 422);
        assert_eq!(put(people, &people.rea, folder, json!({ "title": "a".repeat(201) })).await.0, 422);
        assert_eq!(put(people, &people.rea, people.top, json!({})).await, (409, "wrong_kind".to_owned()));
        assert_eq!(put(people, &people.tom, folder, json!({})).await.0, 404, "the application is not Tom's");
        assert_eq!(put(people, &people.rea, NodeId(999), json!({})).await.0, 404);
        fill(people).await;
        assert_eq!(put(people, &people.rea, people.folder(folder, "last").await, json!({})).await.0, 409);
    });
}

#[test]
fn a_bookmark_of_a_browser_is_a_type_of_its_own() {
    on_both(rooms, async |people| {
        let top = people.top;
        let upload = |name: &'static str| {
            move |tx: &mut Tx<'_>, access: &mut Access<'_>| {
                let into = access.authorize::<content::Upload>(tx, top)?;
                let name = &EntryName::parse(name).unwrap();
                let new = NewNode { kind: NodeKind::File, name, state: NodeState::Ready, size: 0, now: NOW };
                let file = nodes::insert(tx, &into, &new)?;
                Ok::<_, security::Error>(nodes::find(tx, file)?.unwrap().entry_type)
            }
        };
        let typed = async |name| security::write(&people.db, &people.ada, upload(name)).await.unwrap();
        assert_eq!(typed("shop.webloc").await, "shortcut");
        assert_eq!(typed("shop.unknown").await, "file");
    });
}

#[test]
fn an_admin_sees_who_keeps_how_many_bookmarks_of_their_tenants() {
    on_both(rooms, async |people| {
        let [folder, inner, _] = prepare(people).await;
        for (who, node) in [(&people.rea, folder), (&people.rea, inner), (&people.ada, folder)] {
            people.bookmark(who, node, None).await.unwrap();
        }
        let listed = async |query: &str| {
            let (status, body) = ask(people, &people.ada, "GET", &format!("/api/core/bookmark{query}"), "").await;
            assert_eq!(status, 200, "{body}");
            let rows = body["items"].as_array().unwrap().iter();
            rows.map(|row| format!("{} {}", row["name"].as_str().unwrap(), row["bookmarks"])).collect::<Vec<_>>()
        };
        assert_eq!(listed("").await, ["ada 1", "rea 2"]);
        assert_eq!(listed("?order=-bookmarks&limit=1").await, ["rea 2"]);
        assert_eq!(listed("?q=ad").await, ["ada 1"]);
        let foreign = Arc::new(Actor { admin_of: vec![TenantId(999)], ..(*people.ada).clone() });
        assert_eq!(ask(people, &foreign, "GET", "/api/core/bookmark", "").await.1["total"], 0);
        assert_eq!(ask(people, &people.rea, "GET", "/api/core/bookmark", "").await.0, 403);
    });
}
