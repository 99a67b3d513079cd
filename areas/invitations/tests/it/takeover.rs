//! Making an account for another person's address, or administering the tenant of such an account, gives no access to
//! the owner's account.

use accounts::Belonging;
use serde_json::{Value, json};

use crate::test_server::{Answer, PASSWORD, TestServer, email, on_both};

const CEO: &str = "ceo@lume.example";
const FIRST: &str = "pedra girafa outono 7";
const NEXT: &str = "varanda sextante 41 nuvem";

/// Makes `eva` an admin of her tenant; her token.
async fn eva_is_admin(server: &TestServer) -> String {
    let (eva, tenant) = (server.user("eva").await, server.other.tenant);
    server.write(move |tx| accounts::make_admin(tx, eva, tenant)).await;
    server.token("eva").await
}

/// An account for the address in the other tenant, with a password that its admin knows.
async fn squat(server: &TestServer, eva: &str) -> Answer {
    let body = json!({ "name": "CEO", "email": CEO, "company_id": server.other.company, "password": FIRST });
    server.post("users_with_admin", Some(eva), body).await
}

async fn invite(server: &TestServer, address: &str, place: Value) -> String {
    let adm = server.token("adm").await;
    let mut body = json!({ "name": "CEO", "email": address });
    body.as_object_mut().unwrap().extend(place.as_object().unwrap().clone());
    let invited = server.post("invitation", Some(&adm), body).await;
    assert_eq!(invited.status, 201, "{}", invited.body);
    server.mailed_token(address).await
}

async fn accept(server: &TestServer, token: &str) -> Answer {
    server.post("auth/invitation/accept", None, json!({ "token": token, "name": "CEO", "password": NEXT })).await
}

/// The group's tenant invites the other company, and the company accepts.
async fn accept_company(server: &TestServer) {
    let (group, company) = (server.lume.group, server.other.company);
    server.test.db.write(move |tx| tenancy::invite_company(tx, (group, company), None, 0, true)).await.unwrap();
}

#[test]
fn another_tenant_s_unused_account_does_not_block_the_owner_of_an_address() {
    on_both(async |server| {
        let eva = eva_is_admin(server).await;
        let squatted = squat(server, &eva).await;
        assert_eq!(squatted.status, 201, "{}", squatted.body);
        let token = invite(server, CEO, json!({ "user_group_id": server.lume.group })).await;
        let shown = server.post("auth/invitation", None, json!({ "token": token })).await;
        assert_eq!(shown.body["has_account"], false, "nobody has confirmed the address");
        let own = accept(server, &token).await;
        assert_eq!(own.status, 200, "{}", own.body);
        let own = own.token();
        let id = server.user("ceo").await;
        let me = server.get(&format!("users/{id}"), &own).await.body;
        assert_eq!(me["tenant_id"], json!(server.lume.tenant), "at home where they were invited");
        assert_eq!(me["groups"][0]["user_group_id"], json!(server.lume.group));
        // The password of the squatted account only opens that account.
        let theirs = server.login("ceo", FIRST).await.token();
        let squatted = squatted.body["users_id"].as_i64().unwrap();
        assert_ne!(squatted, id.0);
        assert_eq!(server.get(&format!("users/{squatted}"), &theirs).await.body["groups"], json!([]));
        assert_eq!(server.login("ceo", NEXT).await.status, 200);
        // Other actions of its admin do not reach the owner's account either.
        for (path, body, refused) in [
            (format!("users/{id}"), json!({ "name": "CEO", "email": "evil@other.example" }), 404),
            (
                "user/external_account".into(),
                json!({ "external_id": "x", "users_id": id, "service": "google.drive" }),
                422,
            ),
        ] {
            assert_eq!(server.ask("PUT", &path, Some(&eva), Some(body)).await.status, refused, "{path}");
        }
        server.clock.advance(200);
        server.post("auth/forgotten_password", None, json!({ "email": CEO })).await;
        server.work().await;
        let messages = server.messages(CEO).await;
        let links = messages.iter().filter(|(subject, _)| subject == "Choose a new password").count();
        assert_eq!((links, messages.len()), (1, 2), "a link for the owner's account and no other");
    });
}

