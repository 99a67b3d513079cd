use std::sync::Arc;

use accounts::Belonging;
use axum::body::Body;
use axum::http::Request;
use axum::http::header::{CONTENT_TYPE, COOKIE};
use jsonwebtoken::{Algorithm, EncodingKey, Header, encode};
use primitives::TenantId;
use serde_json::{Value, json};
use signin::Config;
use tokio::sync::Notify;

use crate::provider_server::Provider;
use crate::second_factor::{code, enrolled};
use crate::test_server::{ADDRESS, Answer, PASSWORD, TestServer, email, hashed, on_both};

/// An attempt that has left for the provider.
struct Away {
    location: String,
    cookie: String,
}

impl Away {
    fn parameter(&self, name: &str) -> String {
        let query = self.location.split_once('?').unwrap().1;
        let found = query.split('&').find_map(|pair| pair.strip_prefix(name)?.strip_prefix('='));
        found.unwrap_or_else(|| panic!("{name} in {}", self.location)).to_owned()
    }
}

pub async fn set_up(server: &TestServer, company: bool) -> Provider {
    server.restart_with(Config { trusted_hosts: vec!["127.0.0.1".into()], ..Config::default() }).await;
    let provider = Provider::start().await;
    let adm = server.token("adm").await;
    let body = json!({
        "title": "Lume ID", "issuer": provider.issuer, "client_id": "vitrine", "client_secret": "shared",
        "company_id": company.then_some(server.lume.company), "active": true,
    });
    let answer = server.ask("PUT", &path(server.lume.tenant), Some(&adm), Some(body)).await;
    assert_eq!(answer.status, 200, "{}", answer.body);
    assert!(!answer.body.to_string().contains("shared"), "the secret is not shown again");
    provider
}

fn path(tenant: TenantId) -> String {
    format!("tenant/{tenant}/identity_provider")
}

async fn leave(server: &TestServer) -> Away {
    let answer = server.post("auth/provider/lume", None, Value::Null).await;
    assert_eq!(answer.status, 200, "{}", answer.body);
    let cookie = answer.header("set-cookie");
    assert!(cookie.contains("HttpOnly; SameSite=Strict"), "{cookie}");
    Away {
        location: answer.body["location"].as_str().unwrap().to_owned(),
        cookie: cookie.split(';').next().unwrap().to_owned(),
    }
}

async fn come_back(server: &TestServer, state: &str, cookie: &str, code: &str) -> Answer {
    hand_in(server, cookie, json!({ "code": code, "state": state })).await
}

async fn hand_in(server: &TestServer, cookie: &str, body: Value) -> Answer {
    let request = Request::builder().method("POST").uri("/api/core/auth/provider").header(COOKIE, cookie);
    let body = Body::from(body.to_string());
    server.send(ADDRESS, request.header(CONTENT_TYPE, "application/json").body(body).unwrap()).await
}

/// A whole sign-in, with these claims besides the usual ones.
pub async fn sign_in(server: &TestServer, provider: &Provider, claims: Value) -> Answer {
    let away = leave(server).await;
    provider.script.lock().unwrap().claims = usual(server, provider, &away, claims);
    come_back(server, &away.parameter("state"), &away.cookie, "the code").await
}

fn usual(server: &TestServer, provider: &Provider, away: &Away, claims: Value) -> Value {
    let now = server.clock.now();
    let mut all = json!({
        "sub": "7", "iss": provider.issuer, "aud": "vitrine", "exp": now + 300, "iat": now,
        "nonce": away.parameter("nonce"),
    });
    all.as_object_mut().unwrap().extend(claims.as_object().unwrap().clone());
    all
}

pub fn vouched(name: &str) -> Value {
    json!({ "email": email(name), "email_verified": true })
}

