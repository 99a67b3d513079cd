//! `/api/openapi.json`, and `/api/docs` for reading it and trying it out.

use axum::Router;
use axum::http::HeaderValue;
use axum::http::header::LOCATION;
use axum::middleware::map_response;
use axum::response::Response;
use utoipa::openapi::{OpenApi, Server};
use utoipa_swagger_ui::{Config, SwaggerUi};

/// The page loads the document relative to itself, below any path; the document names `public_url` if it is set.
pub fn routes(mut document: OpenApi, public_url: Option<&str>) -> Router {
    if let Some(public_url) = public_url {
        document.servers = Some(vec![Server::new(public_url.trim_end_matches('/'))]);
    }
    let page = SwaggerUi::new("/api/docs").url("/api/openapi.json", document).config(Config::from("../openapi.json"));
    Router::from(page).layer(map_response(stay_below))
}

/// `/api/docs` redirects to `/api/docs/`, relative to the browser's address.
async fn stay_below(mut response: Response) -> Response {
    if let Some(address) = response.headers_mut().get_mut(LOCATION) {
        *address = HeaderValue::from_static("docs/");
    }
    response
}