#[test]
fn a_user_of_another_tenant_cannot_accept_an_invitation_by_its_link() {
    on_both(async |server| {
        for (place, why) in [
            (json!({ "user_group_id": server.lume.group }), "a group"),
            (json!({ "company_id": server.lume.company }), "the company"),
            (
                json!({ "company_id": server.lume.company, "user_group_id": server.lume.group, "admin": true }),
                "an admin",
            ),
        ] {
            let token = invite(server, &email("eva"), place).await;
            let eva = server.token("eva").await;
            let join = json!({ "token": token });
            assert_eq!(server.post("invitation/join", Some(&eva), join.clone()).await.refusal(), (403, "other_home"));
            assert_eq!(accept(server, &token).await.refusal(), (409, "email_taken"), "{why}");
            let me = server.me("eva", &eva).await.body;
            assert_eq!((&me["groups"], &me["admins"]), (&json!([]), &json!([])), "{why}");
            let adm = server.token("adm").await;
            let open = server.get("invitation", &adm).await.body["items"][0]["invitation_id"].clone();
            server.ask("DELETE", &format!("invitation/{open}"), Some(&adm), None).await;
        }
    });
}

#[test]
fn people_of_an_accepted_company_join_the_group_and_become_no_admins() {
    on_both(async |server| {
        accept_company(server).await;
        let eva = server.token("eva").await;
        let admin = json!({ "user_group_id": server.lume.group, "company_id": server.lume.company, "admin": true });
        let token = invite(server, &email("eva"), admin).await;
        let join = json!({ "token": token });
        assert_eq!(server.post("invitation/join", Some(&eva), join.clone()).await.refusal(), (403, "other_home"));
        let adm = server.token("adm").await;
        let open = server.get("invitation", &adm).await.body["items"][0]["invitation_id"].clone();
        server.ask("DELETE", &format!("invitation/{open}"), Some(&adm), None).await;
        let token = invite(server, &email("eva"), json!({ "user_group_id": server.lume.group })).await;
        assert_eq!(server.post("invitation/join", Some(&eva), json!({ "token": token })).await.status, 204);
        // The company leaves: its people leave too, and an invitation of theirs becomes invalid.
        let (group, company) = (server.lume.group, server.other.company);
        let max = server.token("max").await;
        let path = format!("company/{company}/usergroup/{group}");
        assert_eq!(server.ask("DELETE", &path, Some(&max), None).await.status, 204);
        assert_eq!(server.me("eva", &eva).await.body["groups"], json!([]));
        let user = server.user("eva").await;
        let again = server.test.db.write(move |tx| accounts::add_member(tx, user, group, Belonging::Member)).await;
        assert!(matches!(again, Err(accounts::Error::Missing)));
    });
}

#[test]
fn an_admin_cannot_change_credentials_of_users_with_rights_elsewhere() {
    on_both(async |server| {
        let eva = eva_is_admin(server).await;
        let company = server.other.company;
        let pia =
            server.write(move |tx| accounts::create_user(tx, company, &crate::test_server::new_user("pia"), 0)).await;
        let path = format!("users/{pia}");
        let put = async |body: Value| server.ask("PUT", &path, Some(&eva), Some(body)).await;
        assert_eq!(put(json!({ "name": "Pia", "email": "pia.o@other.example" })).await.status, 200, "at home only");
        assert_eq!(put(json!({ "name": "Pia", "email": email("pia") })).await.status, 200);
        accept_company(server).await;
        let group = server.lume.group;
        server.write(move |tx| accounts::add_member(tx, pia, group, Belonging::Member)).await;
        for body in
            [json!({ "name": "Pia", "email": "evil@other.example" }), json!({ "name": "Pia", "reset_pwd": true })]
        {
            assert_eq!(put(body.clone()).await.refusal(), (403, "reaches_beyond"), "{body}");
        }
        let account = json!({ "external_id": "x", "users_id": pia, "service": "google.drive" });
        let linked = server.ask("PUT", "user/external_account", Some(&eva), Some(account)).await;
        assert_eq!(linked.refusal(), (403, "reaches_beyond"));
        assert_eq!(put(json!({ "name": "Pia P", "language": "pt" })).await.status, 200, "what opens nothing");
        assert_eq!(put(json!({ "name": "Pia P", "active": false })).await.status, 200, "they may let her go");
        let root = server.token("root").await;
        let moved = json!({ "name": "Pia", "email": "pia2@other.example", "active": true });
        assert_eq!(server.ask("PUT", &path, Some(&root), Some(moved)).await.status, 200, "a master may");
    });
}

