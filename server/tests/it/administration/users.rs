//! Users: found, ordered, created singly and in batches, moved, and with a picture.

use accounts::{Email, NewUser, PersonName};
use passwords::Password;
use primitives::{CompanyId, TenantId};
use reqwest::Method;
use serde_json::json;

use super::calls::{Ids, PNG};
use crate::harness::{PASSWORD, on_both};
use crate::test_users::Answer;

#[test]
fn users_are_found_by_each_word_and_listed_in_order() {
    on_both(async |server| {
        let ids = Ids::lume(server).await;
        let ada = server.user("ada");
        for (name, email) in [("Júlia d'Ávila", "jd@casa.example"), ("Zuleica Prado", "zp@casa.example")] {
            let body = json!({ "name": name, "email": email, "company_id": ids.company });
            ada.post("/api/core/users_with_admin", body).await.ok();
        }
        for (q, names) in [
            ("avila", vec!["Júlia d'Ávila"]),
            ("JULIA", vec!["Júlia d'Ávila"]),
            ("jd@casa", vec!["Júlia d'Ávila"]),
            ("casa", vec!["Júlia d'Ávila", "Zuleica Prado"]),
            ("casa pra", vec!["Zuleica Prado"]),
            ("%25", vec![]),
            ("eva", vec![]),
        ] {
            assert_eq!(ada.get(&format!("/api/core/users?q={q}")).await.names(), names, "{q}");
        }
        let all = ada.get("/api/core/users?limit=200").await.names();
        assert_eq!(all, ["ada", "clea", "Júlia d'Ávila", "mia", "rea", "rita", "wim", "zoe", "Zuleica Prado"]);
        let page = ada.get("/api/core/users?order=-name&limit=5&offset=5").await.ok();
        assert_eq!(page["total"], 9);
        let names: Vec<_> = page["items"].as_array().unwrap().iter().map(|one| one["name"].as_str().unwrap()).collect();
        assert_eq!(names, ["mia", "Júlia d'Ávila", "clea", "ada"]);
        assert_eq!(ada.get("/api/core/users?order=password_hash").await.status, 422);
        let mia = ada.get("/api/core/users?q=mia").await.ok();
        assert_eq!(mia["items"][0]["roles"], json!(["USER_REGULAR", "USER_MANAGER"]));
    });
}

#[test]
fn users_of_a_word_that_many_have_come_in_order_and_once() {
    on_both(async |server| {
        let ids = Ids::lume(server).await;
        let password = passwords::hash_password(&Password::parse(PASSWORD).unwrap()).unwrap();
        let crowd = (0..1_500).map(|number| match number {
            0..400 => format!("Abel {number:04}"),
            _ => format!("Zora {number:04} Zorn"),
        });
        let crowd: Vec<_> = crowd.collect();
        let (names, company) = (crowd.clone(), CompanyId(ids.company));
        let made = server.app.db.write(move |tx| {
            for (number, name) in names.iter().enumerate() {
                let new = NewUser {
                    name: PersonName::parse(name).unwrap(),
                    email: Email::parse(&format!("n{:04}@crowd.example", 1_499 - number)).unwrap(),
                    language: None,
                    password: password.clone(),
                    reset_due: false,
                };
                accounts::create_user(tx, company, &new, 1_800_000_000)?;
            }
            Ok::<_, anyhow::Error>(())
        });
        made.await.unwrap();
        for who in ["ada", "root"] {
            let who = server.user(who);
            for (q, found) in [("zor", &crowd[400..]), ("crowd", &crowd[..]), ("zor%20crowd", &crowd[400..])] {
                for (order, offset) in [("name", 0), ("name", 990), ("-name", 0), ("email", 0), ("-email", 1_000)] {
                    let mut wanted: Vec<&str> = found.iter().map(String::as_str).collect();
                    if ["-name", "email"].contains(&order) {
                        wanted.reverse();
                    }
                    for only in ["", &format!("&company_id={}", ids.company)] {
                        let path = format!("/api/core/users?q={q}&order={order}&limit=30&offset={offset}{only}");
                        let page = who.get(&path).await.ok();
                        assert_eq!(page["total"], found.len().min(offset + 1_030), "{path}");
                        let rows = page["items"].as_array().unwrap();
                        let names: Vec<_> = rows.iter().map(|row| row["name"].as_str().unwrap()).collect();
                        assert_eq!(names, wanted[offset..offset + 30], "{path}");
                    }
                }
            }
        }
        assert_eq!(server.user("ada").get("/api/core/users?q=zor&company_id=999999").await.ok()["total"], 0);
    });
}

