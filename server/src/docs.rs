//! `/api/openapi.json`, and `/api/docs` to read it and try it.

use axum::Router;
use axum::http::HeaderValue;
use axum::http::header::LOCATION;
use axum::middleware::map_response;
use axum::response::Response;
use utoipa::openapi::{OpenApi, Server};
use utoipa_swagger_ui::{Config, SwaggerUi};

/// The page finds the document from where it lies, below whatever path; the document names `public_url` where it is set.
pub fn routes(mut document: OpenApi, public_url: Option<&str>) -> Router {
    if let Some(public_url) = public_url {
        document.servers = Some(vec![Server::new(public_url.trim_end_matches('/'))]);
    }
    let page = SwaggerUi::new("/api/docs").url("/api/openapi.json", document).config(Config::from("../openapi.json"));
    Router::from(page).layer(map_response(stay_below))
}

/// `/api/docs` leads to `/api/docs/`: said from where the browser is.
async fn stay_below(mut response: Response) -> Response {
    if let Some(address) = response.headers_mut().get_mut(LOCATION) {
        *address = HeaderValue::from_static("docs/");
    }
    response
}
