//! A search finds entries by words in any order, over name, path, type and person, with small mistakes, and offers what
//! the hits can be narrowed by; what the asker does not see is neither found nor counted nor offered.

use primitives::NodeRole;
use security::Principal;
use serde_json::Value;

use crate::harness::{TestServer, on_both};
use crate::test_users::TestUser;

/// Says of files what their bytes would have told.
async fn look_like(server: &TestServer, file: i64, entry_type: &str, (width, height): (i64, i64)) {
    let sql = format!(
        "UPDATE nodes_node SET entry_type = '{entry_type}' WHERE node_id = {file};
         INSERT INTO nodes_property (property_key, kind) VALUES ('width', 'number'), ('height', 'number')
         ON CONFLICT DO NOTHING;
         INSERT INTO nodes_value (node_id, property_id, tenant_id, number_value)
         SELECT n.node_id, p.property_id, n.tenant_id, CASE p.property_key WHEN 'width' THEN {width} ELSE {height} END
         FROM nodes_node n JOIN nodes_property p ON p.property_key IN ('width', 'height') WHERE n.node_id = {file}"
    );
    let write = server.app.db.write(move |tx| sql.split(';').try_for_each(|one| tx.run(one, &[]).map(drop)));
    write.await.unwrap();
}

async fn facets(who: &TestUser<'_>, query: &str) -> Value {
    who.get(&format!("search/facets?{query}")).await.ok()
}

/// The counts that are not zero, by what they are of.
fn counts(facets: &Value, of: &str, key: &str) -> Vec<(String, i64)> {
    let text = |value: &Value| value.as_str().map_or_else(|| value.to_string(), str::to_owned);
    let all = facets[of].as_array().unwrap().iter().map(|one| (text(&one[key]), one["count"].as_i64().unwrap()));
    all.filter(|(_, count)| *count > 0).collect()
}

fn some(all: &[(&str, i64)]) -> Vec<(String, i64)> {
    all.iter().map(|(key, count)| ((*key).to_owned(), *count)).collect()
}

#[test]
fn words_are_found_in_any_order_in_the_name_and_the_path() {
    on_both(async |server| {
        let wim = server.user("wim");
        let campaigns = wim.folder(server.top, "Campaigns").await.id();
        let summer = wim.folder(campaigns, "Campanha Verão 2026").await.id();
        let deep = wim.folder(summer, "Dunes").await.id();
        for (folder, name) in [
            (summer, "Beach visual 04.txt"),
            (deep, "Visual – Beach sail.txt"),
            (campaigns, "Visual beach winter.txt"),
            (summer, "Beach hills.txt"),
        ] {
            wim.upload(folder, name, "x").await.ok();
        }
        let both = vec!["Visual – Beach sail.txt", "Beach visual 04.txt"];
        for (term, found) in [
            ("beach verao visual", both.clone()),
            ("VISUAL verão BEACH", both.clone()),
            ("vis ver bea", both),
            ("visual beach", vec!["Visual beach winter.txt", "Visual – Beach sail.txt", "Beach visual 04.txt"]),
            // Names with all words come before what lies in such a folder.
            ("dunes", vec!["Dunes", "Visual – Beach sail.txt"]),
            ("verao dunes", vec!["Visual – Beach sail.txt", "Dunes"]),
            ("dunes hills", vec![]),
        ] {
            assert_eq!(wim.find(term).await, found, "{term}");
        }
        let newest = wim.search(&[("term", "verao beach"), ("order", "newest")]).await;
        assert_eq!(newest.names(), ["Beach hills.txt", "Visual – Beach sail.txt", "Beach visual 04.txt"]);
        let hit = wim.search(&[("term", "sail")]).await.ok();
        let places = &hit["items"][0]["places"];
        let named: Vec<_> = places.as_array().unwrap().iter().map(|place| place["name"].as_str().unwrap()).collect();
        assert_eq!(named, ["library", "Campaigns", "Campanha Verão 2026", "Dunes"]);
        assert_eq!(places[3]["node_id"], deep);
        // A folder that gets another name is found by that one only.
        wim.rename(summer, "Winter").await.ok();
        assert_eq!(wim.find("verao beach").await, [""; 0]);
        assert_eq!(wim.find("sail winter").await, ["Visual – Beach sail.txt"]);
    });
}

