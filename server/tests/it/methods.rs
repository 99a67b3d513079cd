//! The methods of a path, according to `OPTIONS`, `HEAD` and refusals.

use std::collections::{BTreeMap, BTreeSet};

use reqwest::Method;

use crate::harness::{TestServer, on_both};
use crate::test_users::Answer;

/// The paths of the document with their methods, with values filled in.
fn paths(server: &TestServer) -> BTreeMap<String, BTreeSet<String>> {
    let (_, _, gates) = vitrine::app::split(server.app.routes());
    let mut found: BTreeMap<String, BTreeSet<String>> = BTreeMap::new();
    for entry in gates {
        let path = entry.path.replace("{application_instance_id}", &server.content.to_string());
        let path: Vec<_> = path.split('/').map(|part| if part.starts_with('{') { "1" } else { part }).collect();
        let methods = found.entry(path.join("/")).or_default();
        if entry.method == "GET" {
            methods.insert("HEAD".into());
        }
        methods.insert(entry.method);
    }
    found
}

fn allowed(answer: &Answer) -> BTreeSet<String> {
    answer.header("allow").split(',').map(|method| method.trim().to_owned()).collect()
}

#[test]
fn every_path_tells_its_methods() {
    on_both(async |server| {
        let (nobody, rea) = (server.anonymous(), server.user("rea"));
        let page = [("/", "GET"), ("/login", "GET"), ("/healthz", "GET"), ("/robots.txt", "GET")];
        let page = page.map(|(path, method)| (path.to_owned(), BTreeSet::from([method.into(), "HEAD".into()])));
        for (path, mut methods) in paths(server).into_iter().chain(page) {
            methods.insert("OPTIONS".into());
            for who in [&nobody, &rea] {
                let told = Answer::of(who.request(Method::OPTIONS, &path)).await;
                assert_eq!((told.status, told.bytes.len()), (204, 0), "{path}");
                assert_eq!(allowed(&told), methods, "{path}");
            }
            for other in ["PATCH", "DELETE", "HEAD"].into_iter().filter(|other| !methods.contains(*other)) {
                let method = Method::from_bytes(other.as_bytes()).unwrap();
                let refused = Answer::of(server.user("root").request(method, &path)).await;
                assert!([403, 404, 405].contains(&refused.status), "{other} {path}: {}", refused.status);
                assert_eq!(allowed(&refused), methods, "{other} {path}");
            }
        }
        for nowhere in ["/api/nowhere", "/api"] {
            let told = Answer::of(nobody.request(Method::OPTIONS, nowhere)).await;
            assert_eq!((told.status, told.header("allow")), (404, ""), "{nowhere}");
        }
    });
}

#[test]
fn head_is_answered_as_get_without_a_body() {
    on_both(async |server| {
        let wim = server.user("wim");
        let file = wim.upload(server.top, "a.txt", "some words").await.id();
        let paths = paths(server).into_iter().filter(|(_, methods)| methods.contains("GET"));
        let paths = paths.map(|(path, _)| path).chain(["/".into(), "/healthz".into()]);
        for path in paths.chain([format!("/api/file/content/{file}"), format!("entry/list/{}", server.top)]) {
            for name in ["ada", "wim"] {
                let who = server.user(name);
                let (got, asked) = (who.get(&path).await, Answer::of(who.request(Method::HEAD, &path)).await);
                let said = |answer: &Answer| (answer.status, answer.header("content-type").to_owned());
                assert_eq!((said(&asked), asked.bytes.len()), (said(&got), 0), "{path} {name}");
                let length = asked.header("content-length");
                assert!(length.is_empty() || length == got.bytes.len().to_string(), "{path} {name}: {length}");
            }
        }
    });
}