#[test]
fn the_users_of_two_tenants_are_one_list() {
    on_both(async |server| {
        let (lume, (other, company)) = (Ids::lume(server).await, Ids::other(server).await);
        let (ada, homes) = (server.users["ada"], [CompanyId(lume.company), CompanyId(company)]);
        let password = passwords::hash_password(&Password::parse(PASSWORD).unwrap()).unwrap();
        let made = server.app.db.write(move |tx| {
            accounts::make_admin(tx, ada, TenantId(other))?;
            for number in 0..40_usize {
                let new = NewUser {
                    name: PersonName::parse(&format!("Nil {number:02}")).unwrap(),
                    email: Email::parse(&format!("nil{:02}@casa.example", 39 - number)).unwrap(),
                    language: None,
                    password: password.clone(),
                    reset_due: false,
                };
                accounts::create_user(tx, homes[number % 2], &new, 1_800_000_000)?;
            }
            Ok::<_, anyhow::Error>(())
        });
        made.await.unwrap();
        let ada = server.user("ada");
        let names = async |query: &str| ada.get(&format!("/api/core/users?{query}")).await.names();
        let numbers = |numbers: std::ops::Range<usize>| numbers.map(|number| format!("Nil {number:02}"));
        for found in ["", "&q=nil"] {
            for (order, backwards) in [("name", false), ("-name", true), ("-email", false), ("email", true)] {
                // Nobody else is between them in these orders; users before them are skipped.
                let all = names(&format!("order={order}&limit=200{found}")).await;
                let before = all.iter().position(|name| name.starts_with("Nil")).unwrap();
                let mut wanted: Vec<String> = numbers(0..40).collect();
                if backwards {
                    wanted.reverse();
                }
                assert_eq!(all[before..before + 40], wanted, "{order}{found}");
                let page = names(&format!("order={order}&limit=7&offset={}{found}", before + 11)).await;
                assert_eq!(page, wanted[11..18], "{order}{found}");
            }
        }
        let lume = names(&format!("q=nil&limit=200&tenant_id={}", lume.tenant)).await;
        assert_eq!(lume, numbers(0..40).step_by(2).collect::<Vec<_>>());
    });
}

#[test]
fn each_row_of_a_batch_has_its_own_result() {
    on_both(async |server| {
        let ids = Ids::lume(server).await;
        let rows = json!([
            { "name": "Bo", "email": "bo@casa.example" },
            { "name": "", "email": "nobody" },
            { "name": "Bo again", "email": "BO@casa.example" },
            { "name": "Rea", "email": "rea@lume.example" },
            { "name": "Cy", "email": "cy@casa.example" },
        ]);
        let body = json!({ "company_id": ids.company, "user_group_ids": [ids.group], "users": rows });
        let answer = server.user("ada").put("/api/core/users/batch/create", body).await.ok();
        assert_eq!((answer["created"].as_i64(), answer["failed"].as_i64()), (Some(2), Some(3)));
        let keys: Vec<Vec<&str>> = answer["items"].as_array().unwrap().iter().map(keys_of).collect();
        let taken = vec!["form_rules.taken"];
        assert_eq!(
            keys,
            [vec![], vec!["form_rules.mandatory", "form_rules.invalid_email"], taken.clone(), taken, vec![]]
        );
        let members = server.user("ada").get(&format!("/api/core/usergroup/{}/users?q=casa", ids.group)).await;
        assert_eq!(members.names(), ["Bo", "Cy"]);
        let entry =
            server.user("ada").get("/api/core/system_log?what=user_batch_create").await.ok()["items"][0].clone();
        let companies = server.user("ada").get("/api/core/company").await.ok();
        let company = companies["items"].as_array().unwrap().iter().find(|one| one["company_id"] == json!(ids.company));
        assert_eq!(entry["object_title"], company.unwrap()["name"]);
        // Without a password nobody can sign in, whatever they try.
        for password in ["!", PASSWORD] {
            let login = json!({ "email": "bo@casa.example", "password": password });
            assert_eq!(
                server.anonymous().post("/api/core/auth/login", login).await.refusal(),
                (401, "invalid_credentials")
            );
        }
    });
}

