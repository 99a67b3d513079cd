//! The provider's token, accepted only after all of it was checked (OpenID Connect Core §3.1.3.7).

use jsonwebtoken::jwk::JwkSet;
use jsonwebtoken::{Algorithm, DecodingKey, Validation, decode, decode_header};
use primitives::Seconds;
use serde::Deserialize;
use serde_json::Value;

use crate::provider::Trouble;

/// The provider's clock and ours may differ by this much.
const SKEW: Seconds = 60;
/// Signatures with a key that only the provider has: no shared secrets, and never none at all.
const ALGORITHMS: [Algorithm; 9] = [
    Algorithm::RS256,
    Algorithm::RS384,
    Algorithm::RS512,
    Algorithm::PS256,
    Algorithm::PS384,
    Algorithm::PS512,
    Algorithm::ES256,
    Algorithm::ES384,
    Algorithm::EdDSA,
];

#[derive(Clone, Debug, Deserialize)]
pub(crate) struct Claims {
    pub sub: String,
    #[serde(default)]
    iss: String,
    #[serde(default)]
    aud: Value,
    #[serde(default)]
    azp: Option<String>,
    /// Seconds, which may have a fraction (RFC 7519 §2).
    #[serde(default)]
    exp: f64,
    #[serde(default)]
    iat: f64,
    #[serde(default)]
    nonce: Option<String>,
    #[serde(default)]
    pub email: Option<String>,
    /// True, or "true", which some providers send.
    #[serde(default)]
    pub email_verified: Value,
    #[serde(default)]
    pub name: Option<String>,
}

pub(crate) struct Expected<'e> {
    pub issuer: &'e str,
    pub client_id: &'e str,
    pub nonce: &'e str,
    pub now: Seconds,
}

impl Claims {
    /// The token's claims, with the person's data from the userinfo endpoint.
    pub fn with_person(self, said: Self) -> Self {
        Self { email: said.email, email_verified: said.email_verified, name: self.name.or(said.name), ..self }
    }

    /// The e-mail, if the provider vouches for it.
    pub fn verified_email(&self) -> Option<&str> {
        let vouched = self.email_verified == Value::Bool(true) || self.email_verified == "true";
        self.email.as_deref().filter(|_| vouched)
    }
}

/// The id of the key that a token states.
pub(crate) fn key_of(token: &str) -> Result<Option<String>, Trouble> {
    Ok(decode_header(token).map_err(|_| Trouble::Token("it is no token"))?.kid)
}

pub(crate) fn verified(token: &str, keys: &JwkSet, expected: &Expected<'_>) -> Result<Claims, Trouble> {
    let header = decode_header(token).map_err(|_| Trouble::Token("it is no token"))?;
    if !ALGORITHMS.contains(&header.alg) {
        return Err(Trouble::Token("its signature is of a kind that is not taken"));
    }
    let key = match (&header.kid, keys.keys.as_slice()) {
        (Some(id), _) => keys.find(id),
        (None, [only]) => Some(only),
        (None, _) => None,
    };
    let key = key.ok_or(Trouble::Token("its key is not the provider's"))?;
    let key = DecodingKey::from_jwk(key).map_err(|_| Trouble::Token("its key cannot be used"))?;
    // Everything but the signature is checked below, with our clock.
    let mut validation = Validation::new(header.alg);
    validation.validate_exp = false;
    validation.validate_aud = false;
    validation.required_spec_claims.clear();
    let read = decode::<Claims>(token, &key, &validation);
    let claims = read.map_err(|_| Trouble::Token("its signature is not right"))?.claims;
    check(&claims, expected)?;
    Ok(claims)
}

fn check(claims: &Claims, expected: &Expected<'_>) -> Result<(), Trouble> {
    let audiences: Vec<&str> = match &claims.aud {
        Value::String(one) => vec![one],
        Value::Array(many) => many.iter().filter_map(Value::as_str).collect(),
        _ => vec![],
    };
    let for_us = audiences.contains(&expected.client_id)
        && (audiences.len() == 1 || claims.azp.is_some())
        && claims.azp.as_deref().is_none_or(|party| party == expected.client_id);
    let (latest, earliest) = ((expected.now + SKEW) as f64, (expected.now - SKEW) as f64);
    let faults = [
        (claims.sub.is_empty() || claims.sub.len() > 255, "it is about nobody"),
        (claims.iss != expected.issuer, "another issued it"),
        (!for_us, "it is for somebody else"),
        (claims.exp <= earliest, "its time is over"),
        (claims.iat > latest, "its time has not come"),
        (claims.nonce.as_deref() != Some(expected.nonce), "it is of another attempt"),
    ];
    match faults.into_iter().find(|(fault, _)| *fault) {
        Some((_, why)) => Err(Trouble::Token(why)),
        None => Ok(()),
    }
}

#[cfg(test)]
mod tests {
    use serde_json::{Value, json};

    use super::{Claims, Expected, check};
    use crate::provider::Trouble;

    const NOW: i64 = 1_800_000_000;

    fn judged(change: Value) -> Option<&'static str> {
        let mut claims = json!({
            "sub": "7", "iss": "https://id.example", "aud": "vitrine", "exp": NOW + 60, "iat": NOW, "nonce": "n",
        });
        claims.as_object_mut().unwrap().extend(change.as_object().unwrap().clone());
        let claims: Claims = serde_json::from_value(claims).unwrap();
        let expected = Expected { issuer: "https://id.example", client_id: "vitrine", nonce: "n", now: NOW };
        match check(&claims, &expected) {
            Err(Trouble::Token(why)) => Some(why),
            Err(other) => panic!("{other}"),
            Ok(()) => None,
        }
    }

    #[test]
    fn claims_are_refused_for_another_audience_time_or_attempt() {
        for (change, wanted) in [
            (json!({}), None),
            (json!({ "aud": ["vitrine"] }), None),
            (json!({ "aud": ["other", "vitrine"], "azp": "vitrine" }), None),
            (json!({ "exp": NOW - 59 }), None),
            (json!({ "iat": NOW + 60 }), None),
            (json!({ "exp": i64::MAX }), None),
            (json!({ "exp": NOW as f64 + 0.5, "iat": NOW as f64 - 0.5 }), None),
            (json!({ "sub": "" }), Some("it is about nobody")),
            (json!({ "iss": "https://id.example/" }), Some("another issued it")),
            (json!({ "aud": "other" }), Some("it is for somebody else")),
            (json!({ "aud": ["other", "vitrine"] }), Some("it is for somebody else")),
            (json!({ "aud": ["other", "vitrine"], "azp": "other" }), Some("it is for somebody else")),
            (json!({ "aud": null }), Some("it is for somebody else")),
            (json!({ "exp": NOW - 60 }), Some("its time is over")),
            (json!({ "exp": 0 }), Some("its time is over")),
            (json!({ "iat": NOW + 61 }), Some("its time has not come")),
            (json!({ "nonce": "m" }), Some("it is of another attempt")),
            (json!({ "nonce": null }), Some("it is of another attempt")),
        ] {
            assert_eq!(judged(change.clone()), wanted, "{change}");
        }
    }

    #[test]
    fn a_claimed_e_mail_is_used_only_if_it_is_verified() {
        for (verified, wanted) in
            [(json!(true), true), (json!("true"), true), (json!(false), false), (json!(null), false), (json!(1), false)]
        {
            let claims = json!({ "sub": "7", "email": "ana@lume.example", "email_verified": verified });
            let claims: Claims = serde_json::from_value(claims).unwrap();
            assert_eq!(claims.verified_email().is_some(), wanted, "{verified}");
        }
    }
}
