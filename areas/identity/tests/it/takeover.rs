//! A person who makes an account for somebody else's address, or looks after the tenant where that account is at home,
//! gets nowhere by it.

use identity::Belonging;
use serde_json::{Value, json};

use crate::house::{Answer, House, PASSWORD, email, on_both};

const CEO: &str = "ceo@lume.example";
const FIRST: &str = "pedra girafa outono 7";
const NEXT: &str = "varanda sextante 41 nuvem";

/// Makes `eva` an admin of her tenant; her token.
async fn eva_is_admin(house: &House) -> String {
    let (eva, tenant) = (house.user("eva").await, house.other.tenant);
    house.write(move |tx| identity::make_admin(tx, eva, tenant)).await;
    house.token("eva").await
}

/// An account for the address in the other tenant, with a password that its admin knows.
async fn squat(house: &House, eva: &str) -> Answer {
    let body = json!({ "name": "CEO", "email": CEO, "company_id": house.other.company, "password": FIRST });
    house.post("users_with_admin", Some(eva), body).await
}

async fn invite(house: &House, address: &str, place: Value) -> String {
    let adm = house.token("adm").await;
    let mut body = json!({ "name": "CEO", "email": address });
    body.as_object_mut().unwrap().extend(place.as_object().unwrap().clone());
    let invited = house.post("invitation", Some(&adm), body).await;
    assert_eq!(invited.status, 201, "{}", invited.body);
    house.mailed_token(address).await
}

async fn accept(house: &House, token: &str) -> Answer {
    house.post("auth/invitation/accept", None, json!({ "token": token, "name": "CEO", "password": NEXT })).await
}

/// The group's tenant lets the other company in, and the company agrees.
async fn accept_company(house: &House) {
    let (group, company) = (house.lume.group, house.other.company);
    house.test.db.write(move |tx| tenancy::invite_company(tx, group, company, 0, true)).await.unwrap();
}

#[test]
fn an_account_that_a_foreign_tenant_made_for_an_address_stands_in_nobody_s_way() {
    on_both(async |house| {
        let eva = eva_is_admin(house).await;
        let squatted = squat(house, &eva).await;
        assert_eq!(squatted.status, 201, "{}", squatted.body);
        let token = invite(house, CEO, json!({ "user_group_id": house.lume.group })).await;
        let shown = house.post("auth/invitation", None, json!({ "token": token })).await;
        assert_eq!(shown.body["has_account"], false, "nobody has confirmed the address");
        let own = accept(house, &token).await;
        assert_eq!(own.status, 200, "{}", own.body);
        let own = own.token();
        let id = house.user("ceo").await;
        let me = house.get(&format!("users/{id}"), &own).await.body;
        assert_eq!(me["tenant_id"], json!(house.lume.tenant), "at home where they were invited");
        assert_eq!(me["groups"][0]["user_group_id"], json!(house.lume.group));
        // The password of the squatted account opens that one alone.
        let theirs = house.login("ceo", FIRST).await.token();
        let squatted = squatted.body["users_id"].as_i64().unwrap();
        assert_ne!(squatted, id.0);
        assert_eq!(house.get(&format!("users/{squatted}"), &theirs).await.body["groups"], json!([]));
        assert_eq!(house.login("ceo", NEXT).await.status, 200);
        // Nor does anything else of its admin reach the owner's.
        for (path, body, refused) in [
            (format!("users/{id}"), json!({ "name": "CEO", "email": "evil@other.example" }), 404),
            (
                "user/external_account".into(),
                json!({ "external_id": "x", "users_id": id, "service": "google.drive" }),
                422,
            ),
        ] {
            assert_eq!(house.ask("PUT", &path, Some(&eva), Some(body)).await.status, refused, "{path}");
        }
        house.clock.advance(200);
        house.post("auth/forgotten_password", None, json!({ "email": CEO })).await;
        house.work().await;
        let letters = house.letters(CEO).await;
        let links = letters.iter().filter(|(subject, _)| subject == "Choose a new password").count();
        assert_eq!((links, letters.len()), (1, 2), "a link for the owner's account and no other");
    });
}

