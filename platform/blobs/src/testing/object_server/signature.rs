//! Whether a request has a signature in its address, by the fourth version of AWS's rules.

use hmac::{Hmac, Mac};
use sha2::{Digest, Sha256};

use super::request::Request;
use super::{ACCESS_KEY, REGION, SECRET_KEY};

type Refusal = (u16, &'static str);

pub(super) fn check(request: &Request) -> Result<(), Refusal> {
    let credential = request.query("X-Amz-Credential").ok_or((403, "AccessDenied"))?;
    let (key, scope) = credential.split_once('/').ok_or((400, "AuthorizationQueryParametersError"))?;
    if key != ACCESS_KEY {
        return Err((403, "InvalidAccessKeyId"));
    }
    let date = scope.split('/').next().unwrap_or_default();
    if scope != format!("{date}/{REGION}/s3/aws4_request") {
        return Err((400, "AuthorizationQueryParametersError"));
    }
    let signed = request.query("X-Amz-SignedHeaders").unwrap_or_default();
    let is_signed = |name: &str| signed.split(';').any(|one| one == name);
    if request.headers.iter().any(|(name, _)| name.starts_with("x-amz-") && !is_signed(name)) {
        return Err((403, "AccessDenied"));
    }
    if request.method == "PUT" && request.header("content-length").is_none() {
        return Err((411, "MissingContentLength"));
    }
    let time = request.query("X-Amz-Date").unwrap_or_default();
    let canonical = hex(&Sha256::digest(canonical(request, &signed)));
    let wanted = hex(&hashed(&signing_key(date), &format!("AWS4-HMAC-SHA256\n{time}\n{scope}\n{canonical}")));
    if request.query("X-Amz-Signature").is_some_and(|signature| signature == wanted) {
        Ok(())
    } else {
        Err((403, "SignatureDoesNotMatch"))
    }
}

fn canonical(request: &Request, signed: &str) -> String {
    let mut pairs: Vec<_> = request.pairs.iter().filter(|(name, _)| name != "X-Amz-Signature").collect();
    pairs.sort();
    let pairs: Vec<_> = pairs.iter().map(|(name, value)| format!("{name}={value}")).collect();
    let header = |name: &str| format!("{name}:{}\n", request.header(name).unwrap_or_default());
    let headers: String = signed.split(';').map(header).collect();
    let (method, path, query) = (&request.method, &request.path, pairs.join("&"));
    format!("{method}\n{path}\n{query}\n{headers}\n{signed}\nUNSIGNED-PAYLOAD")
}

fn signing_key(date: &str) -> Vec<u8> {
    let begin = format!("AWS4{SECRET_KEY}").into_bytes();
    [date, REGION, "s3", "aws4_request"].iter().fold(begin, |key, part| hashed(&key, part))
}

fn hashed(key: &[u8], text: &str) -> Vec<u8> {
    let mut hash = Hmac::<Sha256>::new_from_slice(key).expect("a key of any length fits");
    hash.update(text.as_bytes());
    hash.finalize().into_bytes().to_vec()
}

fn hex(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}
