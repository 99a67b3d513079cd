//! Showing one's second factor, and starting to set one up.

use accounts::refused_password;
use axum::extract::State;
use axum::http::header::CACHE_CONTROL;
use axum::http::{HeaderName, HeaderValue};
use passwords::Password;
use primitives::Seconds;
use qrcodegen::{QrCode, QrCodeEcc};
use rest::{CurrentUser, Json, Problem};
use serde::{Deserialize, Serialize};

use crate::limits::Caller;
use crate::recheck::recheck;
use crate::second_factor::store;
use crate::{Error, SignIn, log};

#[derive(Serialize, utoipa::ToSchema)]
pub(crate) struct SecondFactor {
    /// When it was activated; null if it is not active.
    #[schema(required)]
    enabled_at: Option<Seconds>,
    recovery_codes_left: i64,
}

/// Whether signing in asks for a code.
#[utoipa::path(
    get,
    path = "/api/core/user/second_factor",
    operation_id = "second_factor_show",
    tag = "core",
    responses((status = 200, description = "The second factor", body = SecondFactor))
)]
pub(crate) async fn second_factor_show(
    State(sign_in): State<SignIn>,
    CurrentUser(actor): CurrentUser,
) -> Result<Json<SecondFactor>, Problem> {
    let user = actor.user;
    let (enabled_at, recovery_codes_left) = sign_in.db.read(move |conn| store::state(conn, user)).await?;
    Ok(Json(SecondFactor { enabled_at, recovery_codes_left }))
}

#[derive(Deserialize, utoipa::ToSchema)]
pub(crate) struct BeginSecondFactor {
    /// The current password.
    #[schema(value_type = rest::schema_formats::CurrentPassword)]
    password: String,
}

#[derive(Serialize, utoipa::ToSchema)]
pub(crate) struct SecondFactorSecret {
    /// For typing, in base32.
    secret: String,
    /// `otpauth://…`, for authenticators on the same device.
    uri: String,
    /// The same as a QR code: an SVG of black and white squares.
    qr_svg: String,
}

/// An answer that is not cached.
pub(crate) type Unkept<T> = ([(HeaderName, HeaderValue); 1], Json<T>);

pub(crate) fn unkept<T>(body: T) -> Unkept<T> {
    ([(CACHE_CONTROL, HeaderValue::from_static("no-store"))], Json(body))
}

/// Makes a secret for the authenticator. It becomes active when a first code confirms it.
#[utoipa::path(
    post,
    path = "/api/core/user/second_factor",
    operation_id = "second_factor_begin",
    tag = "core",
    request_body = BeginSecondFactor,
    responses(
        (status = 200, description = "The secret, shown only once", body = SecondFactorSecret),
        (status = 429, description = "Too many tries")
    )
)]
pub(crate) async fn second_factor_begin(
    State(sign_in): State<SignIn>,
    CurrentUser(actor): CurrentUser,
    caller: Caller,
    Json(request): Json<BeginSecondFactor>,
) -> Result<Unkept<SecondFactorSecret>, Problem> {
    let password = Password::parse(&request.password).map_err(|fault| refused_password("password", fault))?;
    let user = actor.user;
    let profile = recheck(&sign_in, &actor, &password, caller).await?;
    let (now, email) = (sign_in.clock.now(), profile.email.clone());
    let secrets = sign_in.secrets.clone();
    let begun = sign_in.db.write(move |tx| {
        let secret = store::begin(tx, &secrets, user)?.ok_or(Error::SecondFactorIsOn)?;
        log::record(tx, &*actor, "second_factor_begin", (user, profile.home, &profile.name), now);
        Ok::<_, Error>(secret)
    });
    let secret = begun.await?;
    let uri = secret.uri(&email).map_err(|error| Error::Broken(error.to_string()))?;
    let qr_svg = drawn(&uri)?;
    Ok(unkept(SecondFactorSecret { secret: secret.base32(), uri, qr_svg }))
}

/// One path of squares, with the quiet border of four that scanners need.
fn drawn(text: &str) -> Result<String, Error> {
    let code = QrCode::encode_text(text, QrCodeEcc::Medium).map_err(|error| Error::Broken(error.to_string()))?;
    let squares: String = (0..code.size())
        .flat_map(|y| (0..code.size()).map(move |x| (x, y)))
        .filter(|(x, y)| code.get_module(*x, *y))
        .map(|(x, y)| format!("M{} {}h1v1h-1z", x + 4, y + 4))
        .collect();
    let side = code.size() + 8;
    Ok(format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {side} {side}\" shape-rendering=\"crispEdges\">\
         <path fill=\"#fff\" d=\"M0 0h{side}v{side}H0z\"/><path d=\"{squares}\"/></svg>"
    ))
}

#[cfg(test)]
mod tests {
    use super::drawn;
    use crate::second_factor::totp::Secret;

    #[test]
    fn the_authenticator_s_address_is_escaped_and_drawn() {
        let uri = Secret::from_hex("00ff").unwrap().uri("ana+x&secret=1@lume.example").unwrap();
        assert_eq!(uri, "otpauth://totp/Vitrine:ana%2Bx%26secret%3D1%40lume.example?secret=AD7Q&issuer=Vitrine");
        let svg = drawn(&uri).unwrap();
        assert!(svg.starts_with("<svg") && svg.contains("M4 4h1v1h-1z") && !svg.contains("secret"));
    }
}
