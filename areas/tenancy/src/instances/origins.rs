//! The origins of other servers that have instances.

use std::collections::BTreeSet;

use db::Conn;

/// `https://cdp.example:8443`, each once.
pub fn origins_elsewhere(conn: &mut Conn<'_>) -> db::Result<Vec<String>> {
    let sql = "SELECT DISTINCT access_url
         FROM tenancy_application_instance
         WHERE access_url LIKE 'http%'
         ORDER BY access_url
         LIMIT 200";
    let urls: Vec<String> = conn.rows(sql, &[], |row| row.get(0))?;
    Ok(origins_of(&urls))
}

/// Each once, in order.
pub(crate) fn origins_of(urls: &[String]) -> Vec<String> {
    let origins: BTreeSet<String> = urls.iter().filter_map(|url| origin(url)).map(str::to_owned).collect();
    origins.into_iter().collect()
}

/// Scheme, host and port; no character that could end a source in a policy and begin another.
fn origin(url: &str) -> Option<&str> {
    let host = url.find("://")? + 3;
    let end = url[host..].find(['/', '?', '#']).map_or(url.len(), |at| host + at);
    let clean = url[host..end].chars().all(|c| c.is_ascii_alphanumeric() || matches!(c, '.' | '-' | ':' | '[' | ']'));
    (end > host && clean).then_some(&url[..end])
}

#[cfg(test)]
mod tests {
    use super::origin;

    #[test]
    fn the_origin_of_an_address_is_a_scheme_and_a_host_only() {
        for (url, wanted) in [
            ("https://cdp.example/api?x=1", Some("https://cdp.example")),
            ("http://127.0.0.1:9000", Some("http://127.0.0.1:9000")),
            ("http://[::1]:9000/x", Some("http://[::1]:9000")),
            ("https://a.example;script-src", None),
            ("https://*", None),
            ("https://user@host.example/", None),
            ("https:///x", None),
        ] {
            assert_eq!(origin(url), wanted, "{url}");
        }
    }
}
