//! The cards of folders have pictures of what the link shows in each, and of nothing else.

use serde_json::json;

use super::listing::statements;
use super::visitor::Visitor;
use super::{Campaign, made};
use crate::harness::on_both;
use crate::previews::png;
use crate::test_users::TestUser;

/// A picture that is newer than all before.
async fn picture(who: &TestUser<'_>, folder: i64, name: &str) -> i64 {
    who.server.clock.advance(1);
    who.upload(folder, name, png()).await.id()
}

/// The pictures on the card of a folder, as it is listed.
async fn cover(guest: &Visitor<'_>, path: &str, folder: i64) -> Vec<i64> {
    let listed = guest.get(path).await.ok();
    let items = listed["items"].as_array().unwrap();
    let card = items.iter().find(|item| item["node_id"] == folder).expect("it is listed");
    let pictures = card["cover"].as_array().cloned().unwrap_or_default();
    pictures.iter().map(|picture| picture["node_id"].as_i64().unwrap()).collect()
}

#[test]
fn the_card_of_a_folder_has_the_newest_pictures_that_the_link_shows_in_it() {
    on_both(async |server| {
        let (mia, wim) = (server.user("mia"), server.user("wim"));
        let Campaign { folder, inner, file, .. } = Campaign::of(server).await;
        let deep = wim.folder(inner, "Deep").await.id();
        let mut all = Vec::new();
        for number in 0..4 {
            all.push(picture(&wim, inner, &format!("{number}.png")).await);
        }
        let below = picture(&wim, deep, "deep.png").await;
        let guest = Visitor::of(server, &made(&mia, json!({ "node_ids": [folder] })).await);
        assert_eq!(cover(&guest, "/entries", inner).await, [0; 0], "none is drawn yet");
        server.drain().await;
        assert_eq!(cover(&guest, "/entries", inner).await, [all[3], all[2], all[1]]);
        assert_eq!(cover(&guest, &format!("/entries?folder={inner}"), deep).await, [below]);
        for shown in [all[3], below] {
            assert_eq!(guest.get(&format!("/picture/{shown}")).await.status, 200);
        }
        let several = Visitor::of(server, &made(&mia, json!({ "node_ids": [inner, file] })).await);
        assert_eq!(cover(&several, "/entries", inner).await, [all[3], all[2], all[1]]);

        // What the maker may not see, what somebody else has locked, and what is in the bin is on no card.
        server.classify(all[3]).await;
        wim.post(&format!("entry/lock/{}", all[2]), json!({})).await.ok();
        wim.delete(&format!("entry/{}", all[1])).await.ok();
        for guest in [&guest, &several] {
            assert_eq!(cover(guest, "/entries", inner).await, [all[0]]);
        }
    });
}

#[test]
fn cards_cost_the_same_for_few_and_many_folders() {
    on_both(async |server| {
        let (mia, wim) = (server.user("mia"), server.user("wim"));
        let mut costs = Vec::new();
        for count in [2, 12] {
            let folder = wim.folder(server.top, &format!("With {count}")).await.id();
            for number in 0..count {
                let inner = wim.folder(folder, &format!("inner {number}")).await.id();
                picture(&wim, inner, "one.png").await;
            }
            server.drain().await;
            let guest = Visitor::of(server, &made(&mia, json!({ "node_ids": [folder] })).await);
            costs.push(statements(server, &guest, "/entries").await);
        }
        assert_eq!(costs[0], costs[1]);
    });
}
