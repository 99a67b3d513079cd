//! Tokens: JWT, HS256. They name the session and its end; the session's row says whether it is alive.

use jsonwebtoken::{Algorithm, DecodingKey, EncodingKey, Header, Validation, decode, encode};
use primitives::{Seconds, SessionId, UserId};
use serde::{Deserialize, Serialize};

use crate::{Error, Result};

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Claims {
    pub sub: UserId,
    pub jti: SessionId,
    pub iat: Seconds,
    pub exp: Seconds,
    /// "bytes" in the cookie's token, which therefore cannot be used as a bearer token; a bearer token has none.
    #[serde(rename = "use", default, skip_serializing_if = "Option::is_none")]
    pub purpose: Option<Purpose>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub(crate) enum Purpose {
    Bytes,
}

pub(crate) struct Signer {
    encoding: EncodingKey,
    decoding: DecodingKey,
    validation: Validation,
}

impl Signer {
    pub fn new(secret: &str) -> Self {
        // The caller compares the time with its clock; signature and algorithm are checked here.
        let mut validation = Validation::new(Algorithm::HS256);
        validation.validate_exp = false;
        validation.required_spec_claims.clear();
        Self {
            encoding: EncodingKey::from_secret(secret.as_bytes()),
            decoding: DecodingKey::from_secret(secret.as_bytes()),
            validation,
        }
    }

    pub fn sign(&self, claims: &Claims) -> Result<String> {
        encode(&Header::new(Algorithm::HS256), claims, &self.encoding).map_err(|error| Error::Broken(error.to_string()))
    }

    /// The claims of a token that we signed for `purpose` and that has not expired.
    pub fn read(&self, token: &str, purpose: Option<Purpose>, now: Seconds) -> Result<Claims> {
        let read = decode::<Claims>(token, &self.decoding, &self.validation);
        let claims = read.map_err(|_| Error::NoSession)?.claims;
        if claims.purpose != purpose {
            return Err(Error::NoSession);
        }
        if claims.exp <= now { Err(Error::ExpiredToken) } else { Ok(claims) }
    }
}

#[cfg(test)]
mod tests {
    use jsonwebtoken::{Algorithm, EncodingKey, Header, encode};
    use primitives::{SessionId, UserId};

    use super::{Claims, Purpose, Signer};
    use crate::Error;

    const CLAIMS: Claims = Claims { sub: UserId(7), jti: SessionId(9), iat: 100, exp: 200, purpose: None };

    #[test]
    fn a_token_is_valid_for_its_purpose_and_lifetime_only() {
        let signer = Signer::new("secret");
        let bearer = signer.sign(&CLAIMS).unwrap();
        let cookie = signer.sign(&Claims { purpose: Some(Purpose::Bytes), ..CLAIMS }).unwrap();
        assert_eq!(signer.read(&bearer, None, 199).unwrap(), CLAIMS);
        assert!(matches!(signer.read(&bearer, None, 200), Err(Error::ExpiredToken)));
        assert!(matches!(signer.read(&cookie, None, 150), Err(Error::NoSession)));
        assert!(matches!(signer.read(&bearer, Some(Purpose::Bytes), 150), Err(Error::NoSession)));
        assert_eq!(signer.read(&cookie, Some(Purpose::Bytes), 150).unwrap().sub, UserId(7));
    }

    #[test]
    fn a_token_with_another_signature_or_algorithm_is_refused() {
        let signer = Signer::new("secret");
        let other = Signer::new("other").sign(&CLAIMS).unwrap();
        let longer = encode(&Header::new(Algorithm::HS512), &CLAIMS, &EncodingKey::from_secret(b"secret")).unwrap();
        let unsigned = "eyJhbGciOiJub25lIn0.eyJzdWIiOjcsImp0aSI6OSwiaWF0IjoxMDAsImV4cCI6MjAwfQ.";
        for forged in [other.as_str(), &longer, unsigned, "", "a.b.c"] {
            assert!(matches!(signer.read(forged, None, 150), Err(Error::NoSession)), "{forged}");
        }
    }
}