#[test]
fn one_letter_may_be_wrong_beside_a_word_of_the_folder() {
    on_both(async |server| {
        let (wim, zoe) = (server.user("wim"), server.user("zoe"));
        let summer = wim.folder(server.top, "Campanha Verão").await.id();
        wim.upload(summer, "Beach visual.txt", "x").await.ok();
        let winter = wim.folder(server.top, "Inverno").await.id();
        wim.upload(winter, "Winter visual.txt", "x").await.ok();
        let sealed = zoe.folder(server.top, "Sealed Verão").await.id();
        server.classify(sealed).await;
        zoe.upload(sealed, "Sealed visual.txt", "x").await.ok();
        for (term, found) in [
            ("verao visaul", vec!["Beach visual.txt"]),
            ("visuall campanha", vec!["Beach visual.txt"]),
            ("inverno visaul", vec!["Winter visual.txt"]),
            ("inverno beahc", vec![]),
            ("verao vixxal", vec![]),
        ] {
            assert_eq!(wim.find(term).await, found, "{term}");
        }
    });
}

#[test]
fn one_letter_may_be_wrong_if_little_is_found() {
    on_both(async |server| {
        let wim = server.user("wim");
        for name in ["Dunes mural.txt", "Dunas.txt", "sea.txt"] {
            wim.upload(server.top, name, "x").await.ok();
        }
        for (term, found) in [
            ("duens", vec!["Dunes mural.txt"]),
            ("mual dunes", vec!["Dunes mural.txt"]),
            ("muurall dunes", vec![]),
            ("duens mrual", vec!["Dunes mural.txt"]),
            ("dunes", vec!["Dunes mural.txt", "Dunas.txt"]),
            ("sae", vec![]),
        ] {
            assert_eq!(wim.find(term).await, found, "{term}");
        }
        let page = wim.search(&[("term", "dunes")]).await.ok();
        assert_eq!([&page["items"][0]["similar"], &page["items"][1]["similar"]], [false, true]);
        // Page by page, nothing comes twice.
        let first = wim.search(&[("term", "duens"), ("limit", "1")]).await.ok();
        assert_eq!(first["next"], Value::Null);
        // What is alike does not come where there is enough.
        for number in 0..5 {
            wim.upload(server.top, &format!("dunes {number}.txt"), "x").await.ok();
        }
        assert_eq!(wim.find("dunes").await.len(), 6);
    });
}

#[test]
fn a_word_may_name_a_type_or_a_person() {
    on_both(async |server| {
        let (wim, zoe) = (server.user("wim"), server.user("zoe"));
        let film = wim.upload(server.top, "beach one.txt", "x").await.id();
        look_like(server, film, "video", (1920, 1080)).await;
        zoe.upload(server.top, "beach two.txt", "x").await.ok();
        for (term, found) in [
            ("filme", vec!["beach one.txt"]),
            ("beach films", vec!["beach one.txt"]),
            ("beach zoe", vec!["beach two.txt"]),
            ("zoe", vec!["beach two.txt"]),
            ("wim film", vec!["beach one.txt"]),
            ("zoe film", vec![]),
            // An address is no name.
            ("beach lume", vec![]),
        ] {
            assert_eq!(wim.find(term).await, found, "{term}");
        }
    });
}

