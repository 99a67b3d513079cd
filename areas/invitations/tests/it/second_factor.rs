use hmac::{Hmac, Mac};
use serde_json::{Value, json};
use sha1::Sha1;

use crate::test_server::{Answer, PASSWORD, TestServer, email, on_both};

/// An authenticator for the tests, set up from what the page shows.
pub fn code(base32: &str, now: i64) -> String {
    let letters = "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567";
    let bits: String = base32.chars().map(|letter| format!("{:05b}", letters.find(letter).unwrap())).collect();
    let key: Vec<u8> = bits
        .as_bytes()
        .chunks_exact(8)
        .map(|byte| u8::from_str_radix(std::str::from_utf8(byte).unwrap(), 2).unwrap())
        .collect();
    let mut mac = Hmac::<Sha1>::new_from_slice(&key).unwrap();
    mac.update(&(now / 30).to_be_bytes());
    let digest = mac.finalize().into_bytes();
    let at = usize::from(digest[19] & 15);
    let number = u32::from_be_bytes(digest[at..at + 4].try_into().unwrap()) & 0x7fff_ffff;
    format!("{:06}", number % 1_000_000)
}

async fn sign_in(server: &TestServer, code: Option<&str>) -> Answer {
    server.post("auth/login", None, json!({ "email": email("ana"), "password": PASSWORD, "code": code })).await
}

/// Sets up the second factor of `ana`: her token, the secret and the recovery codes.
pub async fn enrolled(server: &TestServer) -> (String, String, Vec<String>) {
    let token = server.token("ana").await;
    let begun = server.post("user/second_factor", Some(&token), json!({ "password": PASSWORD })).await;
    let secret = begun.body["secret"].as_str().unwrap().to_owned();
    let now = code(&secret, server.clock.now());
    let answer = server.post("user/second_factor/confirm", Some(&token), json!({ "code": now })).await;
    let codes = answer.body["recovery_codes"].as_array().unwrap_or_else(|| panic!("{}", answer.body));
    let codes = codes.iter().map(|code| code.as_str().unwrap().to_owned()).collect();
    server.clock.advance(30);
    (token, secret, codes)
}

#[test]
fn signing_in_asks_for_a_code_that_is_good_once() {
    on_both(async |server| {
        let other = server.token("ana").await;
        let (token, secret, _) = enrolled(server).await;
        assert_eq!(server.me("ana", &other).await.refusal(), (401, "no_session"), "other sessions end");
        assert_eq!(sign_in(server, None).await.refusal(), (401, "second_factor_needed"));
        let now = code(&secret, server.clock.now());
        let wrong =
            server.post("auth/login", None, json!({ "email": email("ana"), "password": "x", "code": now })).await;
        assert_eq!(wrong.refusal(), (401, "invalid_credentials"), "the password comes first");
        assert_eq!(sign_in(server, Some("12345")).await.field(), ("code", "form_rules.wrong_code"));
        assert_eq!(sign_in(server, Some(&now)).await.status, 200);
        assert_eq!(sign_in(server, Some(&now)).await.field(), ("code", "form_rules.wrong_code"), "a replay");
        server.clock.advance(30);
        let earlier = code(&secret, server.clock.now() - 30);
        assert_eq!(sign_in(server, Some(&earlier)).await.field().1, "form_rules.wrong_code", "an earlier one");
        let renewed = server.post("auth/renew_token", None, json!({ "token": token })).await;
        assert_eq!(renewed.status, 200, "a renewed token asks for nothing");
        assert_eq!(server.me("ana", &renewed.token()).await.status, 200);
        assert!(server.messages(&email("ana")).await.iter().any(|(subject, _)| subject == "Two-step sign-in is on"));
    });
}

#[test]
fn guesses_at_a_code_are_counted_by_all_processes_together() {
    on_both(async |server| {
        let (_, secret, codes) = enrolled(server).await;
        let guess = async |from: u8, code: &str| {
            let body = json!({ "email": email("ana"), "password": PASSWORD, "code": code });
            server.ask_from([192, 0, 2, from], "POST", "auth/login", None, Some(body)).await
        };
        for code in &codes[..3] {
            assert_eq!(guess(99, code).await.status, 200, "a right code counts for nothing");
        }
        for from in 0..10 {
            if from == 5 {
                server.restart().await;
            }
            assert_eq!(guess(from, "12345").await.field(), ("code", "form_rules.wrong_code"), "{from}");
        }
        for from in [10, 11] {
            let refused = guess(from, &codes[3]).await;
            assert_eq!((refused.refusal(), refused.header("retry-after")), ((429, "rate_limited"), "300"));
            server.restart().await;
        }
        server.clock.advance(300);
        assert_eq!(guess(12, &code(&secret, server.clock.now())).await.status, 200);
        assert_eq!(guess(13, "12345").await.field().1, "form_rules.wrong_code");
        assert_eq!(guess(14, &codes[3]).await.refusal(), (429, "rate_limited"));
    });
}

#[test]
fn a_sign_in_that_waits_for_its_hash_does_not_outlive_the_second_factor_coming_on() {
    on_both(async |server| {
        let token = server.token("ana").await;
        let begun = server.post("user/second_factor", Some(&token), json!({ "password": PASSWORD })).await;
        let now = code(begun.body["secret"].as_str().unwrap(), server.clock.now());
        let confirm = server.post("user/second_factor/confirm", Some(&token), json!({ "code": now }));
        let (waited, confirmed) = tokio::join!(sign_in(server, None), confirm);
        assert_eq!(confirmed.status, 200, "{}", confirmed.body);
        if waited.status == 200 {
            assert_eq!(server.me("ana", &waited.token()).await.status, 401, "it came first, and has ended");
        }
    });
}

