//! A scripted identity provider, which signs with keys of its own.

use std::sync::{Arc, Mutex};

use axum::extract::State;
use axum::http::StatusCode;
use axum::routing::{get, post};
use axum::{Json, Router};
use base64::Engine as _;
use base64::prelude::BASE64_URL_SAFE_NO_PAD;
use jsonwebtoken::{Algorithm, EncodingKey, Header, encode};
use rcgen::{KeyPair, PublicKeyData as _};
use serde_json::{Value, json};
use tokio::sync::Notify;

/// Its next answer.
pub struct Script {
    pub claims: Value,
    pub userinfo: Value,
    pub issuer: String,
    /// Signs with the key of this number; the earlier ones are also published.
    pub key: usize,
    /// Publishes only this many keys.
    pub shown: usize,
    /// A forged token instead of its own.
    pub forged: Option<String>,
    /// Status and body instead of a token.
    pub refusal: Option<(u16, String)>,
    /// Signals that a code came, and answers when it is told to.
    pub hold: Option<Arc<[Notify; 2]>>,
    /// How often its keys were fetched, and the requests to the token endpoint.
    pub fetches: usize,
    pub asked: Vec<Vec<(String, String)>>,
}

#[derive(Clone)]
pub struct Provider {
    pub issuer: String,
    pub script: Arc<Mutex<Script>>,
    keys: Arc<Vec<KeyPair>>,
}

impl Provider {
    pub async fn start() -> Self {
        let listener = tokio::net::TcpListener::bind("127.0.0.1:0").await.unwrap();
        let issuer = format!("http://{}", listener.local_addr().unwrap());
        let script = Script {
            claims: Value::Null,
            userinfo: Value::Null,
            issuer: issuer.clone(),
            key: 0,
            shown: 1,
            forged: None,
            refusal: None,
            hold: None,
            fetches: 0,
            asked: Vec::new(),
        };
        let keys = (0..2).map(|_| KeyPair::generate().unwrap()).collect();
        let provider = Self { issuer, script: Arc::new(Mutex::new(script)), keys: Arc::new(keys) };
        let router = Router::new()
            .route("/.well-known/openid-configuration", get(discovery))
            .route("/jwks", get(jwks))
            .route("/token", post(token))
            .route("/userinfo", get(userinfo))
            .with_state(provider.clone());
        tokio::spawn(async move { axum::serve(listener, router).await.unwrap() });
        provider
    }

    /// A token over these claims by the key of this number.
    pub fn sign(&self, claims: &Value, key: usize) -> String {
        let header = Header { kid: Some(format!("key{key}")), ..Header::new(Algorithm::ES256) };
        let key = EncodingKey::from_ec_der(&self.keys[key].serialize_der());
        encode(&header, claims, &key).unwrap()
    }

    /// The public key of this number, used as a shared secret by an attacker who confuses the two kinds.
    pub fn public(&self, key: usize) -> &[u8] {
        self.keys[key].der_bytes()
    }
}

async fn discovery(State(provider): State<Provider>) -> Json<Value> {
    let at = &provider.issuer;
    Json(json!({
        "issuer": provider.script.lock().unwrap().issuer,
        "authorization_endpoint": format!("{at}/authorize"),
        "token_endpoint": format!("{at}/token"),
        "jwks_uri": format!("{at}/jwks"),
        "userinfo_endpoint": format!("{at}/userinfo"),
    }))
}

async fn jwks(State(provider): State<Provider>) -> Json<Value> {
    let mut script = provider.script.lock().unwrap();
    script.fetches += 1;
    let keys: Vec<Value> = (0..script.shown)
        .map(|number| {
            let point = provider.public(number);
            let (x, y) = (BASE64_URL_SAFE_NO_PAD.encode(&point[1..33]), BASE64_URL_SAFE_NO_PAD.encode(&point[33..65]));
            json!({ "kty": "EC", "crv": "P-256", "alg": "ES256", "use": "sig", "kid": format!("key{number}"), "x": x, "y": y })
        })
        .collect();
    Json(json!({ "keys": keys }))
}

async fn token(State(provider): State<Provider>, body: String) -> Result<Json<Value>, (StatusCode, String)> {
    let address = outbound::Url::parse(&format!("http://form/?{body}")).unwrap();
    let form: Vec<_> = address.query_pairs().map(|(name, value)| (name.into_owned(), value.into_owned())).collect();
    let hold = provider.script.lock().unwrap().hold.clone();
    if let Some(hold) = hold {
        hold[0].notify_one();
        hold[1].notified().await;
    }
    let mut script = provider.script.lock().unwrap();
    let code = form.iter().find(|(name, _)| name == "code").map(|(_, code)| code.clone());
    script.asked.push(form);
    if code.as_deref() != Some("the code") {
        return Err((StatusCode::BAD_REQUEST, json!({ "error": "invalid_grant" }).to_string()));
    }
    if let Some((status, body)) = script.refusal.clone() {
        return Err((StatusCode::from_u16(status).unwrap(), body));
    }
    let own = provider.sign(&script.claims, script.key);
    let id_token = script.forged.clone().unwrap_or(own);
    Ok(Json(json!({ "id_token": id_token, "access_token": "access", "token_type": "Bearer" })))
}

async fn userinfo(State(provider): State<Provider>) -> Json<Value> {
    Json(provider.script.lock().unwrap().userinfo.clone())
}
