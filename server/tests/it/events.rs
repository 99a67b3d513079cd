//! What a room hears of entries and of access, in the transaction in which it happens.

use content::{ContentStored, EntryCreated, EntryPurged, EntryRemoved, EntryRenamed, EntryRestored};
use db::{Migration, Migrations, Tx, params};
use events::{Header, Listener};
use primitives::NodeId;
use room::Room;
use security::{AccessChange, AccessChanged, GrantAccess};
use serde_json::{Value, json};
use vitrine::app::App;
use vitrine::rooms::{migrations_of, rooms};

use crate::harness::{NOW, TestServer, on_both, serve};
use crate::stores::settings_in;
use crate::test_users::TestUser;

const HEARD: Migration = Migration {
    room: "listening",
    floor: 8,
    name: "listening/9000_heard",
    sqlite: SQLITE,
    postgres: POSTGRES,
    fill: None,
};
const SQLITE: &str = "CREATE TABLE listening_heard (
  number INTEGER PRIMARY KEY AUTOINCREMENT, event TEXT NOT NULL, node_id BIGINT NOT NULL, users_id BIGINT, at BIGINT NOT NULL
);";
const POSTGRES: &str = "CREATE TABLE listening_heard (
  number BIGSERIAL PRIMARY KEY, event TEXT NOT NULL, node_id BIGINT NOT NULL, users_id BIGINT, at BIGINT NOT NULL
);";

fn room() -> Room {
    Room::new("listening", 8).with_migrations(Migrations::of([HEARD])).with_listeners([
        Listener::to(|tx, it: &EntryCreated| note(tx, "created", it.node, &it.header)),
        Listener::to(|tx, it: &ContentStored| note(tx, "stored", it.node, &it.header)),
        Listener::to(|tx, it: &EntryRenamed| note(tx, &format!("renamed from {}", it.old_name), it.node, &it.header)),
        Listener::to(|tx, it: &EntryRemoved| note(tx, "removed", it.node, &it.header)),
        Listener::to(|tx, it: &EntryRestored| note(tx, "restored", it.node, &it.header)),
        Listener::to(|tx, it: &EntryPurged| it.nodes.iter().try_for_each(|node| note(tx, "purged", *node, &it.header))),
        Listener::to(access_changed),
    ])
}

/// A group is noted by its negative number.
fn access_changed(tx: &mut Tx<'_>, it: &AccessChanged) -> db::Result<()> {
    let (event, node) = match it.what {
        AccessChange::Grants(node) => ("grants", node),
        AccessChange::Marks(node) => ("marks", node),
        AccessChange::Closing(node) => ("closing", node),
        AccessChange::Clearances(group) => ("clearances", NodeId(-group.0)),
    };
    note(tx, event, node, &it.header)
}

fn note(tx: &mut Tx<'_>, event: &str, node: NodeId, header: &Header) -> db::Result<()> {
    let user = header.author.user;
    let sql = "INSERT INTO listening_heard (event, node_id, users_id, at) VALUES ($1, $2, $3, $4)";
    tx.run(sql, params![event, node, user, header.at]).map(drop)
}

/// The server's installation, served once more with a room that listens.
async fn with_listening(server: &TestServer) -> App {
    let settings = settings_in(server.test.folder());
    let all: Vec<_> = rooms().into_iter().chain([room()]).collect();
    server.test.db.migrate(&migrations_of(&all)).await.unwrap();
    let drawing = previews::Worker::at(env!("CARGO_BIN_EXE_vitrine"));
    App::of_rooms(&all, drawing, server.test.db.clone(), server.clock.clone(), &settings).await.unwrap()
}

/// Event, user and time of each event of `node`, in their order.
async fn heard_of(app: &App, node: i64) -> Vec<(String, String, i64)> {
    let sql = "SELECT h.event, u.name, h.at FROM listening_heard h
               LEFT JOIN identity_user u ON u.users_id = h.users_id
               WHERE h.node_id = $1 ORDER BY h.number";
    app.db.read(move |c| c.rows(sql, params![node], |row| Ok((row.get(0)?, row.get(1)?, row.get(2)?)))).await.unwrap()
}

#[test]
fn a_listener_receives_each_change_of_an_entry_with_user_and_time() {
    on_both(async |server| {
        let app = with_listening(server).await;
        let (base, serving, stop) = serve(&app).await;
        let at = |name: &str| TestUser { base: base.clone(), ..server.user(name) };
        let wim = at("wim");
        let node = wim.upload(server.top, "first.txt", "words").await.id();
        wim.rename(node, "second.txt").await.ok();
        wim.delete(&format!("entry/{node}")).await.ok();
        wim.post(&format!("entry/restore/{node}"), Value::Null).await.ok();
        wim.delete(&format!("entry/{node}")).await.ok();
        assert_eq!(at("mia").delete(&format!("entry/bin/{node}")).await.status, 204);
        let by = |event: &str, user: &str| (event.to_owned(), user.to_owned(), NOW);
        let heard = [
            by("created", "wim"),
            by("stored", "wim"),
            by("renamed from first.txt", "wim"),
            by("removed", "wim"),
            by("restored", "wim"),
            by("removed", "wim"),
            by("purged", "mia"),
        ];
        assert_eq!(heard_of(&app, node).await, heard);
        stop.cancel();
        serving.await.unwrap();
    });
}

#[test]
fn a_listener_receives_each_change_of_access_with_user_and_time() {
    on_both(async |server| {
        let app = with_listening(server).await;
        let (base, serving, stop) = serve(&app).await;
        let at = |name: &str| TestUser { base: base.clone(), ..server.user(name) };
        let folder = at("wim").folder(server.top, "Folder").await.id();
        let grant = json!({ "node_id": folder, "users_id": server.users["rita"], "role": "reader", "recursive": true });
        let given = at("mia").post("/api/node/grant", grant).await.ok();
        at("mia").delete(&format!("/api/node/grant/{}", given["grant_id"])).await.ok();
        let (zoe, mark) = (server.actor("zoe").await, server.mark);
        let classify = move |tx: &mut Tx<'_>, access: &mut security::Access<'_>| {
            let permit = access.authorize::<GrantAccess>(tx, NodeId(folder))?;
            security::classify(tx, &permit, access.actor(), &[mark].into(), NOW)
        };
        security::write(&app.db, &zoe, classify).await.unwrap();
        let by = |event: &str, user: &str| (event.to_owned(), user.to_owned(), NOW);
        let heard = [by("created", "wim"), by("grants", "mia"), by("grants", "mia"), by("marks", "zoe")];
        assert_eq!(heard_of(&app, folder).await, heard);

        let library = &at("zoe").get("repository/admin").await.ok()["items"][0];
        let path = format!("repository/{}", library["repository_id"]);
        for active in [false, true] {
            let form =
                json!({ "title": library["title"], "file_server_id": library["file_server_id"], "active": active });
            at("zoe").put(&path, form).await.ok();
        }
        assert_eq!(heard_of(&app, server.top).await, [by("closing", "zoe"), by("closing", "zoe")]);

        let (readers, tenant) = (server.groups["readers"], zoe.admin_of[0]);
        let header = Header::by(&*zoe, tenant, NOW);
        let clear = move |tx: &mut Tx<'_>| {
            security::give_clearance(tx, header, readers, mark)?;
            security::take_clearance(tx, header, readers, mark)
        };
        app.db.write(clear).await.unwrap();
        assert_eq!(heard_of(&app, -readers.0).await, [by("clearances", "zoe"), by("clearances", "zoe")]);
        stop.cancel();
        serving.await.unwrap();
    });
}
