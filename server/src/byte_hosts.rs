//! The hosts of the setting `byte_origins` send and receive bytes, and nothing else: no page, no sign-in, no data. Signed
//! addresses, which file servers have there, are opened here (docs/decisions/0091).

use std::sync::Arc;

use axum::Router;
use axum::extract::{Request, State};
use axum::http::uri::PathAndQuery;
use axum::http::{HeaderName, HeaderValue, Method, Uri};
use axum::middleware::{Next, from_fn, from_fn_with_state};
use axum::response::{IntoResponse, Response};
use db::Db;
use primitives::{Clock, WebOrigin};
use rest::{Problem, SignedFor, asked_host};

/// Paths of bytes: uploads, which have a token, and what a ticket opens.
const BYTES: [&str; 3] = ["/api/file/signed/", "/api/file/picture/", "/api/file/reached/"];
const UPLOAD: &str = "/api/file/upload";
/// Nothing has this path: its answer is that of every unknown one.
const NOWHERE: &str = "/api/file/nowhere";
const RESOURCE_POLICY: HeaderName = HeaderName::from_static("cross-origin-resource-policy");

struct ByteHosts {
    hosts: Arc<[String]>,
    db: Db,
    clock: Clock,
    trust_forwarded: bool,
}

/// The router, whose sockets are not at the hosts of `origins`.
pub fn around_socket(router: Router, origins: &[WebOrigin], trust_forwarded: bool) -> Router {
    if origins.is_empty() {
        return router;
    }
    let hosts = hosts_of(origins);
    let keep_away = move |request: Request, next: Next| {
        let is_refused = activity::is_socket(request.uri().path()) && is_byte_host(&hosts, &request, trust_forwarded);
        async move { if is_refused { Problem::not_found().into_response() } else { next.run(request).await } }
    };
    router.layer(from_fn(keep_away))
}

/// The router, which answers at the hosts of `origins` to requests for bytes alone. Without origins it is unchanged.
pub fn around(router: Router, origins: &[WebOrigin], (db, clock): (Db, Clock), trust_forwarded: bool) -> Router {
    if origins.is_empty() {
        return router;
    }
    let state = Arc::new(ByteHosts { hosts: hosts_of(origins), db, clock, trust_forwarded });
    // Around a service, because a layer of the router would run after the route is chosen by the path.
    Router::new().fallback_service(router).layer(from_fn_with_state(state, keep_to_bytes))
}

fn hosts_of(origins: &[WebOrigin]) -> Arc<[String]> {
    let host = |origin: &WebOrigin| origin.as_str().split_once("://").map(|(_, host)| host.to_owned());
    origins.iter().filter_map(host).collect()
}

/// A request of which nobody can say to which host it was sent has no more than bytes either.
fn is_byte_host(hosts: &[String], request: &Request, trust_forwarded: bool) -> bool {
    let asked = asked_host(request.headers(), request.uri(), trust_forwarded);
    asked.is_none_or(|asked| hosts.contains(&as_in_origins(&asked)))
}

/// A requested host as origins name it: without the dot of a full name, zeros before the port, and the usual ports.
fn as_in_origins(asked: &str) -> String {
    let asked = asked.to_ascii_lowercase();
    let (host, port) = match asked.rsplit_once(':') {
        Some((host, port)) if port.bytes().all(|sign| sign.is_ascii_digit()) => (host, port.trim_start_matches('0')),
        _ => (asked.as_str(), ""),
    };
    let host = host.strip_suffix('.').unwrap_or(host);
    if ["", "443", "80"].contains(&port) { host.to_owned() } else { format!("{host}:{port}") }
}

async fn keep_to_bytes(State(hosts): State<Arc<ByteHosts>>, mut request: Request, next: Next) -> Response {
    let is_byte_host = is_byte_host(&hosts.hosts, &request, hosts.trust_forwarded);
    let path = request.uri().path();
    if is_byte_host && path != UPLOAD && !BYTES.iter().any(|bytes| path.starts_with(bytes)) {
        go_to(&mut request, NOWHERE);
        return next.run(request).await;
    }
    if request.method() != Method::GET && request.method() != Method::HEAD {
        return next.run(request).await;
    }
    match storage::open_signed(&hosts.db, path, hosts.clock.now()).await {
        Ok(None) => next.run(request).await,
        Ok(Some((opened, session))) => {
            go_to(&mut request, &opened);
            request.extensions_mut().insert(SignedFor(session));
            let mut response = next.run(request).await;
            // The page shows it from another host, and asks without its origin.
            response.headers_mut().insert(RESOURCE_POLICY, HeaderValue::from_static("cross-origin"));
            response
        }
        Err(error) => Problem::from(error).into_response(),
    }
}

/// The query stays.
fn go_to(request: &mut Request, path: &str) {
    let query = request.uri().query().map(|query| format!("?{query}")).unwrap_or_default();
    let mut parts = request.uri().clone().into_parts();
    parts.path_and_query = PathAndQuery::try_from(format!("{path}{query}")).ok();
    if let Ok(uri) = Uri::from_parts(parts) {
        *request.uri_mut() = uri;
    }
}

#[cfg(test)]
mod tests {
    use super::as_in_origins;

    #[test]
    fn a_host_is_the_same_however_it_is_written() {
        for (written, host) in [
            ("Files.example", "files.example"),
            ("files.example:443", "files.example"),
            ("files.example:80", "files.example"),
            ("127.0.0.1:8080", "127.0.0.1:8080"),
            ("[::1]:443", "[::1]"),
            ("[::1]", "[::1]"),
            ("files.example.:8080", "files.example:8080"),
            ("files.example:08080", "files.example:8080"),
            ("files.example.", "files.example"),
            ("files.example:", "files.example"),
        ] {
            assert_eq!(as_in_origins(written), host, "{written}");
        }
    }
}
