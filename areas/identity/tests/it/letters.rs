//! Letters to addresses that nobody has confirmed: so many to one address, and so many of one tenant.

use serde_json::{Value, json};

use crate::house::{Answer, House, PASSWORD, on_both};

const STRANGER: &str = "stranger@far.example";

async fn invite(house: &House, by: &str, email: &str) -> Answer {
    let company = if by == "eva" { house.other.company } else { house.lume.company };
    let body = json!({ "name": "Nobody", "email": email, "company_id": company });
    house.post("invitation", Some(&house.token(by).await), body).await
}

async fn count(house: &House, sql: &'static str) -> i64 {
    house.test.db.read(move |c| c.get(sql, &[], |row| row.get(0))).await.unwrap()
}

#[test]
fn an_address_gets_so_many_letters_whichever_way_and_whoever_has_them_sent() {
    on_both(async |house| {
        let (adm, root, ana) = (house.token("adm").await, house.token("root").await, house.token("ana").await);
        for _ in 0..5 {
            let made = invite(house, "root", STRANGER).await;
            assert_eq!(made.status, 201, "{}", made.body);
            let path = format!("invitation/{}", made.body["invitation_id"]);
            assert_eq!(house.ask("DELETE", &path, Some(&root), None).await.status, 204);
        }
        let users = count(house, "SELECT COUNT(*) FROM identity_user").await;
        let (company, tenant) = (house.lume.company, house.lume.tenant);
        let person = json!({ "name": "Nobody", "email": "Stranger@FAR.example", "company_id": company });
        let batch = json!({ "company_id": company, "users": [{ "name": "Nobody", "email": STRANGER }] });
        let change = json!({ "email": STRANGER, "password": PASSWORD });
        for (method, path, token, body) in [
            ("POST", "invitation".to_owned(), &adm, person.clone()),
            ("POST", "users_with_admin".to_owned(), &adm, person.clone()),
            ("PUT", "users/batch/create".to_owned(), &adm, batch),
            ("POST", format!("tenant/{tenant}/admin"), &adm, person.clone()),
            ("POST", "user/email".to_owned(), &ana, change),
        ] {
            let refused = house.ask(method, &path, Some(token), Some(body)).await;
            assert_eq!(refused.refusal(), (429, "rate_limited"), "{path}: {}", refused.body);
            assert_eq!(refused.header("retry-after"), "600", "{path}");
        }
        assert_eq!(house.letters(STRANGER).await.len(), 5);
        assert_eq!(count(house, "SELECT COUNT(*) FROM identity_user").await, users, "nobody was made");
        assert_eq!(count(house, "SELECT COUNT(*) FROM identity_invitation WHERE ended_at IS NULL").await, 0);
        assert_eq!(invite(house, "adm", "another@far.example").await.status, 201);
        // Whoever chooses a password for somebody has no letter sent.
        let mut told = person;
        told["password"] = json!(PASSWORD);
        assert_eq!(house.post("users_with_admin", Some(&adm), told).await.status, 201);
        house.clock.advance(600);
        assert_eq!(invite(house, "root", STRANGER).await.refusal().0, 201);
    });
}

#[test]
fn an_address_that_is_taken_away_again_and_again_is_told_so_often_and_no_more() {
    on_both(async |house| {
        let (adm, max) = (house.token("adm").await, house.user("max").await);
        let put = async |email: &str| {
            house.ask("PUT", &format!("users/{max}"), Some(&adm), Some(json!({ "email": email }))).await
        };
        for _ in 0..5 {
            assert_eq!(put(STRANGER).await.status, 200);
            assert_eq!(put("max@lume.example").await.status, 200);
        }
        assert_eq!(put(STRANGER).await.refusal(), (429, "rate_limited"));
        assert_eq!(house.letters(STRANGER).await.len(), 5);
        assert_eq!(house.get(&format!("users/{max}"), &adm).await.body["email"], "max@lume.example");
    });
}

#[test]
fn a_tenant_has_so_many_letters_sent_and_its_neighbour_does_not_wait_for_it() {
    on_both(async |house| {
        let adm = house.token("adm").await;
        for list in 0..2 {
            let users: Vec<Value> = (0..1000)
                .map(|number| json!({ "name": "Nobody", "email": format!("n{list}.{number}@far.example") }))
                .collect();
            let body = json!({ "company_id": house.lume.company, "users": users });
            let made = house.ask("PUT", "users/batch/create", Some(&adm), Some(body)).await;
            assert_eq!((made.status.as_u16(), &made.body["created"]), (200, &json!(1000)), "{}", made.body["errors"]);
        }
        let refused = invite(house, "adm", STRANGER).await;
        assert_eq!((refused.refusal(), refused.header("retry-after")), ((429, "rate_limited"), "5"));
        assert!(house.letters(STRANGER).await.is_empty());
        assert_eq!(
            house
                .post(
                    "invitation",
                    Some(&house.token("root").await),
                    json!({
                        "name": "Nobody", "email": STRANGER, "company_id": house.other.company,
                    })
                )
                .await
                .status,
            201
        );
        house.clock.advance(5);
        assert_eq!(invite(house, "adm", "another@far.example").await.status, 201);
    });
}