#[test]
fn a_recovery_code_works_once() {
    on_both(async |server| {
        let (token, _, codes) = enrolled(server).await;
        assert_eq!(codes.len(), 10);
        let typed = codes[3].to_uppercase().replace('-', " ");
        assert_eq!(sign_in(server, Some(&typed)).await.status, 200);
        assert_eq!(sign_in(server, Some(&codes[3])).await.field().1, "form_rules.wrong_code");
        assert_eq!(server.get("user/second_factor", &token).await.body["recovery_codes_left"], 9);
        let kept: Vec<String> = server
            .test
            .db
            .read(|c| c.rows("SELECT code_hash FROM identity_recovery_code", &[], |row| row.get(0)))
            .await
            .unwrap();
        assert!(kept.iter().all(|hash| codes.iter().all(|code| !hash.contains(&code.replace('-', "")))));
    });
}

#[tokio::test]
async fn new_recovery_codes_replace_the_earlier_ones() {
    let server = TestServer::small().await;
    let (token, secret, former) = enrolled(&server).await;
    let body = json!({ "password": PASSWORD, "code": code(&secret, server.clock.now()) });
    let answer = server.post("user/second_factor/recovery_codes", Some(&token), body).await;
    let newer = answer.body["recovery_codes"][0].as_str().unwrap().to_owned();
    assert_eq!(sign_in(&server, Some(&former[0])).await.field().1, "form_rules.wrong_code");
    assert_eq!(sign_in(&server, Some(&newer)).await.status, 200);
}

#[test]
fn a_second_factor_is_removed_with_password_and_code_only() {
    on_both(async |server| {
        let (token, secret, _) = enrolled(server).await;
        let remove = async |password: &str, code: &str| {
            server.post("user/second_factor/remove", Some(&token), json!({ "password": password, "code": code })).await
        };
        let now = code(&secret, server.clock.now());
        assert_eq!(remove("a guess", &now).await.field(), ("password", "form_rules.wrong_password"));
        assert_eq!(remove(PASSWORD, "000000x").await.field(), ("code", "form_rules.wrong_code"));
        let again = server.post("user/second_factor", Some(&token), json!({ "password": PASSWORD })).await;
        assert_eq!(again.refusal(), (409, "second_factor_is_on"), "nobody replaces it either");
        assert_eq!(remove(PASSWORD, &now).await.status, 204);
        assert_eq!(sign_in(server, None).await.status, 200);
    });
}

#[tokio::test]
async fn an_unconfirmed_second_factor_is_not_asked_for() {
    let server = TestServer::small().await;
    let token = server.token("ana").await;
    let body = json!({ "password": PASSWORD });
    let begun = server.post("user/second_factor", Some(&token), body).await;
    assert_eq!(begun.header("cache-control"), "no-store");
    assert!(begun.body["qr_svg"].as_str().unwrap().starts_with("<svg"));
    let wrong = server.post("user/second_factor/confirm", Some(&token), json!({ "code": "000000" })).await;
    assert_eq!(wrong.field(), ("code", "form_rules.wrong_code"));
    assert_eq!(server.get("user/second_factor", &token).await.body["enabled_at"], Value::Null);
    assert_eq!(sign_in(&server, None).await.status, 200);
}

#[tokio::test]
async fn guesses_at_the_code_are_limited_over_all_addresses() {
    let server = TestServer::small().await;
    let (_, secret, _) = enrolled(&server).await;
    let guess = async |address: [u8; 4], code: &str| {
        let body = json!({ "email": email("ana"), "password": PASSWORD, "code": code });
        server.ask_from(address, "POST", "auth/login", None, Some(body)).await
    };
    for last in 0..10 {
        assert_eq!(guess([198, 51, 100, last], "abc").await.field().1, "form_rules.wrong_code");
    }
    let right = code(&secret, server.clock.now());
    assert_eq!(guess([198, 51, 100, 99], &right).await.refusal(), (429, "rate_limited"));
    server.clock.advance(300);
    let right = code(&secret, server.clock.now());
    assert_eq!(guess([198, 51, 100, 99], &right).await.status, 200);
}

#[test]
fn a_password_link_does_not_replace_the_second_factor() {
    on_both(async |server| {
        let (_, _, codes) = enrolled(server).await;
        server.post("auth/forgotten_password", None, json!({ "email": email("ana") })).await;
        server.work().await;
        let token = server.mailed_token(&email("ana")).await;
        let mut body = json!({ "token": token, "new_password": "varanda sextante 41 nuvem" });
        let refused = server.post("auth/new_password", None, body.clone()).await;
        assert_eq!(refused.field(), ("code", "form_rules.mandatory"));
        body["code"] = codes[0].clone().into();
        assert_eq!(server.post("auth/new_password", None, body).await.status, 204);
        let login = json!({ "email": email("ana"), "password": "varanda sextante 41 nuvem" });
        assert_eq!(server.post("auth/login", None, login).await.refusal(), (401, "second_factor_needed"));
    });
}
