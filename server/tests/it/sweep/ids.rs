//! Ids of versions, comments, collections, their members, presets and links: for whoever may not know what one stands for,
//! every operation that names it answers as for an id that nothing has. So it is for other tenants, for people from whom
//! the entry is hidden, and for people whose right has ended.

use primitives::NodeRole;
use security::Principal;
use serde_json::json;

use super::look_of;
use crate::collections::{self, collect, share};
use crate::comments::{self, say};
use crate::expectations::{Described, MISSING, Values, described};
use crate::harness::{TestServer, on_both};
use crate::quotas::tenant;
use crate::versions::versions;

/// An id, the parameter of paths that it is a value of, and who must not know of it.
struct Id<'i> {
    parameter: &'i str,
    id: i64,
    strangers: &'i [&'i str],
}

impl Id<'_> {
    async fn check(&self, server: &TestServer, all: &[Described], values: &Values) {
        let named = format!("{{{}}}", self.parameter);
        let of_it: Vec<_> = all.iter().filter(|one| one.operation.path.contains(&named)).collect();
        assert!(!of_it.is_empty(), "no operation has a {}", self.parameter);
        for described in of_it {
            let call = |id: i64| {
                let values = values.clone().with(self.parameter, id);
                described.expectation.call.filled(&described.operation, &values)
            };
            for name in self.strangers {
                let (who, operation) = (server.user(name), &described.operation.id);
                let answer = call(self.id).send(&who).await;
                assert_eq!(answer.status, 404, "{operation} as {name}: {}", answer.body);
                let missing = call(MISSING).send(&who).await;
                assert_eq!(look_of(missing), look_of(answer), "{operation} as {name}: missing and not to be known");
            }
        }
    }
}

#[test]
fn versions_and_comments_are_missing_for_whom_their_file_is_hidden() {
    on_both(async |server| {
        let (wim, eva) = (server.user("wim"), server.user("eva"));
        let guests = Principal::Group(server.groups["guests"]);
        let folder = wim.folder(server.top, "sealed folder").await.id();
        let file = wim.upload(folder, "sealed.txt", "words").await.id();
        wim.replace(folder, file, "other words").await.ok();
        let version = versions(&wim, file).await.last().unwrap()["version_id"].as_i64().unwrap();
        let comment = comments::id(&say(&wim, file, "As agreed").await.ok());
        let theirs = eva.upload(server.other_top, "theirs.txt", "words").await.id();
        eva.replace(server.other_top, theirs, "other words").await.ok();
        let their_version = versions(&eva, theirs).await.last().unwrap()["version_id"].as_i64().unwrap();
        let their_comment = comments::id(&say(&eva, theirs, "As agreed").await.ok());
        let (all, values) = (described(server), Values::of(server).await);

        // Another tenant's; and of a file that somebody could see, and cannot any more.
        server.grant(folder, guests, NodeRole::Manager).await;
        let seen = server.user("rita").get(&format!("version/entry/{file}")).await;
        assert_eq!(seen.status, 200, "{}", seen.body);
        server.revoke(folder, guests).await;
        for (parameter, own, of_others) in
            [("version_id", version, their_version), ("comment_id", comment, their_comment)]
        {
            let strangers = &["ada", "zoe", "mia", "wim", "rea"];
            Id { parameter, id: of_others, strangers }.check(server, &all, &values).await;
            Id { parameter, id: own, strangers: &["rita", "eva", "root"] }.check(server, &all, &values).await;
        }
        // A mark hides it also from who wrote it.
        server.classify(folder).await;
        let strangers = &["ada", "mia", "wim", "rea", "rita", "eva", "root"];
        for (parameter, id) in [("version_id", version), ("comment_id", comment)] {
            Id { parameter, id, strangers }.check(server, &all, &values).await;
        }
        let clea = server.user("clea");
        assert_eq!(clea.get(&format!("comment/answer/{comment}")).await.status, 200, "it is still there");
        assert_eq!(clea.get(&format!("/api/file/version/{version}")).await.status, 200);
    });
}

#[test]
fn a_collection_is_missing_for_who_is_no_member_of_it_any_more() {
    on_both(async |server| {
        let wim = server.user("wim");
        let file = wim.upload(server.top, "a.txt", "words").await.id();
        let spring = collect(&wim, "Spring", &[file]).await;
        let member = share(&wim, spring, "rea", "editor").await.ok()["collection_member_id"].as_i64().unwrap();
        let path = format!("collection/{spring}");
        assert_eq!(server.user("rea").get(&path).await.status, 200);
        assert_eq!(wim.delete(&format!("{path}/member/{member}")).await.status, 204);
        let other = share(&wim, spring, "clea", "viewer").await.ok()["collection_member_id"].as_i64().unwrap();
        let values = Values::of(server).await.with("marked_file", file).with("marked_folder", file);
        let values = values.with("collection_member_id", other);
        let strangers = &["ada", "mia", "rea", "rita", "eva", "root"];
        let all = described(server);
        Id { parameter: "collection_id", id: spring, strangers }.check(server, &all, &values).await;
        let told = wim.get(&path).await.ok();
        assert_eq!((collections::id(&told), &told["title"]), (spring, &json!("Spring")), "nobody has changed it");
        assert_eq!(collections::names(&wim, spring).await, ["a.txt"]);
    });
}

#[test]
fn presets_and_links_are_missing_for_other_tenants_and_links_for_who_manages_none_of_their_entries() {
    on_both(async |server| {
        let (ada, mia, wim) = (server.user("ada"), server.user("mia"), server.user("wim"));
        let form = json!({ "name": "Square", "tenant_id": tenant(server, "lume").await, "width": 32, "height": 32 });
        let preset = ada.post("rendition/preset", form).await.ok()["preset_id"].as_i64().unwrap();
        let folder = wim.folder(server.top, "Campaign").await.id();
        let link = mia.post("link", json!({ "node_ids": [folder] })).await.ok()["link_id"].as_i64().unwrap();
        let (all, values) = (described(server), Values::of(server).await);
        Id { parameter: "preset_id", id: preset, strangers: &["eva", "root"] }.check(server, &all, &values).await;
        let strangers = &["wim", "rea", "rita", "eva", "root"];
        Id { parameter: "link_id", id: link, strangers }.check(server, &all, &values).await;
        // Who managed an entry, and does not see it any more.
        assert_eq!(ada.get(&format!("link?node_id={folder}")).await.ok()["items"][0]["link_id"], link);
        server.classify(folder).await;
        Id { parameter: "link_id", id: link, strangers: &["ada"] }.check(server, &all, &values).await;
        assert_eq!(mia.delete(&format!("link/{link}")).await.status, 204, "its maker ends it all the same");
    });
}