#[test]
fn hits_are_narrowed_and_each_count_follows_the_other_choices() {
    on_both(async |server| {
        let (wim, zoe) = (server.user("wim"), server.user("zoe"));
        let (here, there) = (wim.folder(server.top, "here").await.id(), wim.folder(server.top, "there").await.id());
        let wide = wim.upload(here, "qvx wide.txt", "x").await.id();
        let tall = wim.upload(here, "qvx tall.txt", "x").await.id();
        let film = zoe.upload(there, "qvx film.txt", "x").await.id();
        look_like(server, wide, "image", (1600, 900)).await;
        look_like(server, tall, "image", (900, 1600)).await;
        look_like(server, film, "video", (640, 360)).await;
        let zoe_id = server.users["zoe"];
        let here_text = here.to_string();
        for (filter, found) in [
            (vec![("types", "image")], vec!["qvx tall.txt", "qvx wide.txt"]),
            (
                vec![("types", "image,video"), ("orientations", "landscape,panorama")],
                vec!["qvx film.txt", "qvx wide.txt"],
            ),
            (vec![("people", zoe_id.to_string().as_str())], vec!["qvx film.txt"]),
            (vec![("pixels_from", "1000")], vec!["qvx tall.txt", "qvx wide.txt"]),
            (vec![("pixels_to", "1000")], vec!["qvx film.txt"]),
            (vec![("since", "9999999999")], vec![]),
            (vec![("until", "9999999999"), ("types", "video")], vec!["qvx film.txt"]),
            (vec![("parent_id", here_text.as_str()), ("orientations", "portrait")], vec!["qvx tall.txt"]),
        ] {
            let query: Vec<_> = [("term", "qvx")].into_iter().chain(filter.iter().copied()).collect();
            assert_eq!(wim.search(&query).await.names(), found, "{filter:?}");
        }
        for wrong in ["types=IMAGE", "people=wim", "people=0", "orientations=round", "since=today"] {
            assert_eq!(wim.get(&format!("search?term=qvx&{wrong}")).await.status, 422, "{wrong}");
            assert_eq!(wim.get(&format!("search/facets?term=qvx&{wrong}")).await.status, 422, "{wrong}");
        }
        let all = facets(&wim, "term=qvx").await;
        assert_eq!((&all["total"], &all["complete"]), (&3.into(), &true.into()));
        assert_eq!(counts(&all, "types", "entry_type"), some(&[("image", 2), ("video", 1)]));
        assert_eq!(counts(&all, "people", "name"), some(&[("wim", 2), ("zoe", 1)]));
        assert_eq!(counts(&all, "orientations", "orientation"), some(&[("landscape", 2), ("portrait", 1)]));
        assert_eq!(counts(&all, "folders", "name"), some(&[("here", 2), ("there", 1)]));
        assert_eq!(all["months"].as_array().unwrap().len(), 12);
        assert_eq!(all["months"][11]["count"], 3);
        let images = facets(&wim, "term=qvx&types=image&orientations=portrait").await;
        assert_eq!(images["total"], 1);
        assert_eq!(counts(&images, "types", "entry_type"), some(&[("image", 1)]), "the types of portraits");
        assert_eq!(counts(&images, "orientations", "orientation"), some(&[("landscape", 1), ("portrait", 1)]));
    });
}

#[test]
fn what_is_hidden_is_neither_found_nor_counted_nor_offered() {
    on_both(async |server| {
        let (wim, zoe) = (server.user("wim"), server.user("zoe"));
        let closed = zoe.folder(server.top, "Vault zkw").await.id();
        let inside = zoe.folder(closed, "inner").await.id();
        let film = zoe.upload(inside, "qvx secret.txt", "x").await.id();
        look_like(server, film, "video", (640, 360)).await;
        wim.upload(server.top, "qvx open.txt", "x").await.ok();
        assert_eq!(zoe.find("zkw qvx").await, ["qvx secret.txt"]);
        server.classify(closed).await;
        // For the very next search, and after the change has reached everything below.
        for _ in 0..2 {
            for term in ["zkw", "zkw qvx", "vault", "vualt", "secret", "secert", "film qvx", "zoe qvx", "zoe film"] {
                assert_eq!(wim.find(term).await, [""; 0], "{term}");
                let found = facets(&wim, &format!("term={}", term.replace(' ', "%20"))).await;
                let offered: usize =
                    ["types", "people", "folders"].map(|of| found[of].as_array().unwrap().len()).iter().sum();
                assert_eq!((&found["total"], offered), (&0.into(), 0), "{term}: {found}");
            }
            let found = facets(&wim, "term=qvx").await;
            assert_eq!(found["total"], 1);
            assert_eq!(counts(&found, "people", "name"), some(&[("wim", 1)]));
            assert_eq!(counts(&found, "folders", "name"), some(&[("library", 1)]));
            assert_eq!(counts(&facets(&zoe, "term=qvx").await, "people", "name"), some(&[("zoe", 1), ("wim", 1)]));
            server.drain().await;
        }
    });
}

#[test]
fn a_folder_that_only_leads_to_something_open_is_named_by_its_path() {
    on_both(async |server| {
        let (zoe, rita) = (server.user("zoe"), server.user("rita"));
        let closed = zoe.folder(server.top, "Vault zkw").await.id();
        let file = zoe.upload(closed, "qvx open.txt", "x").await.id();
        zoe.upload(closed, "qvx other.txt", "x").await.ok();
        server.grant(file, Principal::User(server.users["rita"]), NodeRole::Reader).await;
        server.drain().await;
        for term in ["qvx", "zkw qvx", "open vault"] {
            assert_eq!(rita.find(term).await, ["qvx open.txt"], "{term}");
        }
    });
}
