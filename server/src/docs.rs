//! `/api/openapi.json`, and `/api/docs` to read it and try it.

use axum::Router;
use utoipa::openapi::OpenApi;
use utoipa_swagger_ui::SwaggerUi;

pub fn routes(document: OpenApi) -> Router {
    SwaggerUi::new("/api/docs").url("/api/openapi.json", document).into()
}