#[test]
fn a_user_signs_in_by_a_provider_and_is_then_found_by_the_subject() {
    on_both(async |server| {
        let provider = set_up(server, false).await;
        let answer = sign_in(server, &provider, vouched("ana")).await;
        assert_eq!(answer.status, 200, "{}", answer.body);
        assert_eq!(server.me("ana", &answer.token()).await.body["email"], email("ana"));
        let again =
            sign_in(server, &provider, json!({ "email": "changed@lume.example", "email_verified": true })).await;
        assert_eq!(server.me("ana", &again.token()).await.status, 200, "the subject counts, not the e-mail");
        let script = provider.script.lock().unwrap();
        let verifier = script.asked[0].iter().find(|(name, _)| name == "code_verifier").unwrap();
        assert_eq!(verifier.1.len(), 64);
        assert_eq!(script.fetches, 1, "keys are kept");
    });
}

#[test]
fn a_provider_sign_in_asks_for_a_new_password_only_if_there_is_one() {
    on_both(async |server| {
        let provider = set_up(server, false).await;
        let adm = server.token("adm").await;
        let new = json!({ "name": "Nina", "email": email("nina"), "company_id": server.lume.company });
        let nina = server.post("users_with_admin", Some(&adm), new).await.body["users_id"].clone();
        let token = sign_in(server, &provider, vouched("nina")).await.token();
        let me = server.get(&format!("users/{nina}"), &token).await.body;
        assert_eq!(me["reset_pwd"], json!(false), "she has none that could be changed");
        let renamed = json!({ "name": "Nina Sá", "reset_pwd": me["reset_pwd"] });
        let renamed = server.ask("PUT", &format!("users/{nina}"), Some(&token), Some(renamed)).await;
        assert_eq!((renamed.status.as_u16(), &renamed.body["reset_pwd"]), (200, &json!(false)), "{}", renamed.body);

        let ana = server.user("ana").await;
        server.write(move |tx| accounts::set_password(tx, ana, &hashed(), true)).await;
        let claims = json!({ "sub": "8", "email": email("ana"), "email_verified": true });
        let token = sign_in(server, &provider, claims).await.token();
        assert_eq!(server.me("ana", &token).await.body["reset_pwd"], json!(true));
        let path = format!("users/{ana}");
        let change = server.ask("PUT", &path, Some(&token), Some(json!({ "name": "Ana" }))).await;
        assert_eq!(change.refusal(), (403, "password_reset_due"), "as with the password itself");
        let body = json!({ "password": PASSWORD, "new_password": "varanda sextante 41 nuvem" });
        let fresh = server.post("auth/reset_password", Some(&token), body).await.token();
        assert_eq!(server.me("ana", &fresh).await.body["reset_pwd"], json!(false));
    });
}

#[test]
fn a_first_provider_sign_in_needs_the_account_s_second_factor() {
    on_both(async |server| {
        let provider = set_up(server, false).await;
        let (_, secret, _) = enrolled(server).await;
        let away = leave(server).await;
        provider.script.lock().unwrap().claims = usual(server, &provider, &away, vouched("ana"));
        let (state, cookie) = (away.parameter("state"), away.cookie);
        let again = async |cookie: &str, second_factor: Option<&str>| {
            let body = json!({ "code": "the code", "state": state, "second_factor": second_factor });
            hand_in(server, cookie, body).await
        };
        assert_eq!(again(&cookie, None).await.refusal(), (401, "second_factor_needed"));
        assert_eq!(again(&cookie, Some(" ")).await.refusal(), (401, "second_factor_needed"));
        let wrong = again(&cookie, Some("000000")).await;
        assert_eq!((wrong.status.as_u16(), wrong.field().0), (422, "second_factor"), "{}", wrong.body);
        let linked = "SELECT COUNT(*) FROM identity_provider_account";
        let linked = server.test.db.read(move |c| c.get(linked, &[], |row| row.get::<i64>(0))).await.unwrap();
        assert_eq!(linked, 0);
        let now = code(&secret, server.clock.now());
        let answer = again(&cookie, Some(&now)).await;
        assert_eq!(answer.status, 200, "{}", answer.body);
        assert_eq!(server.me("ana", &answer.token()).await.body["email"], email("ana"));
        assert_eq!(provider.script.lock().unwrap().asked.len(), 1, "the provider's code is handed in once");
        assert_eq!(again(&cookie, Some(&now)).await.refusal(), (401, "provider_refused"), "an attempt is good once");

        assert_eq!(sign_in(server, &provider, vouched("ana")).await.status, 200, "the way is known from then on");
    });
}