#[test]
fn a_row_of_a_batch_that_names_an_unknown_place_is_refused_alone() {
    on_both(async |server| {
        let (ids, (other, company)) = (Ids::lume(server).await, Ids::other(server).await);
        let ada = server.user("ada");
        let mut refusals = Vec::new();
        for (place, id) in [("company_id", company), ("company_id", 999_999), ("tenant_id", other)] {
            let email = format!("bo{id}.{place}@casa.example");
            let rows = json!([
                { "name": "Bo", "email": email, place: id },
                { "name": "Cy", "email": format!("c{email}") },
                { "name": "", "email": format!("d{email}"), place: id },
            ]);
            let body = json!({ "company_id": ids.company, "user_group_ids": [ids.group], "users": rows });
            let answer = ada.put("/api/core/users/batch/create", body).await.ok();
            assert_eq!((&answer["created"], &answer["failed"]), (&json!(1), &json!(2)), "{answer}");
            assert_eq!(keys_of(&answer["items"][2]), ["form_rules.mandatory", "form_rules.unknown"]);
            refusals.push(answer["items"][0]["errors"].clone());
        }
        let unknown = |field: &str| json!([{ "field": field, "key": "form_rules.unknown" }]);
        assert_eq!(refusals, [unknown("company_id"), unknown("company_id"), unknown("tenant_id")]);
        let rows = json!([{ "name": "Bo", "email": "bo@casa.example", "company_id": company }]);
        let answer = ada.put("/api/core/users/batch/create", rows).await.ok();
        assert_eq!(
            (&answer["created"], &answer["failed"]),
            (&json!(0), &json!(1)),
            "where no row names a place of hers"
        );
        assert_eq!(ada.get("/api/core/users?q=bo").await.names(), [""; 0]);
    });
}

#[test]
fn the_place_of_the_batch_decides_where_a_master_s_rows_may_go() {
    on_both(async |server| {
        let (ids, (_, company)) = (Ids::lume(server).await, Ids::other(server).await);
        let rows = json!([
            { "name": "Bo", "email": "bo@casa.example", "company_id": company },
            { "name": "Cy", "email": "cy@casa.example" },
        ]);
        let body = json!({ "company_id": ids.company, "users": rows });
        let answer = server.user("root").put("/api/core/users/batch/create", body).await.ok();
        assert_eq!((&answer["created"], &answer["failed"]), (&json!(1), &json!(1)), "{answer}");
        assert_eq!(keys_of(&answer["items"][0]), ["form_rules.unknown"]);
    });
}

fn keys_of(item: &serde_json::Value) -> Vec<&str> {
    item["errors"].as_array().unwrap().iter().map(|error| error["key"].as_str().unwrap()).collect()
}

