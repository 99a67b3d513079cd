use serde_json::{Value, json};

use crate::test_server::{Answer, PASSWORD, TestServer, email, on_both};

const NEW: &str = "nina@lume.example";

async fn invite(server: &TestServer, by: &str, place: Value) -> Answer {
    let token = server.token(by).await;
    let mut body = json!({ "name": "Nina", "email": NEW });
    body.as_object_mut().unwrap().extend(place.as_object().unwrap().clone());
    server.post("invitation", Some(&token), body).await
}

async fn accept(server: &TestServer, token: &str) -> Answer {
    server.post("auth/invitation/accept", None, json!({ "token": token, "name": "Nina", "password": PASSWORD })).await
}

#[test]
fn an_invitation_link_makes_an_account_and_works_once() {
    on_both(async |server| {
        let place = json!({ "user_group_id": server.lume.group, "manager": true, "language": "pt" });
        let made = invite(server, "adm", place).await;
        assert_eq!((made.status.as_u16(), &made.body["status"]), (201, &json!("open")), "{}", made.body);
        let messages = server.messages(NEW).await;
        assert_eq!(messages[0].0, "adm convidou você para lume", "in the language of the invitation");
        assert!(messages[0].1.contains("http://127.0.0.1:8080/invitation#"), "{}", messages[0].1);
        let token = server.mailed_token(NEW).await;
        let shown = server.post("auth/invitation", None, json!({ "token": token })).await;
        assert_eq!((&shown.body["email"], &shown.body["has_account"]), (&json!(NEW), &json!(false)));
        let answer = accept(server, &token).await;
        assert_eq!(answer.status, 200, "{}", answer.body);
        let me = server.me("nina", &answer.token()).await.body;
        assert_eq!(me["roles"], json!(["USER_REGULAR", "USER_MANAGER"]));
        assert_eq!((&me["language"], &me["reset_pwd"]), (&json!("pt"), &json!(false)));
        assert_eq!(accept(server, &token).await.refusal(), (409, "link_spent"));
        let adm = server.token("adm").await;
        let listed = server.get("invitation", &adm).await.body;
        assert_eq!((&listed["total"], &listed["items"][0]["status"]), (&json!(1), &json!("accepted")));
    });
}

#[test]
fn inviting_needs_the_administration_of_the_company_or_group() {
    on_both(async |server| {
        let (lume, other) = (server.lume, server.other);
        for (by, place, status) in [
            ("ana", json!({ "user_group_id": lume.group }), 403),
            ("max", json!({ "user_group_id": lume.group }), 201),
            ("max", json!({ "company_id": lume.company }), 422),
            ("max", json!({ "user_group_id": lume.group, "admin": true }), 403),
            ("adm", json!({ "company_id": lume.company, "admin": true }), 201),
            ("adm", json!({ "company_id": other.company }), 422),
            ("adm", json!({ "user_group_id": other.group }), 422),
            ("adm", json!({ "user_group_id": other.group, "company_id": lume.company }), 422),
            ("root", json!({ "company_id": other.company, "admin": true }), 201),
            ("root", json!({ "user_group_id": other.group }), 422),
            ("adm", json!({ "company_id": 999_999 }), 422),
            ("adm", json!({}), 422),
            ("adm", json!({ "company_id": lume.company, "manager": true }), 422),
        ] {
            let answer = invite(server, by, place.clone()).await;
            assert_eq!(answer.status.as_u16(), status, "{by} {place}: {}", answer.body);
        }
    });
}

#[test]
fn users_list_and_resend_only_the_invitations_they_may_make() {
    on_both(async |server| {
        let (lume, other) = (server.lume, server.other);
        let into_group =
            invite(server, "adm", json!({ "user_group_id": lume.group })).await.body["invitation_id"].clone();
        let of_admin =
            invite(server, "adm", json!({ "company_id": lume.company, "admin": true })).await.body["invitation_id"]
                .clone();
        let abroad = invite(server, "root", json!({ "company_id": other.company })).await.body["invitation_id"].clone();
        server.clock.advance(61);
        for (name, seen) in
            [("adm", vec![&into_group, &of_admin]), ("max", vec![&into_group]), ("root", vec![&of_admin, &abroad])]
        {
            let token = server.token(name).await;
            let body = server.get("invitation?order=sent_at", &token).await.body;
            let mut listed: Vec<_> =
                body["items"].as_array().unwrap().iter().map(|item| item["invitation_id"].clone()).collect();
            listed.sort_by_key(Value::as_i64);
            assert_eq!(listed.iter().collect::<Vec<_>>(), seen, "{name}");
            for id in [&into_group, &of_admin, &abroad] {
                let path = format!("invitation/{id}/resend");
                let wanted = if seen.contains(&id) { 200 } else { 404 };
                let answer = server.ask("POST", &path, Some(&token), None).await;
                assert_eq!(answer.status.as_u16(), wanted, "{name} {id}: {}", answer.body);
                // One address gets an e-mail in ten minutes.
                server.clock.advance(600);
            }
        }
        let eva = server.token("ana").await;
        assert_eq!(server.get("invitation", &eva).await.refusal(), (403, "wrong_role"));
    });
}