#[test]
fn who_is_at_home_elsewhere_joins_by_no_link() {
    on_both(async |house| {
        for (place, why) in [
            (json!({ "user_group_id": house.lume.group }), "a group"),
            (json!({ "company_id": house.lume.company }), "the company"),
            (json!({ "company_id": house.lume.company, "user_group_id": house.lume.group, "admin": true }), "an admin"),
        ] {
            let token = invite(house, &email("eva"), place).await;
            let eva = house.token("eva").await;
            let join = json!({ "token": token });
            assert_eq!(house.post("invitation/join", Some(&eva), join.clone()).await.refusal(), (403, "other_home"));
            assert_eq!(accept(house, &token).await.refusal(), (409, "email_taken"), "{why}");
            let me = house.me("eva", &eva).await.body;
            assert_eq!((&me["groups"], &me["admins"]), (&json!([]), &json!([])), "{why}");
            let adm = house.token("adm").await;
            let open = house.get("invitation", &adm).await.body["items"][0]["invitation_id"].clone();
            house.ask("DELETE", &format!("invitation/{open}"), Some(&adm), None).await;
        }
    });
}

#[test]
fn people_of_an_accepted_company_join_the_group_and_become_no_admins() {
    on_both(async |house| {
        accept_company(house).await;
        let eva = house.token("eva").await;
        let admin = json!({ "user_group_id": house.lume.group, "company_id": house.lume.company, "admin": true });
        let token = invite(house, &email("eva"), admin).await;
        let join = json!({ "token": token });
        assert_eq!(house.post("invitation/join", Some(&eva), join.clone()).await.refusal(), (403, "other_home"));
        let adm = house.token("adm").await;
        let open = house.get("invitation", &adm).await.body["items"][0]["invitation_id"].clone();
        house.ask("DELETE", &format!("invitation/{open}"), Some(&adm), None).await;
        let token = invite(house, &email("eva"), json!({ "user_group_id": house.lume.group })).await;
        assert_eq!(house.post("invitation/join", Some(&eva), json!({ "token": token })).await.status, 204);
        // The company leaves: so do its people, and an invitation of theirs is worth nothing any more.
        let (group, company) = (house.lume.group, house.other.company);
        let max = house.token("max").await;
        let path = format!("company/{company}/usergroup/{group}");
        assert_eq!(house.ask("DELETE", &path, Some(&max), None).await.status, 204);
        assert_eq!(house.me("eva", &eva).await.body["groups"], json!([]));
        let user = house.user("eva").await;
        let again = house.test.db.write(move |tx| identity::add_member(tx, user, group, Belonging::Member)).await;
        assert!(matches!(again, Err(identity::Error::Missing)));
    });
}

#[test]
fn the_home_s_admins_change_no_credentials_of_who_reaches_beyond_it() {
    on_both(async |house| {
        let eva = eva_is_admin(house).await;
        let company = house.other.company;
        let pia = house.write(move |tx| identity::create_user(tx, company, &crate::house::new_user("pia"), 0)).await;
        let path = format!("users/{pia}");
        let put = async |body: Value| house.ask("PUT", &path, Some(&eva), Some(body)).await;
        assert_eq!(put(json!({ "name": "Pia", "email": "pia.o@other.example" })).await.status, 200, "at home only");
        assert_eq!(put(json!({ "name": "Pia", "email": email("pia") })).await.status, 200);
        accept_company(house).await;
        let group = house.lume.group;
        house.write(move |tx| identity::add_member(tx, pia, group, Belonging::Member)).await;
        for body in
            [json!({ "name": "Pia", "email": "evil@other.example" }), json!({ "name": "Pia", "reset_pwd": true })]
        {
            assert_eq!(put(body.clone()).await.refusal(), (403, "reaches_beyond"), "{body}");
        }
        let account = json!({ "external_id": "x", "users_id": pia, "service": "google.drive" });
        let linked = house.ask("PUT", "user/external_account", Some(&eva), Some(account)).await;
        assert_eq!(linked.refusal(), (403, "reaches_beyond"));
        assert_eq!(put(json!({ "name": "Pia P", "language": "pt" })).await.status, 200, "what opens nothing");
        assert_eq!(put(json!({ "name": "Pia P", "active": false })).await.status, 200, "they may let her go");
        let root = house.token("root").await;
        let moved = json!({ "name": "Pia", "email": "pia2@other.example", "active": true });
        assert_eq!(house.ask("PUT", &path, Some(&root), Some(moved)).await.status, 200, "a master may");
    });
}