#[test]
fn a_provider_sign_in_waits_ten_minutes_for_the_code_of_its_own_browser() {
    on_both(async |server| {
        let provider = set_up(server, false).await;
        let (_, secret, recovery) = enrolled(server).await;
        let begun = async || {
            let away = leave(server).await;
            provider.script.lock().unwrap().claims = usual(server, &provider, &away, vouched("ana"));
            let answer = come_back(server, &away.parameter("state"), &away.cookie, "the code").await;
            assert_eq!(answer.refusal(), (401, "second_factor_needed"));
            away
        };
        let finish = async |away: &Away, cookie: &str, second_factor: &str| {
            let body = json!({ "code": "the code", "state": away.parameter("state"), "second_factor": second_factor });
            hand_in(server, cookie, body).await
        };
        let away = begun().await;
        let other = begun().await;
        let now = code(&secret, server.clock.now());
        assert_eq!(finish(&away, &other.cookie, &now).await.refusal(), (401, "provider_refused"));
        server.clock.advance(601);
        let now = code(&secret, server.clock.now());
        assert_eq!(finish(&other, &other.cookie, &now).await.refusal(), (401, "provider_refused"));
        let away = begun().await;
        assert_eq!(finish(&away, &away.cookie, &recovery[0]).await.status, 200, "a recovery code will do");
    });
}

/// The attempt may be at the provider, or back and waiting for a code.
#[test]
fn an_exchanged_provider_ends_the_sign_ins_that_began_with_the_old_one() {
    on_both(async |server| {
        let provider = set_up(server, false).await;
        let (_, secret, _) = enrolled(server).await;
        let waiting = leave(server).await;
        provider.script.lock().unwrap().claims = usual(server, &provider, &waiting, vouched("ana"));
        let answer = come_back(server, &waiting.parameter("state"), &waiting.cookie, "the code").await;
        assert_eq!(answer.refusal(), (401, "second_factor_needed"));
        let under_way = leave(server).await;

        let next = set_up(server, false).await;
        next.script.lock().unwrap().claims = usual(server, &next, &under_way, vouched("max"));
        let late = come_back(server, &under_way.parameter("state"), &under_way.cookie, "the code").await;
        assert_eq!(late.refusal(), (401, "provider_refused"), "{}", late.body);
        let body = json!({
            "code": "the code", "state": waiting.parameter("state"), "second_factor": code(&secret, server.clock.now()),
        });
        let late = hand_in(server, &waiting.cookie, body).await;
        assert_eq!(late.refusal(), (401, "provider_refused"), "{}", late.body);
        assert_eq!(next.script.lock().unwrap().asked.len(), 0, "the new provider gets no code of the old one");
        assert_eq!(sign_in(server, &next, vouched("max")).await.status, 200);
    });
}

/// Returns from the provider, which these calls change while it is asked.
async fn changed_under_way(server: &TestServer, provider: &Provider, changes: &[Option<Value>]) -> Answer {
    let away = leave(server).await;
    let hold = Arc::new([Notify::new(), Notify::new()]);
    {
        let mut script = provider.script.lock().unwrap();
        (script.claims, script.hold) = (usual(server, provider, &away, vouched("ana")), Some(hold.clone()));
    }
    let adm = server.token("adm").await;
    let change = async {
        hold[0].notified().await;
        for body in changes {
            let method = if body.is_some() { "PUT" } else { "DELETE" };
            let changed = server.ask(method, &path(server.lume.tenant), Some(&adm), body.clone()).await;
            assert!(changed.status.is_success(), "{}", changed.body);
        }
        hold[1].notify_one();
    };
    let state = away.parameter("state");
    let (answer, ()) = tokio::join!(come_back(server, &state, &away.cookie, "the code"), change);
    provider.script.lock().unwrap().hold = None;
    answer
}

