//! Calls that succeed, of the operations about people that take an e-mail, a code or a session of their own.

use db::params;
use hmac::{Hmac, Mac};
use serde_json::{Value, json};
use sha1::Sha1;

use crate::harness::{PASSWORD, TestServer};
use crate::test_users::{Answer, TestUser};

pub async fn succeed(server: &TestServer, operation: &str) -> Answer {
    let ada = server.user("ada");
    match operation {
        "change_email" => {
            let (who, _) = newcomer(server, operation).await;
            who.post("/api/core/user/email", json!({ "email": "other@lume.example", "password": PASSWORD })).await
        }
        "confirm_email" => {
            let (who, _) = newcomer(server, operation).await;
            let body = json!({ "email": "confirmed@lume.example", "password": PASSWORD });
            who.post("/api/core/user/email", body).await.ok();
            let token = mailed_token(server, "confirmed@lume.example").await;
            who.post("/api/core/auth/confirm_email", json!({ "token": token })).await
        }
        "new_password" => {
            let (who, email) = newcomer(server, operation).await;
            who.post("/api/core/auth/forgotten_password", json!({ "email": email })).await.ok();
            let kinds = signin::jobs(&server.app.sign_in);
            jobs::Worker::new(server.app.db.clone(), server.clock.clone(), kinds, 1).drain().await.unwrap();
            let token = mailed_token(server, &email).await;
            let body = json!({ "token": token, "new_password": "girassol montanha veludo" });
            who.post("/api/core/auth/new_password", body).await
        }
        "session_end" => {
            let (who, _) = newcomer(server, operation).await;
            let session = who.get("/api/core/session").await.ok()["items"][0]["session_id"].clone();
            who.delete(&format!("/api/core/session/{session}")).await
        }
        "session_end_others" => newcomer(server, operation).await.0.delete("/api/core/session").await,
        "second_factor_begin" => begun(&newcomer(server, operation).await.0).await,
        "second_factor_confirm" => confirmed(server, &newcomer(server, operation).await.0).await.0,
        "recovery_codes_renew" | "second_factor_remove" => {
            let (who, _) = newcomer(server, operation).await;
            let (_, secret) = confirmed(server, &who).await;
            server.clock.advance(30);
            let path = if operation == "recovery_codes_renew" { "recovery_codes" } else { "remove" };
            let body = json!({ "password": PASSWORD, "code": code(&secret, server.clock.now()) });
            who.post(&format!("/api/core/user/second_factor/{path}"), body).await
        }
        "invitation_resend" => {
            let id = invite(server, operation).await.ok()["invitation_id"].clone();
            server.clock.advance(60);
            ada.post(&format!("/api/core/invitation/{id}/resend"), Value::Null).await
        }
        "invitation_accept" => accepted(server, operation).await,
        "invitation_join" => {
            let body = json!({ "name": "Rea", "email": "rea@lume.example", "user_group_id": server.groups["guests"] });
            ada.post("/api/core/invitation", body).await.ok();
            let token = mailed_token(server, "rea@lume.example").await;
            server.user("rea").post("/api/core/invitation/join", json!({ "token": token })).await
        }
        other => panic!("{other} needs a call that succeeds here, or calls beside its room"),
    }
}

async fn invite(server: &TestServer, name: &str) -> Answer {
    let body = json!({ "name": name, "email": address(name), "user_group_id": server.groups["guests"] });
    server.user("ada").post("/api/core/invitation", body).await
}

async fn accepted(server: &TestServer, name: &str) -> Answer {
    invite(server, name).await.ok();
    let token = mailed_token(server, &address(name)).await;
    let body = json!({ "token": token, "name": name, "password": PASSWORD });
    server.anonymous().post("/api/core/auth/invitation/accept", body).await
}

/// A person who was invited for this, with their address.
async fn newcomer<'h>(server: &'h TestServer, name: &str) -> (TestUser<'h>, String) {
    let token = accepted(server, name).await.ok()["token"].as_str().unwrap().to_owned();
    (TestUser { token: Some(token), ..server.anonymous() }, address(name))
}

fn address(name: &str) -> String {
    format!("{}@new.example", name.replace('_', "-"))
}

/// The part after `#` in the newest queued e-mail for this address.
pub async fn mailed_token(server: &TestServer, to: &str) -> String {
    let to = to.to_owned();
    let sql = "SELECT plain FROM mail_message WHERE recipient = $1 ORDER BY mail_id DESC LIMIT 1";
    let words: String = server.app.db.read(move |c| c.get(sql, params![&to], |row| row.get(0))).await.unwrap();
    words.split('#').nth(1).unwrap().split_whitespace().next().unwrap().to_owned()
}

async fn begun(who: &TestUser<'_>) -> Answer {
    who.post("/api/core/user/second_factor", json!({ "password": PASSWORD })).await
}

async fn confirmed(server: &TestServer, who: &TestUser<'_>) -> (Answer, String) {
    let secret = begun(who).await.ok()["secret"].as_str().unwrap().to_owned();
    let body = json!({ "code": code(&secret, server.clock.now()) });
    (who.post("/api/core/user/second_factor/confirm", body).await, secret)
}

/// An authenticator for the tests, set up from what the page shows.
pub fn code(base32: &str, now: i64) -> String {
    let letters = "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567";
    let bits: String = base32.chars().map(|letter| format!("{:05b}", letters.find(letter).unwrap())).collect();
    let bytes = bits.as_bytes().chunks_exact(8);
    let key: Vec<u8> = bytes.map(|byte| u8::from_str_radix(std::str::from_utf8(byte).unwrap(), 2).unwrap()).collect();
    let mut mac = Hmac::<Sha1>::new_from_slice(&key).unwrap();
    mac.update(&(now / 30).to_be_bytes());
    let digest = mac.finalize().into_bytes();
    let at = usize::from(digest[19] & 15);
    let number = u32::from_be_bytes(digest[at..at + 4].try_into().unwrap()) & 0x7fff_ffff;
    format!("{:06}", number % 1_000_000)
}
