use serde_json::{Value, json};

use crate::house::{Answer, House, PASSWORD, email, on_both};

const NEXT: &str = "varanda sextante 41 nuvem";

async fn forgotten(house: &House, address: &str) -> Answer {
    house.post("auth/forgotten_password", None, json!({ "email": address })).await
}

async fn choose(house: &House, token: &str, new: &str) -> Answer {
    house.post("auth/new_password", None, json!({ "token": token, "new_password": new })).await
}

#[test]
fn a_mailed_link_sets_a_new_password_once_and_ends_the_sessions() {
    on_both(async |house| {
        let before = house.token("ana").await;
        assert_eq!(forgotten(house, " Ana@Lume.example ").await.status, 202);
        house.work().await;
        let token = house.mailed_token(&email("ana")).await;
        assert_eq!(choose(house, &token, "password1").await.field(), ("new_password", "form_rules.weak_password"));
        assert_eq!(choose(house, &token, "ana@lume.example").await.field().1, "form_rules.weak_password");
        assert_eq!(choose(house, &token, NEXT).await.status, 204);
        assert_eq!(choose(house, &token, NEXT).await.refusal(), (409, "link_spent"));
        assert_eq!(house.me("ana", &before).await.refusal(), (401, "no_session"));
        assert_eq!(house.login("ana", PASSWORD).await.refusal(), (401, "invalid_credentials"));
        assert_eq!(house.login("ana", NEXT).await.status, 200);
        let subjects: Vec<_> = house.letters(&email("ana")).await.into_iter().map(|(subject, _)| subject).collect();
        assert_eq!(subjects, ["Choose a new password", "Your password was changed"]);
    });
}

#[test]
fn nobody_is_told_whether_an_account_exists() {
    on_both(async |house| {
        let off = house.user("max").await;
        house.write(move |tx| identity::set_user_active(tx, off, false)).await;
        let known = forgotten(house, &email("ana")).await;
        for nobody in ["nobody@lume.example", "max@lume.example", "no address", &"x".repeat(5_000)] {
            let unknown = forgotten(house, nobody).await;
            assert_eq!((unknown.status, &unknown.body), (known.status, &known.body), "{nobody}");
            assert_eq!(unknown.header("retry-after"), known.header("retry-after"));
        }
        house.work().await;
        for nobody in ["nobody@lume.example", "max@lume.example"] {
            assert_eq!(house.letters(nobody).await, vec![], "{nobody}");
        }
        assert_eq!(house.letters(&email("ana")).await.len(), 1);
    });
}

#[tokio::test]
async fn one_address_asks_for_a_few_letters_and_then_waits() {
    let house = House::small().await;
    let mut answers = Vec::new();
    for n in 0..12 {
        answers.push(forgotten(&house, &format!("nobody{n}@lume.example")).await.status.as_u16());
    }
    assert_eq!(answers[..10], [202; 10]);
    assert_eq!(answers[10..], [429; 2]);
}

#[tokio::test]
async fn an_impatient_person_gets_one_letter_and_the_newest_link_counts() {
    let house = House::small().await;
    for _ in 0..3 {
        forgotten(&house, &email("ana")).await;
    }
    house.work().await;
    assert_eq!(house.letters(&email("ana")).await.len(), 1);
    let first = house.mailed_token(&email("ana")).await;
    house.clock.advance(121);
    forgotten(&house, &email("ana")).await;
    house.work().await;
    let second = house.mailed_token(&email("ana")).await;
    assert_eq!(choose(&house, &first, NEXT).await.refusal(), (409, "link_spent"));
    assert_eq!(choose(&house, &second, NEXT).await.status, 204);
}

#[tokio::test]
async fn a_link_is_good_for_an_hour_and_for_what_it_was_made() {
    let house = House::small().await;
    forgotten(&house, &email("ana")).await;
    house.work().await;
    let token = house.mailed_token(&email("ana")).await;
    let (id, secret) = token.split_once('.').unwrap();
    let other = format!("{id}.{}", "0".repeat(64));
    for wrong in [&other, id, secret, "", ".", &format!("{id}9.{secret}"), &format!("-{id}.{secret}")] {
        assert_eq!(choose(&house, wrong, NEXT).await.refusal(), (409, "link_spent"), "{wrong}");
    }
    let confirm: Value = json!({ "token": token });
    assert_eq!(house.post("auth/confirm_email", None, confirm.clone()).await.refusal(), (409, "link_spent"));
    assert_eq!(house.post("auth/invitation", None, confirm).await.refusal(), (409, "link_spent"));
    house.clock.advance(3_600);
    assert_eq!(choose(&house, &token, NEXT).await.refusal(), (409, "link_spent"));
    assert_eq!(house.login("ana", PASSWORD).await.status, 200);
}

#[test]
fn of_two_who_follow_one_link_at_once_one_is_refused() {
    on_both(async |house| {
        forgotten(house, &email("ana")).await;
        house.work().await;
        let token = house.mailed_token(&email("ana")).await;
        let both =
            futures_util::future::join(choose(house, &token, NEXT), choose(house, &token, "outra varanda 77 lago"));
        let (one, other) = both.await;
        let mut statuses = [one.status.as_u16(), other.status.as_u16()];
        statuses.sort_unstable();
        assert_eq!(statuses, [204, 409]);
    });
}

#[test]
fn the_database_knows_no_link() {
    on_both(async |house| {
        forgotten(house, &email("ana")).await;
        house.work().await;
        let token = house.mailed_token(&email("ana")).await;
        let secret = token.split_once('.').unwrap().1.to_owned();
        let kept: Vec<String> = house
            .test
            .db
            .read(|c| c.rows("SELECT secret_hash FROM identity_link", &[], |row| row.get(0)))
            .await
            .unwrap();
        assert_eq!(kept.len(), 1);
        assert!(!kept[0].contains(&secret));
    });
}