#[test]
fn a_first_password_only_lets_its_user_choose_a_new_one() {
    on_both(async |server| {
        let ids = Ids::lume(server).await;
        let first = "pedra girafa outono";
        let body = json!({ "name": "Bo", "email": "bo@casa.example", "company_id": ids.company, "password": first, "admin": true });
        let made = server.user("ada").post("/api/core/users_with_admin", body).await.ok();
        assert_eq!(made["roles"], json!(["USER_REGULAR", "USER_ADMIN"]));
        let login = json!({ "email": "bo@casa.example", "password": first });
        let token =
            server.anonymous().post("/api/core/auth/login", login).await.ok()["token"].as_str().unwrap().to_owned();
        let bo = crate::test_users::TestUser { token: Some(token), ..server.anonymous() };
        assert_eq!(bo.get("/api/core/users").await.refusal(), (403, "password_reset_due"));
    });
}

#[test]
fn a_user_moved_to_another_tenant_loses_groups_and_admin_rights() {
    on_both(async |server| {
        let (ids, (other, company)) = (Ids::lume(server).await, Ids::other(server).await);
        let rea = format!("/api/core/users/{}", server.users["rea"]);
        let root = server.user("root");
        server
            .user("ada")
            .post(&format!("/api/core/tenant/{}/admin", ids.tenant), json!({ "email": "rea@lume.example" }))
            .await
            .ok();
        let refused = server.user("ada").put(&rea, json!({ "name": "rea", "company_id": company })).await;
        assert_eq!(refused.status, 422, "an admin moves nobody abroad");
        let moved = root.put(&rea, json!({ "name": "rea", "company_id": company })).await.ok();
        assert_eq!(
            (moved["tenant_id"].as_i64(), &moved["groups"], &moved["admins"]),
            (Some(other), &json!([]), &json!([]))
        );
        assert_eq!(server.user("rea").get(&format!("entry/{}", server.top)).await.status, 404);
    });
}

#[test]
fn an_avatar_is_shown_to_users_who_may_see_its_owner() {
    on_both(async |server| {
        let path = format!("/api/core/users/{}/avatar", server.users["rea"]);
        let rea = server.user("rea");
        let put = |bytes: Vec<u8>| Answer::of(rea.request(Method::PUT, &path).body(bytes));
        let svg = put(b"<svg onload=alert(1)>".to_vec()).await;
        assert_eq!((svg.status, svg.body["errors"][0]["key"].as_str()), (422, Some("form_rules.picture")));
        for broken in [b"\x89PNG\r\n\x1a\n and zeros \0\0\0\0".to_vec(), PNG[..60].to_vec(), b"GIF89a".to_vec()] {
            assert_eq!(put(broken).await.body["errors"][0]["key"], "form_rules.picture");
        }
        for size in [600 * 1024, 6_000_000] {
            let large = put(vec![0x89; size]).await;
            assert_eq!((large.refusal().0, large.header("content-type")), (413, "application/problem+json"), "{size}");
        }
        let address = put(PNG.to_vec()).await.ok()["avatar_url"].as_str().unwrap().to_owned();
        let own = rea.get(&format!("/api/core/users/{}", server.users["rea"])).await.ok();
        assert_eq!(own["avatar_url"], address);
        for (name, status) in [("rea", 200), ("rita", 200), ("ada", 200), ("root", 200), ("eva", 404)] {
            let answer = server.user(name).get(&address).await;
            assert_eq!(answer.status, status, "{name}");
            if status == 200 {
                assert_eq!(answer.header("content-type"), "image/webp");
                assert_eq!((&answer.bytes[..4], &answer.bytes[8..12]), (&b"RIFF"[..], &b"WEBP"[..]));
                let kept = |words: &[u8]| answer.bytes.windows(words.len()).any(|window| window == words);
                assert!(!kept(b"taken at home"), "drawn anew, without what the camera wrote into it");
                assert_eq!(answer.header("x-content-type-options"), "nosniff");
            }
        }
        assert_eq!(server.user("rita").delete(&path).await.status, 404, "not hers to take away");
        assert_eq!(rea.delete(&path).await.status, 204);
        assert_eq!(rea.get(&address).await.status, 404);
    });
}

