use db::Engine;

use crate::harness::on_both;

#[test]
fn a_part_of_a_name_finds_it_whatever_its_case_and_accents() {
    on_both(async |server| {
        let wim = server.user("wim");
        let folder = wim.folder(server.top, "Verão").await.id();
        for name in ["Açaí na praia.txt", "100%_real.txt", "日本語.txt"] {
            wim.upload(folder, name, "x").await.ok();
        }
        for (term, found) in [
            ("acai", vec!["Açaí na praia.txt"]),
            ("AÇAÍ", vec!["Açaí na praia.txt"]),
            ("a praia", vec!["Açaí na praia.txt"]),
            ("ai", vec!["Açaí na praia.txt"]),
            ("CA", vec!["Açaí na praia.txt"]),
            // The folder, and then what is in it.
            ("verao", vec!["Verão", "日本語.txt", "100%_real.txt", "Açaí na praia.txt"]),
            ("0%_r", vec!["100%_real.txt"]),
            ("%_", vec!["100%_real.txt"]),
            ("real' OR 1=1", vec![]),
            ("\" OR \"a", vec![]),
            ("本", vec!["日本語.txt"]),
            ("日本語", vec!["日本語.txt"]),
            ("nowhere", vec![]),
        ] {
            assert_eq!(wim.find(term).await, found, "{term}");
        }
        assert_eq!(wim.search(&[("term", "  ")]).await.refusal(), (422, "invalid"));
        let hit = wim.search(&[("term", "acai")]).await.ok();
        assert_eq!(hit["items"][0]["path"], "library / Verão");
    });
}

#[test]
fn a_search_below_a_folder_stays_below_it_and_pages_lose_nothing() {
    on_both(async |server| {
        let wim = server.user("wim");
        let here = wim.folder(server.top, "here").await.id();
        let deep = wim.folder(here, "deep").await.id();
        let there = wim.folder(server.top, "there").await.id();
        for (folder, name) in [(here, "x1"), (deep, "x2"), (there, "x3"), (deep, "x4"), (there, "x5")] {
            wim.upload(folder, &format!("needle {name}.txt"), "x").await.ok();
        }
        let below = here.to_string();
        for (parent, wanted) in
            [(None, vec!["x5", "x4", "x3", "x2", "x1"]), (Some(below.as_str()), vec!["x4", "x2", "x1"])]
        {
            for limit in ["1", "2", "60"] {
                let (mut names, mut after) = (Vec::new(), None::<String>);
                loop {
                    let mut query = vec![("term", "needle"), ("limit", limit)];
                    query.extend(parent.map(|id| ("parent_id", id)));
                    query.extend(after.as_deref().map(|cursor| ("after", cursor)));
                    let page = wim.search(&query).await;
                    after = page.body["next"].as_str().map(str::to_owned);
                    names.extend(page.names());
                    if after.is_none() {
                        break;
                    }
                }
                let wanted: Vec<_> = wanted.iter().map(|name| format!("needle {name}.txt")).collect();
                assert_eq!(names, wanted, "below {parent:?}, {limit} a page");
            }
        }
    });
}

#[test]
fn a_page_after_what_cannot_be_is_refused() {
    on_both(async |server| {
        let wim = server.user("wim");
        for id in [i64::MIN, i64::MIN + 1, -1] {
            let after = primitives::Cursor { kind: 0, text: String::new(), number: 0, id }.encode();
            for below in [String::new(), format!("&parent_id={}", server.top)] {
                let answer = wim.get(&format!("search?term=a&after={after}{below}")).await;
                assert_eq!(answer.status, 422, "{id}{below}: {}", answer.body);
            }
        }
    });
}

#[test]
fn postgresql_gathers_statistics_of_the_search_where_no_schema_is_searched() {
    on_both(async |server| {
        if server.app.db.engine() == Engine::Sqlite {
            return;
        }
        server.user("wim").upload(server.top, "pier.txt", "words").await.ok();
        let gathered = server.app.db.write(|tx| {
            tx.run("SET LOCAL search_path = ''", &[])?;
            tx.run("ANALYZE public.content_search", &[])
        });
        gathered.await.unwrap();
    });
}
