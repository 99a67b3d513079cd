//! The path of the public address: `/`, or `/dam/` if a proxy puts the server beside other things.

use axum::extract::Request;
use axum::http::Uri;
use axum::http::uri::PathAndQuery;

/// Begins and ends with a slash.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BasePath(String);

impl BasePath {
    /// The path of the public address.
    pub fn of(public_url: &str) -> Self {
        let path = url::Url::parse(public_url).map_or_else(|_| "/".to_owned(), |url| url.path().to_owned());
        Self(if path.ends_with('/') { path } else { format!("{path}/") })
    }

    pub fn as_str(&self) -> &str {
        &self.0
    }

    pub fn is_root(&self) -> bool {
        self.0 == "/"
    }

    /// Rewrites the page, which was built for `/`, so that its files and calls are below this path.
    pub fn in_page(&self, page: &str) -> String {
        let base = self.0.replace('&', "&amp;").replace('"', "&quot;");
        page.replace("=\"/", &format!("=\"{base}"))
    }

    /// A proxy may keep the prefix in the request or remove it: both work.
    pub fn strip(&self, mut request: Request) -> Request {
        let Some(rest) = request.uri().path().strip_prefix(self.0.trim_end_matches('/')) else { return request };
        if self.is_root() || !rest.starts_with('/') {
            return request;
        }
        let query = request.uri().query().map(|query| format!("?{query}")).unwrap_or_default();
        let mut parts = request.uri().clone().into_parts();
        parts.path_and_query = PathAndQuery::try_from(format!("{rest}{query}")).ok();
        if let Ok(uri) = Uri::from_parts(parts) {
            *request.uri_mut() = uri;
        }
        request
    }
}

#[cfg(test)]
mod tests {
    use axum::body::Body;
    use axum::extract::Request;

    use super::BasePath;

    #[test]
    fn the_prefix_is_taken_from_requests_that_have_it() {
        let base = BasePath::of("https://x.example/dam");
        assert_eq!((base.as_str(), base.is_root()), ("/dam/", false));
        for (asked, seen) in
            [("/dam/api/x?a=1", "/api/x?a=1"), ("/dam/", "/"), ("/damned", "/damned"), ("/api", "/api")]
        {
            let request = Request::get(asked).body(Body::empty()).unwrap();
            assert_eq!(base.strip(request).uri().to_string(), seen, "{asked}");
        }
        for root in ["https://x.example", "http://127.0.0.1:8080/"] {
            assert!(BasePath::of(root).is_root(), "{root}");
        }
    }

    #[test]
    fn the_page_names_its_files_below_the_path() {
        let page = r#"<meta name="base-path" content="/" /><script src="/assets/a.js"></script><a href="https://b/">"#;
        let wanted =
            r#"<meta name="base-path" content="/dam/" /><script src="/dam/assets/a.js"></script><a href="https://b/">"#;
        assert_eq!(BasePath::of("https://x.example/dam/").in_page(page), wanted);
    }
}
