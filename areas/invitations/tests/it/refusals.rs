//! Refused sign-ins are recorded, and nobody outside learns from them whether an account exists.

use passwords::Password;
use serde_json::{Value, json};

use crate::second_factor::enrolled;
use crate::test_server::{PASSWORD, TestServer, email, on_both};

/// The recorded refusals: chain, person, reason.
async fn told(server: &TestServer) -> Vec<(i64, String, String)> {
    let sql = "SELECT chain_id, object_title, after_json, users_id, origin
               FROM audit_entry WHERE what = 'sign_in_refused' ORDER BY audit_id";
    let read = server.test.db.read(move |c| {
        c.rows(sql, &[], |row| {
            let after: Value = serde_json::from_str(&row.get::<String>(2)?).unwrap();
            assert_eq!((row.get::<Option<i64>>(3)?, row.get::<String>(4)?.as_str()), (None, "192.0.2.1"));
            Ok::<_, db::Error>((row.get(0)?, row.get(1)?, after["reason"].as_str().unwrap().to_owned()))
        })
    });
    read.await.unwrap()
}

#[test]
fn refused_sign_ins_are_recorded_in_the_log_of_the_account_s_tenant() {
    on_both(async |server| {
        let lume = server.lume.tenant.0;
        for name in ["ana", "root", "nobody"] {
            assert_eq!(server.login(name, "a guess").await.refusal(), (401, "invalid_credentials"));
        }
        server.work().await;
        let by = |chain: i64, name: &str, why: &str| (chain, name.to_owned(), why.to_owned());
        assert_eq!(told(server).await, [by(lume, "ana", "credentials"), by(0, "root", "credentials")]);
        for _ in 0..6 {
            server.login("ana", "a guess").await;
        }
        server.work().await;
        let mut wanted = vec![by(lume, "ana", "credentials"), by(0, "root", "credentials")];
        wanted.extend((0..4).map(|_| by(lume, "ana", "credentials")));
        wanted.push(by(lume, "ana", "locked"));
        assert_eq!(told(server).await, wanted, "a lock-out is told once");
    });
}

#[test]
fn wrong_codes_and_wrong_passwords_within_a_session_are_recorded() {
    on_both(async |server| {
        let lume = server.lume.tenant.0;
        let (token, _, _) = enrolled(server).await;
        let wrong = json!({ "email": email("ana"), "password": PASSWORD, "code": "000000" });
        assert_eq!(server.post("auth/login", None, wrong).await.status, 422);
        let guess = json!({ "password": "a guess", "new_password": "varanda sextante 41 nuvem" });
        assert_eq!(server.post("auth/reset_password", Some(&token), guess).await.status, 422);
        server.work().await;
        let by = |why: &str| (lume, "ana".to_owned(), why.to_owned());
        assert_eq!(told(server).await, [by("code"), by("password")]);
    });
}

#[test]
fn a_refused_sign_in_enqueues_one_job_for_known_and_unknown_accounts() {
    on_both(async |server| {
        let waiting = "SELECT COUNT(*) FROM jobs_job WHERE kind = 'identity_sign_in_refused'";
        for (n, name) in ["ana", "nobody", "root"].into_iter().enumerate() {
            server.login(name, "a guess").await;
            let jobs: i64 = server.test.db.read(move |c| c.get(waiting, &[], |row| row.get(0))).await.unwrap();
            assert_eq!(jobs, n as i64 + 1, "{name}");
        }
    });
}

#[tokio::test]
async fn a_password_of_names_and_common_words_is_refused() {
    let server = TestServer::small().await;
    let token = server.token("ana").await;
    for new in ["Vitrine2026!", "V1tr1n3#2026", "lumelume2026", "Lume-Ana.99", "Summer2026!", "20262027"] {
        assert!(Password::parse(new).is_ok());
        let body = json!({ "password": PASSWORD, "new_password": new });
        let answer = server.post("auth/reset_password", Some(&token), body).await;
        assert_eq!(answer.field(), ("new_password", "form_rules.weak_password"), "{new}");
    }
}