#[test]
fn an_invitation_link_is_void_when_resent_revoked_or_expired() {
    on_both(async |server| {
        let adm = server.token("adm").await;
        let id =
            invite(server, "adm", json!({ "company_id": server.lume.company })).await.body["invitation_id"].clone();
        let first = server.mailed_token(NEW).await;
        let resend = format!("invitation/{id}/resend");
        assert_eq!(server.ask("POST", &resend, Some(&adm), None).await.refusal(), (429, "rate_limited"));
        server.clock.advance(60);
        assert_eq!(server.ask("POST", &resend, Some(&adm), None).await.status, 200);
        assert_eq!(accept(server, &first).await.refusal(), (409, "link_spent"));
        let second = server.mailed_token(NEW).await;
        assert_eq!(server.ask("DELETE", &format!("invitation/{id}"), Some(&adm), None).await.status, 204);
        assert_eq!(accept(server, &second).await.refusal(), (409, "link_spent"));
        assert_eq!(
            server.ask("DELETE", &format!("invitation/{id}"), Some(&adm), None).await.refusal(),
            (409, "invitation_ended")
        );
        assert_eq!(server.ask("POST", &resend, Some(&adm), None).await.status, 429);
        server.clock.advance(60);
        assert_eq!(server.ask("POST", &resend, Some(&adm), None).await.refusal(), (409, "invitation_ended"));
        invite(server, "adm", json!({ "company_id": server.lume.company })).await;
        let third = server.mailed_token(NEW).await;
        server.clock.advance(72 * 3_600);
        assert_eq!(accept(server, &third).await.refusal(), (409, "link_spent"));
        let again = invite(server, "adm", json!({ "company_id": server.lume.company })).await;
        assert_eq!(again.status, 201, "who did not come in time is invited anew: {}", again.body);
    });
}

#[test]
fn an_invitation_is_refused_while_its_tenant_is_inactive() {
    on_both(async |server| {
        invite(server, "adm", json!({ "company_id": server.lume.company })).await;
        let token = server.mailed_token(NEW).await;
        let lume = server.lume.tenant;
        server.test.db.write(move |tx| tenancy::set_tenant_active(tx, lume, false)).await.unwrap();
        assert_eq!(accept(server, &token).await.refusal(), (409, "link_spent"));
        server.test.db.write(move |tx| tenancy::set_tenant_active(tx, lume, true)).await.unwrap();
        assert_eq!(accept(server, &token).await.status, 200, "a refusal uses nothing up");
    });
}

#[test]
fn an_invitation_of_an_existing_account_is_accepted_by_that_account_only() {
    on_both(async |server| {
        let adm = server.token("adm").await;
        let body = json!({ "name": "Eva", "email": "EVA@lume.example", "user_group_id": server.lume.group });
        assert_eq!(
            server.post("invitation", Some(&adm), body.clone()).await.status,
            201,
            "not told that she has an account"
        );
        assert_eq!(server.post("invitation", Some(&adm), body).await.refusal(), (409, "invited_already"));
        let token = server.mailed_token("EVA@lume.example").await;
        let shown = server.post("auth/invitation", None, json!({ "token": token })).await;
        assert_eq!(shown.body["has_account"], json!(true));
        assert_eq!(accept(server, &token).await.refusal(), (409, "email_taken"));
        let (ana, eva) = (server.token("ana").await, server.token("eva").await);
        let (group, company) = (server.lume.group, server.other.company);
        server.test.db.write(move |tx| tenancy::invite_company(tx, (group, company), None, 0, true)).await.unwrap();
        let join = json!({ "token": token });
        assert_eq!(server.post("invitation/join", Some(&ana), join.clone()).await.refusal(), (403, "other_account"));
        assert_eq!(server.post("invitation/join", Some(&eva), join.clone()).await.status, 204);
        assert_eq!(server.post("invitation/join", Some(&eva), join).await.refusal(), (409, "link_spent"));
        let me = server.me("eva", &eva).await.body;
        assert_eq!(me["groups"][0]["user_group_id"], json!(server.lume.group));
        assert_eq!(server.login("eva", PASSWORD).await.status, 200, "her password is hers");
    });
}