#[test]
fn an_account_elsewhere_belongs_to_one_person() {
    on_both(async |server| {
        let account = |name: &str, id: &str| json!({ "external_id": id, "users_id": server.users[name], "service": "google.drive" });
        let path = "/api/core/user/external_account";
        server.user("rea").put(path, account("rea", "rea@drive")).await.ok();
        server.user("ada").put(path, account("wim", "wim@drive")).await.ok();
        assert_eq!(server.user("rea").put(path, account("wim", "mine")).await.status, 422);
        let taken = server.user("wim").put(path, account("wim", "rea@drive")).await;
        assert_eq!(taken.body["errors"][0]["key"], "form_rules.taken");
        server.user("rea").put(path, account("rea", "")).await.ok();
        server.user("wim").put(path, account("wim", "rea@drive")).await.ok();
    });
}

#[test]
fn external_accounts_are_unique_within_a_tenant_only() {
    on_both(async |server| {
        let account = |name: &str, id: &str| json!({ "external_id": id, "users_id": server.users[name], "service": "google.drive" });
        let path = "/api/core/user/external_account";
        server.user("eva").put(path, account("eva", "studio@drive")).await.ok();
        server.user("rea").put(path, account("rea", "studio@drive")).await.ok();
        server.user("root").put(path, account("root", "studio@drive")).await.ok();
        assert_eq!(server.user("ada").put(path, account("wim", "studio@drive")).await.status, 409);

        // A user who moves to a tenant where another person has the external account loses it; otherwise it moves
        // along.
        let (_, company) = Ids::other(server).await;
        let move_abroad = async |name: &str| {
            let path = format!("/api/core/users/{}", server.users[name]);
            server.user("root").put(&path, json!({ "company_id": company })).await.ok();
        };
        move_abroad("rea").await;
        server.user("wim").put(path, account("wim", "studio@drive")).await.ok();
        assert_eq!(server.user("rea").put(path, account("rea", "studio@drive")).await.status, 409);
        server.user("wim").put(path, account("wim", "wim@drive")).await.ok();
        move_abroad("wim").await;
        assert_eq!(server.user("rea").put(path, account("rea", "wim@drive")).await.status, 409);
    });
}

#[test]
fn a_list_is_paged_to_its_end_and_counted_truly() {
    on_both(async |server| {
        let group = server.groups["guests"];
        let (tenant, company) = (TenantId(Ids::lume(server).await.tenant), CompanyId(Ids::lume(server).await.company));
        let made = server.app.db.write(move |tx| {
            let numbers = "WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < $1)";
            let sql = format!(
                "INSERT INTO identity_user (tenant_id, company_id, name, email, email_key, password_hash, created_at,
                   folded, has_words)
                 {numbers}
                 SELECT $2, $3, 'Guest ' || i, 'g' || i || '@guest.example', 'g' || i || '@guest.example', '!', 1,
                   'guest ' || i, TRUE
                 FROM n"
            );
            tx.run(&sql, db::params![1_499_i64, tenant, company])?;
            let sql = "INSERT INTO identity_member (users_id, user_group_id, manager)
                SELECT users_id, $1, FALSE FROM identity_user WHERE folded LIKE 'guest %'";
            tx.run(sql, db::params![group])
        });
        assert_eq!(made.await.unwrap(), 1_499);
        let ada = server.user("ada");
        for path in [format!("/api/core/usergroup/{group}/users"), "/api/core/users".to_owned()] {
            let all = if path.contains("usergroup") { 1_500 } else { 1_499 + 7 };
            let (mut seen, mut offset) = (std::collections::BTreeSet::new(), 0);
            loop {
                let page = ada.get(&format!("{path}?limit=200&offset={offset}")).await.ok();
                let total = page["total"].as_i64().unwrap();
                assert_eq!(total, all.min(offset + 1_200), "at {offset}");
                let items = page["items"].as_array().unwrap();
                seen.extend(items.iter().map(|one| one["users_id"].as_i64().unwrap()));
                offset += 200;
                if offset >= total {
                    break;
                }
            }
            assert_eq!(seen.len(), usize::try_from(all).unwrap(), "{path}: everybody, once");
        }
    });
}
