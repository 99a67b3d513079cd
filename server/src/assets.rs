//! The web app: the files of its build, in the executable; every other path is one of its screens.

use axum::body::Body;
use axum::extract::Request;
use axum::http::header::{ALLOW, CACHE_CONTROL, CONTENT_ENCODING, CONTENT_TYPE, ETAG, VARY};
use axum::http::{HeaderMap, HeaderValue, Method, Response, StatusCode};
use axum::response::IntoResponse;
use rest::Problem;
use rust_embed::RustEmbed;

use crate::base_path::BasePath;
use crate::encoding;

/// Debug builds read the folder while they run.
#[derive(RustEmbed)]
#[folder = "../web/dist"]
#[allow_missing = true]
struct Files;

/// Answers with a file, with the page of a share link, or with the app's page, which routes itself. It never answers with
/// a page for an API path, or for a path that is not a screen: a name with a suffix, the well-known paths.
pub fn serve(base: &BasePath, request: Request) -> Response<Body> {
    let path = request.uri().path();
    if path.starts_with("/api/") || path == "/api" {
        return Problem::not_found().into_response();
    }
    if request.method() != Method::GET && request.method() != Method::HEAD {
        return ([(ALLOW, "GET, HEAD")], Problem::method_not_allowed()).into_response();
    }
    let wanted = path.trim_start_matches('/');
    if is_link(path) {
        return file(base, LINK_PAGE, request.headers());
    }
    let name = if !wanted.is_empty() && Files::get(wanted).is_some() { wanted } else { "index.html" };
    if name == "index.html" && !is_screen(wanted) {
        return StatusCode::NOT_FOUND.into_response();
    }
    file(base, name, request.headers())
}

/// The page of share links is another one than the app's: it is small, and asks for no session.
const LINK_PAGE: &str = "link.html";

/// Whether it is the address of a share link. Whether there is such a link, the page finds out.
pub fn is_link(path: &str) -> bool {
    let token = path.strip_prefix("/l/");
    token.is_some_and(|token| !token.is_empty() && token.bytes().all(|letter| letter.is_ascii_alphanumeric()))
}

/// The app's own screens have neither suffixes nor hidden names.
fn is_screen(path: &str) -> bool {
    let last = path.rsplit('/').next().unwrap_or("");
    (last == "index.html" || !last.contains('.'))
        && !path.split('/').any(|part| part.starts_with('.'))
        && !["assets", "metrics"].contains(&path.split('/').next().unwrap_or(""))
}

fn file(base: &BasePath, name: &str, asked: &HeaderMap) -> Response<Body> {
    // Below a path other than the root, the page's links are rewritten, so it is not served compressed.
    let rewritten = ["index.html", LINK_PAGE].contains(&name) && !base.is_root();
    let offered: &[&str] = if rewritten { &[] } else { &["br", "gzip"] };
    let packed = encoding::preferred(asked, offered).and_then(|coding| {
        Some((coding, Files::get(&format!("{name}{}", if coding == "br" { ".br" } else { ".gz" }))?))
    });
    let (coding, found) = match packed {
        Some((coding, found)) => (Some(if coding == "br" { "br" } else { "gzip" }), found),
        None => match Files::get(name) {
            Some(found) => (None, found),
            None => return (StatusCode::NOT_FOUND, "The web app is not built: run `make web`.").into_response(),
        },
    };
    let place = if rewritten { base.as_str() } else { "" };
    let tag = format!("\"{}{}\"", hex(&found.metadata.sha256_hash()[..12]), hex(place.as_bytes()));
    let mut response = if rest::is_known(asked, &tag) {
        StatusCode::NOT_MODIFIED.into_response()
    } else if rewritten {
        Body::from(base.in_page(&String::from_utf8_lossy(&found.data))).into_response()
    } else {
        Body::from(found.data.into_owned()).into_response()
    };
    // Files below assets/ are named by their content and never change.
    let cache = if name.starts_with("assets/") { "public, max-age=31536000, immutable" } else { "no-cache" };
    let headers = response.headers_mut();
    headers.insert(CONTENT_TYPE, HeaderValue::from_static(mime(name)));
    headers.insert(CACHE_CONTROL, HeaderValue::from_static(cache));
    headers.insert(VARY, HeaderValue::from_static("accept-encoding"));
    if let Ok(tag) = HeaderValue::from_str(&tag) {
        headers.insert(ETAG, tag);
    }
    if let Some(coding) = coding {
        headers.insert(CONTENT_ENCODING, HeaderValue::from_static(coding));
    }
    response
}

fn hex(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}

fn mime(name: &str) -> &'static str {
    match name.rsplit('.').next().unwrap_or("") {
        "html" => "text/html; charset=utf-8",
        "js" => "text/javascript; charset=utf-8",
        "css" => "text/css; charset=utf-8",
        "json" => "application/json",
        "webmanifest" => "application/manifest+json",
        "svg" => "image/svg+xml",
        "png" => "image/png",
        "ico" => "image/x-icon",
        "woff2" => "font/woff2",
        "txt" => "text/plain; charset=utf-8",
        _ => "application/octet-stream",
    }
}

#[cfg(test)]
mod tests {
    use super::{is_link, is_screen, mime};

    #[test]
    fn an_address_of_a_share_link_is_a_token_and_nothing_more() {
        assert!(is_link("/l/0123456789abcdef0123456789abcdef"));
        for other in ["/l/", "/l", "/l/a/b", "/l/a.js", "/x/l/a", "/login", "/l/%20"] {
            assert!(!is_link(other), "{other}");
        }
    }

    #[test]
    fn only_screens_are_answered_with_the_page() {
        for screen in ["", "login", "content/1/navigation/7", "settings/core/tenant", "index.html"] {
            assert!(is_screen(screen), "{screen}");
        }
        for other in [
            "robots.txt",
            "openapi.json",
            ".well-known/change-password",
            ".git/config",
            "metrics",
            "assets/x",
            "a/b.php",
        ] {
            assert!(!is_screen(other), "{other}");
        }
        assert_eq!(mime("manifest.webmanifest"), "application/manifest+json");
    }
}