#[test]
fn a_password_email_names_the_tenant_that_made_the_account() {
    on_both(async |server| {
        let eva = eva_is_admin(server).await;
        squat(server, &eva).await;
        server.post("auth/forgotten_password", None, json!({ "email": CEO })).await;
        server.work().await;
        let messages = server.messages(CEO).await;
        assert_eq!(messages[0].0, "Choose a password for other");
        let link = server.mailed_token(CEO).await;
        let squatter = server.login("ceo", FIRST).await.token();
        let body = json!({ "email": "evil@other.example", "password": FIRST });
        let pending = server.post("user/email", Some(&squatter), body).await;
        assert_eq!(pending.refusal().1, "password_reset_due", "a first password opens nothing but a new one");
        let chosen = server.post("auth/new_password", None, json!({ "token": link, "new_password": NEXT })).await;
        assert_eq!(chosen.status, 204, "{}", chosen.body);
        assert_eq!(server.login("ceo", FIRST).await.refusal(), (401, "invalid_credentials"));
        let id = server.user("ceo").await;
        assert_eq!(server.get(&format!("users/{id}"), &squatter).await.refusal(), (401, "no_session"));
        // It is theirs now, so no other link confirms it.
        let token = invite(server, CEO, json!({ "user_group_id": server.lume.group })).await;
        assert_eq!(accept(server, &token).await.refusal(), (409, "email_taken"));
    });
}

#[test]
fn the_tenant_s_own_unused_account_is_taken_over_by_its_invitation() {
    on_both(async |server| {
        let adm = server.token("adm").await;
        let body = json!({ "name": "C", "email": CEO, "company_id": server.lume.company });
        let made = server.post("users_with_admin", Some(&adm), body.clone()).await.body["users_id"].clone();
        assert_eq!(server.post("users_with_admin", Some(&adm), body).await.refusal(), (409, "email_taken"));
        let token = invite(server, CEO, json!({ "user_group_id": server.lume.group })).await;
        let own = accept(server, &token).await;
        assert_eq!(own.status, 200, "{}", own.body);
        let me = server.get(&format!("users/{made}"), &own.token()).await.body;
        assert_eq!((&me["name"], &me["reset_pwd"]), (&json!("CEO"), &json!(false)));
    });
}

#[test]
fn an_admin_does_not_learn_whether_other_tenants_have_an_address() {
    on_both(async |server| {
        let eva = eva_is_admin(server).await;
        let company = server.other.company;
        for address in [email("ana"), email("root"), "nobody@lume.example".into()] {
            let body = json!({ "name": "X", "email": address, "company_id": company });
            let made = server.post("users_with_admin", Some(&eva), body).await;
            assert_eq!(made.status, 201, "{address}: {}", made.body);
        }
        let users = json!([{ "name": "M", "email": email("max") }, { "name": "A", "email": email("ana") }]);
        let batch = json!({ "company_id": company, "users": users });
        let answer = server.ask("PUT", "users/batch/create", Some(&eva), Some(batch)).await.body;
        assert_eq!(answer["items"][0]["errors"], json!([]));
        assert_eq!(answer["items"][1]["errors"][0]["key"], "form_rules.taken", "their own");
        let id = answer["items"][0]["users_id"].clone();
        let body = json!({ "name": "M", "email": email("adm") });
        assert_eq!(server.ask("PUT", &format!("users/{id}"), Some(&eva), Some(body)).await.status, 200);
        for name in ["ana", "max", "adm"] {
            assert_eq!(server.login(name, PASSWORD).await.status, 200, "{name}'s account is theirs");
        }
    });
}
