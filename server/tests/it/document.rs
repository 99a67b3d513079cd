//! The OpenAPI document: it has the specification's calls with typed bodies and answers, each lists its error
//! responses, and no two types share a name.

use std::collections::BTreeSet;

use serde_json::Value;

use crate::harness::on_both;

/// Method and path, and whether it is sent something.
const CONTRACT: &[(&str, &str, bool)] = &[
    ("post", "/api/core/auth/login", true),
    ("post", "/api/core/auth/renew_token", true),
    ("post", "/api/core/auth/reset_password", true),
    ("get", "/api/core/theme/admin", false),
    ("get", "/api/core/theme/user", false),
    ("get", "/api/core/theme/admin/tenant/{tenant_id}", false),
    ("post", "/api/core/theme", true),
    ("get", "/api/core/theme/{theme_id}", false),
    ("put", "/api/core/theme/{theme_id}", true),
    ("delete", "/api/core/theme/{theme_id}", false),
    ("put", "/api/core/theme/{theme_id}/tenant/{tenant_id}", false),
    ("delete", "/api/core/theme/{theme_id}/tenant/{tenant_id}", false),
    ("put", "/api/core/theme/{theme_id}/group/{user_group_id}", false),
    ("delete", "/api/core/theme/{theme_id}/group/{user_group_id}", false),
    ("get", "/api/core/quota/tenant/{tenant_id}", false),
    ("post", "/api/core/quota/tenant", true),
    ("get", "/api/core/quota/{quota_id}/tenant/{tenant_id}", false),
    ("put", "/api/core/quota/{quota_id}/tenant/{tenant_id}", true),
    ("put", "/api/core/quota/deposit/{quota_id}/tenant/{tenant_id}", true),
    ("post", "/api/core/notification/send-message", true),
    ("post", "/api/core/notification/send-share-message", true),
    ("get", "/api/core/key-value-store/{key}", false),
    ("get", "/api/core/application_instance", false),
    ("post", "/api/core/application_instance", true),
    ("put", "/api/core/application_instance/{application_instance_id}", true),
    ("get", "/api/core/usergroup/application", false),
    ("post", "/api/core/tenant_with_company", true),
    ("get", "/api/core/tenant", false),
    ("get", "/api/core/tenant/{tenant_id}", false),
    ("put", "/api/core/tenant/{tenant_id}", true),
    ("delete", "/api/core/tenant/{tenant_id}", false),
    ("get", "/api/core/company", false),
    ("post", "/api/core/company", true),
    ("put", "/api/core/company/{company_id}", true),
    ("delete", "/api/core/company/{company_id}", false),
    ("get", "/api/core/company/tenant/{tenant_id}", false),
    ("get", "/api/core/company/usergroup/{user_group_id}", false),
    ("put", "/api/core/company/usergroup/{user_group_id}", true),
    ("delete", "/api/core/company/{company_id}/usergroup/{user_group_id}", false),
    ("get", "/api/core/users", false),
    ("get", "/api/core/users/{users_id}", false),
    ("put", "/api/core/users/{users_id}", true),
    ("post", "/api/core/users_with_admin", true),
    ("delete", "/api/core/users/{users_id}/tenant/{tenant_id}/admin", false),
    ("put", "/api/core/users/batch/create", true),
    ("put", "/api/core/user/external_account", true),
    ("get", "/api/core/usergroup", false),
    ("post", "/api/core/usergroup", true),
    ("get", "/api/core/usergroup/{user_group_id}", false),
    ("put", "/api/core/usergroup/{user_group_id}", true),
    ("get", "/api/core/usergroup/company/{company_id}", false),
    ("get", "/api/core/usergroup/{user_group_id}/users", false),
    ("delete", "/api/core/usergroup/{user_group_id}/users/{users_id}", false),
    ("get", "/api/app/{application_instance_id}/fileserver", false),
    ("post", "/api/app/{application_instance_id}/fileserver", true),
    ("put", "/api/app/{application_instance_id}/fileserver/{file_server_id}", true),
    ("get", "/api/app/{application_instance_id}/repository/admin", false),
    ("get", "/api/app/{application_instance_id}/repository", false),
    ("post", "/api/app/{application_instance_id}/repository", true),
    ("put", "/api/app/{application_instance_id}/repository/{repository_id}", true),
    ("get", "/api/node/grant/node/{node_id}", false),
    ("get", "/api/node/grant/{node_id}/parents", false),
    ("post", "/api/node/grant", true),
    ("delete", "/api/node/grant/{grant_id}", false),
];

#[test]
fn every_call_of_the_contract_is_there_and_typed() {
    on_both(async |server| {
        let (_, document, _) = vitrine::app::split(server.app.routes());
        let document = serde_json::to_value(document.written()).unwrap();
        for (method, path, has_body) in CONTRACT {
            let operation = &document["paths"][path][method];
            assert!(operation.is_object(), "{method} {path} is not there");
            let body = &operation["requestBody"]["content"]["application/json"]["schema"];
            assert_eq!(is_typed(&document, body), *has_body, "{method} {path}: what is sent");
            let answers = operation["responses"].as_object().unwrap();
            let typed = |(status, answer): (&String, &Value)| {
                let schema = &answer["content"]["application/json"]["schema"];
                status == "204" || (status.starts_with('2') && is_typed(&document, schema))
            };
            assert!(answers.iter().any(typed), "{method} {path}: what is answered");
        }
    });
}