#[test]
fn the_owner_of_an_address_learns_which_organisation_has_made_an_account_for_it() {
    on_both(async |house| {
        let eva = eva_is_admin(house).await;
        squat(house, &eva).await;
        house.post("auth/forgotten_password", None, json!({ "email": CEO })).await;
        house.work().await;
        let letters = house.letters(CEO).await;
        assert_eq!(letters[0].0, "Choose a password for other");
        let link = house.mailed_token(CEO).await;
        let squatter = house.login("ceo", FIRST).await.token();
        let body = json!({ "email": "evil@other.example", "password": FIRST });
        let pending = house.post("user/email", Some(&squatter), body).await;
        assert_eq!(pending.refusal().1, "password_reset_due", "a first password opens nothing but a new one");
        let chosen = house.post("auth/new_password", None, json!({ "token": link, "new_password": NEXT })).await;
        assert_eq!(chosen.status, 204, "{}", chosen.body);
        assert_eq!(house.login("ceo", FIRST).await.refusal(), (401, "invalid_credentials"));
        let id = house.user("ceo").await;
        assert_eq!(house.get(&format!("users/{id}"), &squatter).await.refusal(), (401, "no_session"));
        // It is theirs now, so nobody else's link confirms it.
        let token = invite(house, CEO, json!({ "user_group_id": house.lume.group })).await;
        assert_eq!(accept(house, &token).await.refusal(), (409, "email_taken"));
    });
}

#[test]
fn the_tenant_s_own_unused_account_is_taken_over_by_its_invitation() {
    on_both(async |house| {
        let adm = house.token("adm").await;
        let body = json!({ "name": "C", "email": CEO, "company_id": house.lume.company });
        let made = house.post("users_with_admin", Some(&adm), body.clone()).await.body["users_id"].clone();
        assert_eq!(house.post("users_with_admin", Some(&adm), body).await.refusal(), (409, "email_taken"));
        let token = invite(house, CEO, json!({ "user_group_id": house.lume.group })).await;
        let own = accept(house, &token).await;
        assert_eq!(own.status, 200, "{}", own.body);
        let me = house.get(&format!("users/{made}"), &own.token()).await.body;
        assert_eq!((&me["name"], &me["reset_pwd"]), (&json!("CEO"), &json!(false)));
    });
}

#[test]
fn an_admin_is_not_told_whether_other_tenants_know_an_address() {
    on_both(async |house| {
        let eva = eva_is_admin(house).await;
        let company = house.other.company;
        for address in [email("ana"), email("root"), "nobody@lume.example".into()] {
            let body = json!({ "name": "X", "email": address, "company_id": company });
            let made = house.post("users_with_admin", Some(&eva), body).await;
            assert_eq!(made.status, 201, "{address}: {}", made.body);
        }
        let users = json!([{ "name": "M", "email": email("max") }, { "name": "A", "email": email("ana") }]);
        let batch = json!({ "company_id": company, "users": users });
        let answer = house.ask("PUT", "users/batch/create", Some(&eva), Some(batch)).await.body;
        assert_eq!(answer["items"][0]["errors"], json!([]));
        assert_eq!(answer["items"][1]["errors"][0]["key"], "form_rules.taken", "their own");
        let id = answer["items"][0]["users_id"].clone();
        let body = json!({ "name": "M", "email": email("adm") });
        assert_eq!(house.ask("PUT", &format!("users/{id}"), Some(&eva), Some(body)).await.status, 200);
        for name in ["ana", "max", "adm"] {
            assert_eq!(house.login(name, PASSWORD).await.status, 200, "{name}'s account is theirs");
        }
    });
}
