//! Whoever may not know of an entry any more is neither shown its notices nor told their number.

use primitives::NodeRole;
use security::Principal;
use serde_json::{Value, json};

use crate::comments::{file, say};
use crate::harness::{TestServer, on_both};
use crate::notices::{kinds, mention, told, unseen};
use crate::test_users::TestUser;

/// The names of the entries that somebody is told of, and how many notices the bell counts.
async fn seen(who: &TestUser<'_>) -> (Vec<String>, i64) {
    let name = |one: &Value| one["entry"]["name"].as_str().unwrap().to_owned();
    (told(who).await.iter().map(name).collect(), unseen(who).await)
}

fn names(names: &[&str]) -> (Vec<String>, i64) {
    let names: Vec<String> = names.iter().map(|name| (*name).to_owned()).collect();
    let number = i64::try_from(names.len()).unwrap();
    (names, number)
}

#[test]
fn marks_bins_and_revoked_grants_hide_notices_until_they_end() {
    on_both(async |server| {
        let (wim, rea, mia) = (server.user("wim"), server.user("rea"), server.user("mia"));
        let folder = wim.folder(server.top, "folder").await.id();
        let inside = wim.upload(folder, "inside.txt", "words").await.id();
        let (marked, binned) = (file(server, "marked.txt").await, file(server, "binned.txt").await);
        for node in [inside, marked, binned] {
            say(&wim, node, &mention(server, "rea")).await.ok();
        }
        assert_eq!(seen(&rea).await, names(&["binned.txt", "marked.txt", "inside.txt"]));
        server.classify(marked).await;
        assert_eq!(seen(&rea).await, names(&["binned.txt", "inside.txt"]));
        wim.delete(&format!("entry/{binned}")).await.ok();
        assert_eq!(seen(&rea).await, names(&["inside.txt"]));
        // With its folder in the bin, it is in there, too.
        wim.delete(&format!("entry/{folder}")).await.ok();
        assert_eq!(seen(&rea).await, names(&[]));
        for node in [folder, binned] {
            wim.post(&format!("entry/restore/{node}"), json!({})).await.ok();
        }
        assert_eq!(seen(&rea).await, names(&["binned.txt", "inside.txt"]));
        mia.delete(&format!("entry/{binned}")).await.ok();
        assert_eq!(mia.delete(&format!("entry/bin/{binned}")).await.status, 204);
        server.drain().await;
        assert_eq!(server.count("SELECT COUNT(*) FROM notices_notice").await, 2, "they go with the entry");
        server.revoke(server.top, Principal::Group(server.groups["readers"])).await;
        assert_eq!(seen(&rea).await, names(&[]));
        // A grant at the file alone. Its folder leads there, and says no more than its name.
        server.grant(inside, Principal::User(server.users["rea"]), NodeRole::Reader).await;
        assert_eq!(seen(&rea).await, names(&["inside.txt"]));
    });
}

#[test]
fn who_sees_nothing_there_is_told_nothing() {
    on_both(async |server| {
        let wim = server.user("wim");
        let node = file(server, "a.txt").await;
        say(&wim, node, "words").await.ok();
        let eva = server.user("eva");
        tell(server, "eva", node).await;
        assert_eq!((kinds(&eva).await, unseen(&eva).await), (vec![], 0), "she is of another tenant");
        for name in ["rita", "root"] {
            tell(server, name, node).await;
            let who = server.user(name);
            assert_eq!((kinds(&who).await, unseen(&who).await), (vec![], 0), "{name} sees nothing there");
        }
        tell(server, "rea", node).await;
        let rea = server.user("rea");
        assert_eq!((kinds(&rea).await.len(), unseen(&rea).await), (1, 1));
        assert_eq!(server.anonymous().get("/api/core/notice").await.status, 401);
    });
}

/// Tells somebody of an entry, whether they see it or not.
async fn tell(server: &TestServer, name: &str, node: i64) {
    let (to, from) = (server.users[name], server.users["wim"]);
    let (tenant, now) = (server.actor("wim").await.home.unwrap(), server.clock.now());
    let told = server.app.db.write(move |tx| {
        let (node, detail) = (Some(primitives::NodeId(node)), json!({}));
        let one = notices::Notice { tenant, to, kind: "test", from: Some(from), node, subject: 1, detail };
        notices::notify(tx, &one, now)
    });
    told.await.unwrap();
}