#[test]
fn a_provider_sign_in_is_refused_if_the_provider_changed_during_it() {
    on_both(async |server| {
        let (provider, next) = (set_up(server, false).await, Provider::start().await);
        let whole = json!({
            "title": "Lume ID", "issuer": provider.issuer, "client_id": "vitrine", "client_secret": "shared",
            "active": true,
        });
        let with = |issuer: &str| Some(json!({ "issuer": issuer, "client_secret": "shared" }));
        for (changes, why) in [
            (vec![Some(json!({ "client_secret": "another" }))], "another secret"),
            (vec![Some(json!({ "company_id": server.lume.company }))], "another company"),
            (
                vec![Some(json!({ "client_id": "x" })), Some(json!({ "client_id": "vitrine" }))],
                "client exchanged and back",
            ),
            (vec![None, Some(whole)], "taken away and set up again"),
            (vec![with(&next.issuer), with(&provider.issuer)], "exchanged and back"),
            (vec![with(&next.issuer)], "exchanged"),
        ] {
            let late = changed_under_way(server, &provider, &changes).await;
            assert_eq!(late.refusal(), (401, "provider_refused"), "{why}: {}", late.body);
        }
    });
}

#[test]
fn the_audit_log_has_the_sign_in() {
    on_both(async |server| {
        let provider = set_up(server, false).await;
        sign_in(server, &provider, vouched("ana")).await;
        let what: Vec<String> = server
            .test
            .db
            .read(|c| c.rows("SELECT what FROM audit_entry ORDER BY audit_id DESC LIMIT 1", &[], |row| row.get(0)))
            .await
            .unwrap();
        assert_eq!(what, ["provider_finish"]);
    });
}

#[test]
fn a_provider_sign_in_makes_an_account_only_if_the_tenant_allows_it() {
    on_both(async |server| {
        let provider = set_up(server, false).await;
        assert_eq!(sign_in(server, &provider, vouched("nina")).await.refusal(), (409, "provider_unknown"));
        let provider = set_up(server, true).await;
        let mut claims = vouched("nina");
        claims["name"] = json!("Nina Prado");
        let answer = sign_in(server, &provider, claims).await;
        let me = server.me("nina", &answer.token()).await.body;
        assert_eq!((&me["name"], &me["roles"]), (&json!("Nina Prado"), &json!(["USER_REGULAR"])));
        assert_eq!(server.login("nina", "").await.status, 422);
        assert_eq!(server.login("nina", "x").await.refusal(), (401, "invalid_credentials"));
    });
}

#[test]
fn a_provider_sign_in_without_a_verified_e_mail_is_refused() {
    on_both(async |server| {
        let provider = set_up(server, true).await;
        for verified in [json!(false), json!(null), json!("yes"), json!(1)] {
            let answer = sign_in(server, &provider, json!({ "email": email("ana"), "email_verified": verified })).await;
            assert_eq!(answer.refusal(), (409, "provider_no_email"), "{verified}");
        }
        provider.script.lock().unwrap().userinfo = json!({ "sub": "8", "email": email("ana"), "email_verified": true });
        assert_eq!(
            sign_in(server, &provider, json!({})).await.refusal(),
            (401, "provider_refused"),
            "of somebody else"
        );
        provider.script.lock().unwrap().userinfo = json!({ "sub": "7", "email": email("ana"), "email_verified": true });
        assert_eq!(sign_in(server, &provider, json!({})).await.status, 200, "some say it at the userinfo endpoint");
    });
}

#[test]
fn a_provider_signs_in_users_of_its_own_tenant_only() {
    on_both(async |server| {
        let provider = set_up(server, true).await;
        for (n, outside) in ["eva", "root"].into_iter().enumerate() {
            let mut claims = vouched(outside);
            claims["sub"] = json!(format!("outside {n}"));
            let token = sign_in(server, &provider, claims).await.token();
            let theirs = server.user(outside).await;
            assert_eq!(server.get(&format!("users/{theirs}"), &token).await.status, 404, "{outside} is somebody else");
            let lent = server.get("usergroup/application", &token).await.body;
            assert_eq!(lent["total"], 0, "an account of the tenant, and nothing of {outside}'s");
            assert_eq!(server.login(outside, PASSWORD).await.status, 200);
        }
        let elsewhere = server.token("ana").await;
        assert_eq!(sign_in(server, &provider, vouched("ana")).await.status, 200);
        assert_eq!(server.me("ana", &elsewhere).await.refusal(), (401, "no_session"), "a new way in");
        let told = server.messages(&email("ana")).await;
        assert_eq!(told.last().unwrap().0, "Lume ID now signs you in");
        let (ana, group, company) = (server.user("ana").await, server.other.group, server.lume.company);
        server.test.db.write(move |tx| tenancy::invite_company(tx, (group, company), None, 0, true)).await.unwrap();
        server.write(move |tx| accounts::add_member(tx, ana, group, Belonging::Member)).await;
        let later = sign_in(server, &provider, vouched("ana")).await;
        assert_eq!(later.refusal(), (409, "provider_unknown"), "not once she reaches another tenant");
        let max = server.user("max").await;
        server.write(move |tx| accounts::set_user_active(tx, max, false)).await;
        let mut claims = vouched("max");
        claims["sub"] = json!("max");
        assert_eq!(sign_in(server, &provider, claims).await.refusal(), (401, "provider_refused"), "switched off");
    });
}

