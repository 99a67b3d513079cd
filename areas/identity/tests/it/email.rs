use serde_json::json;

use crate::house::{Answer, House, PASSWORD, email, on_both};

const NEW: &str = "ana.lima@lume.example";

async fn change(house: &House, token: &str, address: &str, password: &str) -> Answer {
    house.post("user/email", Some(token), json!({ "email": address, "password": password })).await
}

#[test]
fn a_new_address_counts_once_its_owner_has_confirmed_it_and_the_old_one_is_told() {
    on_both(async |house| {
        let ana = house.token("ana").await;
        assert_eq!(change(house, &ana, NEW, PASSWORD).await.status, 202);
        assert_eq!(house.me("ana", &ana).await.body["email"], email("ana"), "not before it is confirmed");
        let token = house.mailed_token(NEW).await;
        let confirm = json!({ "token": token });
        assert_eq!(house.post("auth/confirm_email", None, confirm.clone()).await.status, 204);
        assert_eq!(house.post("auth/confirm_email", None, confirm).await.refusal(), (409, "link_spent"));
        let told: Vec<_> = house.letters(&email("ana")).await.into_iter().map(|(subject, _)| subject).collect();
        assert_eq!(told, ["Your e-mail is about to change", "Your e-mail was changed"]);
        assert_eq!(house.login("ana", PASSWORD).await.refusal(), (401, "invalid_credentials"));
        assert_eq!(house.login("ana.lima", PASSWORD).await.status, 200);
    });
}

#[tokio::test]
async fn the_password_is_asked_for_and_the_address_must_be_one() {
    let house = House::small().await;
    let ana = house.token("ana").await;
    for (address, password, field, key) in [
        (NEW, "a guess", "password", "form_rules.wrong_password"),
        (NEW, "", "password", "form_rules.mandatory"),
        ("", PASSWORD, "email", "form_rules.mandatory"),
        ("no address", PASSWORD, "email", "form_rules.invalid_email"),
        ("ana@lume.example\r\nBcc: eva@lume.example", PASSWORD, "email", "form_rules.invalid_email"),
    ] {
        assert_eq!(change(&house, &ana, address, password).await.field(), (field, key), "{address}");
    }
    assert_eq!(house.letters(NEW).await, vec![]);
}

#[test]
fn whether_an_address_is_taken_is_told_to_its_owner_alone() {
    on_both(async |house| {
        let ana = house.token("ana").await;
        let (taken, free) =
            (change(house, &ana, &email("eva"), PASSWORD).await, change(house, &ana, NEW, PASSWORD).await);
        assert_eq!((taken.status, taken.body), (free.status, free.body));
        change(house, &ana, &email("eva"), PASSWORD).await;
        let token = house.mailed_token(&email("eva")).await;
        let answer = house.post("auth/confirm_email", None, json!({ "token": token })).await;
        assert_eq!(answer.refusal(), (409, "email_taken"));
        assert_eq!(house.login("ana", PASSWORD).await.status, 200);
    });
}

#[test]
fn a_password_link_sent_to_the_old_address_is_worthless_afterwards() {
    on_both(async |house| {
        let ana = house.token("ana").await;
        house.post("auth/forgotten_password", None, json!({ "email": email("ana") })).await;
        house.work().await;
        let old = house.mailed_token(&email("ana")).await;
        change(house, &ana, NEW, PASSWORD).await;
        let token = house.mailed_token(NEW).await;
        assert_eq!(house.post("auth/confirm_email", None, json!({ "token": token })).await.status, 204);
        let body = json!({ "token": old, "new_password": "varanda sextante 41 nuvem" });
        assert_eq!(house.post("auth/new_password", None, body).await.refusal(), (409, "link_spent"));
    });
}