/// Names a schema of the document that has properties, of its own or of those it is made of.
fn is_typed(document: &Value, schema: &Value) -> bool {
    let Some(name) = schema["$ref"].as_str().and_then(|reference| reference.rsplit('/').next()) else { return false };
    has_properties(document, &document["components"]["schemas"][name])
}

fn has_properties(document: &Value, schema: &Value) -> bool {
    let is_part = |part: &Value| has_properties(document, part) || is_typed(document, part);
    schema["properties"].as_object().is_some_and(|fields| !fields.is_empty())
        || schema["allOf"].as_array().is_some_and(|parts| parts.iter().any(is_part))
}

#[test]
fn every_tag_of_an_operation_is_described_by_a_room() {
    on_both(async |server| {
        let (_, document, _) = vitrine::app::split(server.app.routes());
        let document = serde_json::to_value(document.written()).unwrap();
        let names = |tags: &Value, name: fn(&Value) -> &Value| {
            let tags = tags.as_array().unwrap().iter();
            tags.map(|tag| name(tag).as_str().unwrap().to_owned()).collect::<Vec<_>>()
        };
        let described = names(&document["tags"], |tag| &tag["name"]);
        let mut used = BTreeSet::new();
        for (path, item) in document["paths"].as_object().unwrap() {
            for operation in item.as_object().unwrap().values().filter(|known| known["operationId"].is_string()) {
                let tags = names(&operation["tags"], |tag| tag);
                assert!(tags.iter().all(|tag| described.contains(tag)), "{path}: {tags:?}");
                used.extend(tags);
            }
        }
        assert_eq!(described.into_iter().collect::<BTreeSet<_>>(), used);
    });
}

#[test]
fn no_two_types_have_one_name() {
    on_both(async |server| assert_eq!(server.app.routes().clashes(), BTreeSet::new()));
}

/// What a visitor of a share link may be refused.
const REFUSING: [&str; 6] =
    ["/archive", "/content/{node_id}", "/converted/{node_id}", "/open", "/pictures", "/presets"];

#[test]
fn every_call_says_what_it_may_refuse_with_in_words_that_all_share() {
    on_both(async |server| {
        let (_, document, _) = vitrine::app::split(server.app.routes());
        let document = serde_json::to_value(document.written()).unwrap();
        let known = document["components"]["responses"].as_object().unwrap();
        for (path, item) in document["paths"].as_object().unwrap() {
            for (method, operation) in item.as_object().unwrap() {
                let refusals = operation["responses"].as_object().unwrap().iter();
                let refusals =
                    refusals.filter(|(status, answer)| status.as_str() >= "400" && answer["$ref"].is_string());
                let names: Vec<&str> =
                    refusals.map(|(_, answer)| answer["$ref"].as_str().unwrap().rsplit('/').next().unwrap()).collect();
                assert!(names.contains(&"Internal") && names.contains(&"Unavailable"), "{method} {path}: {names:?}");
                assert!(names.iter().all(|name| known.contains_key(*name)), "{method} {path}: {names:?}");
                let gated = operation["security"].as_array().is_some_and(|needed| !needed.is_empty());
                // What a share link shows to anybody, it may refuse to give away, or ask for its password.
                let of_link = path.strip_prefix("/api/link/{token}").is_some_and(|of_link| REFUSING.contains(&of_link));
                assert_eq!(names.contains(&"Forbidden"), gated || of_link, "{method} {path}: {names:?}");
            }
        }
    });
}

/// The values of an attribute in a page.
fn attributes(page: &str, name: &str) -> BTreeSet<String> {
    let begins = format!(" {name}=\"");
    page.split(&begins).skip(1).map(|rest| rest.split('"').next().unwrap().to_owned()).collect()
}

#[test]
fn the_page_of_the_document_has_every_operation_and_type_and_needs_no_other_host() {
    on_both(async |server| {
        let document = server.anonymous().get("/api/openapi.json").await.ok();
        let answer = server.anonymous().get("/api/docs/").await;
        assert!(answer.header("content-type").starts_with("text/html"));
        let page = String::from_utf8(answer.bytes).unwrap();
        let (places, links) = (attributes(&page, "id"), attributes(&page, "href"));
        for operation in document["paths"].as_object().unwrap().values().flat_map(|path| path.as_object().unwrap()) {
            let id = operation.1["operationId"].as_str().unwrap();
            assert!(places.contains(id), "{id}");
        }
        for name in document["components"]["schemas"].as_object().unwrap().keys() {
            assert!(places.contains(&format!("type-{name}")), "{name}");
        }
        for link in &links {
            let leads = link.strip_prefix('#').map_or(!link.contains("//"), |place| places.contains(place));
            assert!(leads, "{link}");
        }
        assert!(links.len() > 300, "{}", links.len());
        assert_eq!(attributes(&page, "src").into_iter().collect::<Vec<_>>(), ["page.js"]);
        assert!(!page.contains("<style") && !page.contains(" style="), "the policy of the page allows its own files");
        let login = page.split("id=\"login\"").nth(1).unwrap().split("<details").next().unwrap();
        for told in ["/api/core/auth/login", "without a token", "&quot;email&quot;", "curl -X POST", "#type-"] {
            assert!(login.contains(told), "{told} is not in {login}");
        }
    });
}