#[tokio::test]
async fn a_provider_attempt_is_valid_once_for_ten_minutes_in_one_browser() {
    let server = TestServer::small().await;
    let provider = set_up(&server, false).await;
    let (mine, theirs) = (leave(&server).await, leave(&server).await);
    provider.script.lock().unwrap().claims = usual(&server, &provider, &theirs, vouched("ana"));
    let refused = (401, "provider_refused");
    let stolen = come_back(&server, &theirs.parameter("state"), &mine.cookie, "the code").await;
    assert_eq!(stolen.refusal(), refused, "another browser");
    let right = come_back(&server, &theirs.parameter("state"), &theirs.cookie, "the code").await;
    assert_eq!(right.status, 200, "which uses nothing up: {}", right.body);
    let again = come_back(&server, &theirs.parameter("state"), &theirs.cookie, "the code").await;
    assert_eq!(again.refusal(), refused, "a state that was used");
    assert_eq!(come_back(&server, "made up", &mine.cookie, "the code").await.refusal(), refused);
    assert_eq!(come_back(&server, &mine.parameter("state"), "", "the code").await.refusal(), refused);
    let late = leave(&server).await;
    provider.script.lock().unwrap().claims = usual(&server, &provider, &late, vouched("ana"));
    server.clock.advance(600);
    assert_eq!(come_back(&server, &late.parameter("state"), &late.cookie, "the code").await.refusal(), refused);
    let wrong = leave(&server).await;
    let answer = come_back(&server, &wrong.parameter("state"), &wrong.cookie, "another code").await;
    assert_eq!(answer.refusal(), (401, "provider_refused"), "{}", answer.body);
}