#[tokio::test]
async fn invitation_forms_are_checked_and_a_weak_password_keeps_the_link_valid() {
    let server = TestServer::small().await;
    let adm = server.token("adm").await;
    let company = server.lume.company;
    for (name, address, field, key) in [
        ("", NEW, "name", "form_rules.mandatory"),
        ("Nina\r\nBcc: x@y.example", NEW, "name", "form_rules.one_line"),
        ("Nina", "", "email", "form_rules.mandatory"),
        ("Nina", "nina@lume.example\nBcc: x@y.example", "email", "form_rules.invalid_email"),
        ("Nina", "nina", "email", "form_rules.invalid_email"),
    ] {
        let body = json!({ "name": name, "email": address, "company_id": company });
        assert_eq!(server.post("invitation", Some(&adm), body).await.field(), (field, key), "{name:?} {address:?}");
    }
    invite(&server, "adm", json!({ "company_id": company })).await;
    let token = server.mailed_token(NEW).await;
    for (name, password, field, key) in [
        ("Nina", "nina@lume.example", "password", "form_rules.weak_password"),
        ("Nina", "a7%K2z", "password", "form_rules.min_length"),
        ("", PASSWORD, "name", "form_rules.mandatory"),
    ] {
        let body = json!({ "token": token, "name": name, "password": password });
        assert_eq!(server.post("auth/invitation/accept", None, body).await.field(), (field, key));
    }
    assert_eq!(accept(&server, &token).await.status, 200);
}

#[tokio::test]
async fn the_list_is_searched_ordered_and_paged() {
    let server = TestServer::small().await;
    let adm = server.token("adm").await;
    for (name, address) in [("Álvaro", "alvaro"), ("Bruna", "bruna"), ("Carla", "carla")] {
        let body = json!({ "name": name, "email": email(address), "company_id": server.lume.company });
        assert_eq!(server.post("invitation", Some(&adm), body).await.status, 201);
        server.clock.advance(1);
    }
    let names = async |query: &str| {
        let body = server.get(&format!("invitation?{query}"), &adm).await.body;
        let items = body["items"].as_array().unwrap();
        let names: Vec<_> = items.iter().map(|item| item["name"].as_str().unwrap().to_owned()).collect();
        (names.join(" "), body["total"].as_i64().unwrap())
    };
    assert_eq!(names("").await, ("Carla Bruna Álvaro".into(), 3));
    assert_eq!(names("order=name&limit=2").await, ("Álvaro Bruna".into(), 3));
    assert_eq!(names("order=name&limit=2&offset=2").await, ("Carla".into(), 3));
    assert_eq!(names("q=alv").await, ("Álvaro".into(), 1));
    assert_eq!(names("q=%25").await, (String::new(), 0));
    assert_eq!(server.get("invitation?order=password", &adm).await.field(), ("order", "invalid"));
}

#[test]
fn the_places_offered_are_those_one_may_invite_to() {
    on_both(async |server| {
        for (name, wanted) in [
            ("adm", vec![("lume", None, true), ("lume", Some("lume"), true)]),
            ("max", vec![("lume", Some("lume"), false)]),
            ("root", vec![("lume", None, true), ("other", None, true)]),
        ] {
            let token = server.token(name).await;
            let body = server.get("invitation/place", &token).await.body;
            let items = body["items"].as_array().unwrap();
            let found: Vec<_> = items
                .iter()
                .map(|item| {
                    let group = item["group_title"].as_str();
                    (item["company_name"].as_str().unwrap(), group, item["may_make_admin"] == json!(true))
                })
                .collect();
            assert_eq!(found, wanted, "{name}");
        }
        let root = server.token("root").await;
        let body = server.get("invitation/place?q=OTH", &root).await.body;
        assert_eq!((&body["total"], &body["items"][0]["company_name"]), (&json!(1), &json!("other")));
    });
}
