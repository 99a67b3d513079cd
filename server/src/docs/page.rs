//! The page of the API: its operations by tag, then its types.

use maud::{DOCTYPE, Markup, html};
use serde_json::Value;

use super::operations::Operation;
use super::prose::prose;
use super::{Document, entries, items, operations, text, types};

pub fn write(document: &Document<'_>) -> Markup {
    let info = &document.0["info"];
    let tags: Vec<_> =
        items(&document.0["tags"]).iter().map(|tag| (tag, tagged(document, text(&tag["name"])))).collect();
    html! {
        (DOCTYPE)
        html lang="en" {
            head {
                meta charset="utf-8";
                meta name="viewport" content="width=device-width, initial-scale=1";
                meta name="color-scheme" content="light dark";
                title { (text(&info["title"])) " API" }
                link rel="stylesheet" href="page.css";
                script src="page.js" defer {}
            }
            body {
                (contents(document, &tags))
                main {
                    h1 { (text(&info["title"])) " API " small { (text(&info["version"])) } }
                    (prose(text(&info["description"])))
                    p { a href="../openapi.json" { "openapi.json" } " is this page for programs." }
                    @for (tag, operations) in &tags {
                        section {
                            h2 id=(format!("tag-{}", text(&tag["name"]))) { (text(&tag["name"])) }
                            (prose(text(&tag["description"])))
                            @for operation in operations { (operations::write(document, operation)) }
                        }
                    }
                    section {
                        h2 id="types" { "Types" }
                        @for (name, schema) in entries(&document.0["components"]["schemas"]) { (types::named(name, schema)) }
                    }
                    p #none hidden { "Nothing has all of these words." }
                }
            }
        }
    }
}

/// The list beside the page, with the field that filters both.
fn contents(document: &Document<'_>, tags: &[(&Value, Vec<Operation<'_>>)]) -> Markup {
    html! {
        nav aria-label="Contents" {
            input #search type="search" placeholder="Search ( / )" aria-label="Search" autocomplete="off" spellcheck="false";
            @for (tag, operations) in tags {
                h2 { a href=(format!("#tag-{}", text(&tag["name"]))) { (text(&tag["name"])) } }
                ul {
                    @for operation in operations {
                        li data-for=(operation.id()) {
                            a href=(format!("#{}", operation.id())) title=(text(&operation.told["summary"])) {
                                span class=(format!("method {}", operation.method)) { (operation.method) }
                                (operation.path.trim_start_matches("/api/"))
                            }
                        }
                    }
                }
            }
            h2 { a href="#types" { "Types" } }
            ul {
                @for (name, _) in entries(&document.0["components"]["schemas"]) {
                    li data-for=(types::anchor(name)) { a href=(format!("#{}", types::anchor(name))) { (name) } }
                }
            }
        }
    }
}

const METHODS: [&str; 7] = ["get", "post", "put", "patch", "delete", "head", "options"];

fn tagged<'d>(document: &Document<'d>, tag: &str) -> Vec<Operation<'d>> {
    let all = entries(&document.0["paths"]).flat_map(|(path, operations)| {
        let known = METHODS.iter().filter_map(move |method| Some((*method, operations.get(method)?)));
        known.map(move |(method, told)| Operation { method, path, told })
    });
    all.filter(|operation| items(&operation.told["tags"]).iter().any(|one| one == tag)).collect()
}