#[tokio::test]
async fn a_refused_client_secret_is_not_reported_as_an_unreachable_provider() {
    let server = TestServer::small().await;
    let provider = set_up(&server, false).await;
    for (status, body, wanted) in [
        (401, r#"{"error":"invalid_client"}"#, (409, "provider_secret")),
        (400, r#"{"error":"invalid_client"}"#, (409, "provider_secret")),
        (401, "", (409, "provider_secret")),
        (400, r#"{"error":"invalid_grant"}"#, (401, "provider_refused")),
        (400, "<html>", (409, "provider_silent")),
        (503, "", (409, "provider_silent")),
    ] {
        provider.script.lock().unwrap().refusal = Some((status, body.to_owned()));
        assert_eq!(sign_in(&server, &provider, vouched("ana")).await.refusal(), wanted, "{status} {body}");
    }
}

#[tokio::test]
async fn a_forged_token_of_a_provider_is_refused() {
    let server = TestServer::small().await;
    let provider = set_up(&server, false).await;
    let stranger = Provider::start().await;
    for kind in ["another key", "a shared secret", "no signature", "another attempt", "another client", "too old"] {
        let away = leave(&server).await;
        let mut claims = usual(&server, &provider, &away, vouched("ana"));
        match kind {
            "another attempt" => claims["nonce"] = json!("x"),
            "another client" => claims["aud"] = json!("other"),
            "too old" => claims["exp"] = json!(server.clock.now() - 61),
            _ => {}
        }
        let shared = Header { kid: Some("key0".into()), ..Header::new(Algorithm::HS256) };
        let unsigned = "eyJhbGciOiJub25lIn0.eyJzdWIiOiI3In0.";
        provider.script.lock().unwrap().forged = Some(match kind {
            "another key" => stranger.sign(&claims, 0),
            "a shared secret" => encode(&shared, &claims, &EncodingKey::from_secret(provider.public(0))).unwrap(),
            "no signature" => unsigned.to_owned(),
            _ => provider.sign(&claims, 0),
        });
        let answer = come_back(&server, &away.parameter("state"), &away.cookie, "the code").await;
        assert_eq!(answer.refusal(), (401, "provider_refused"), "{kind}: {}", answer.body);
    }
}

#[tokio::test]
async fn new_keys_are_fetched_when_a_token_names_one_and_not_too_often() {
    let server = TestServer::small().await;
    let provider = set_up(&server, false).await;
    assert_eq!(sign_in(&server, &provider, vouched("ana")).await.status, 200);
    {
        let mut script = provider.script.lock().unwrap();
        (script.key, script.shown) = (1, 2);
    }
    assert_eq!(sign_in(&server, &provider, vouched("ana")).await.refusal(), (401, "provider_refused"));
    server.clock.advance(60);
    assert_eq!(sign_in(&server, &provider, vouched("ana")).await.status, 200);
    assert_eq!(provider.script.lock().unwrap().fetches, 2);
}

#[tokio::test]
async fn a_provider_that_names_another_issuer_or_lies_within_our_network_is_not_asked() {
    let server = TestServer::small().await;
    let provider = set_up(&server, false).await;
    provider.script.lock().unwrap().issuer = "https://id.example".into();
    let answer = server.post("auth/provider/lume", None, Value::Null).await;
    assert_eq!(answer.refusal(), (409, "provider_silent"));
    provider.script.lock().unwrap().issuer = provider.issuer.clone();
    server.restart().await;
    let answer = server.post("auth/provider/lume", None, Value::Null).await;
    assert_eq!(answer.refusal(), (409, "provider_silent"), "loopback is not public");
    assert_eq!(server.post("auth/provider/other", None, Value::Null).await.refusal(), (404, "not_found"));
}

#[test]
fn only_masters_and_the_tenant_s_admins_configure_its_provider() {
    on_both(async |server| {
        let provider = set_up(server, false).await;
        let (adm, root, max) = (server.token("adm").await, server.token("root").await, server.token("max").await);
        let at = path(server.lume.tenant);
        assert_eq!(server.get(&at, &max).await.refusal(), (403, "wrong_role"));
        assert_eq!(server.get(&at, &root).await.body["provider"]["issuer"], provider.issuer);
        assert_eq!(server.get(&path(server.other.tenant), &adm).await.refusal(), (404, "not_found"));
        let put = async |change: Value| {
            let mut body =
                json!({ "title": "Lume ID", "issuer": provider.issuer, "client_id": "vitrine", "active": true });
            body.as_object_mut().unwrap().extend(change.as_object().unwrap().clone());
            server.ask("PUT", &at, Some(&adm), Some(body)).await
        };
        for (change, field, key) in [
            (json!({ "title": " " }), "title", "form_rules.mandatory"),
            (json!({ "issuer": "ftp://id.example" }), "issuer", "form_rules.invalid_url"),
            (json!({ "issuer": "https://id.example?x=1" }), "issuer", "form_rules.invalid_url"),
            (json!({ "company_id": server.other.company }), "company_id", "form_rules.unknown"),
            (json!({ "issuer": "https://evil.example" }), "client_secret", "form_rules.mandatory"),
        ] {
            assert_eq!(put(change.clone()).await.field(), (field, key), "{change}");
        }
        assert_eq!(put(json!({})).await.status, 200, "the secret stays");
        assert_eq!(put(json!({ "active": false })).await.status, 200);
        assert_eq!(server.post("auth/provider/lume", None, Value::Null).await.refusal(), (404, "not_found"));
        assert_eq!(server.ask("DELETE", &at, Some(&adm), None).await.status, 204);
        assert_eq!(server.ask("DELETE", &at, Some(&adm), None).await.refusal(), (404, "not_found"));
    });
}
