//! The calls that the specification names are there, with typed bodies and answers.

use std::collections::BTreeSet;

use serde_json::Value;

use super::calls::CALLS;
use crate::harness::on_both;

/// Method and path, and whether it is sent something.
const CONTRACT: &[(&str, &str, bool)] = &[
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
    on_both(async |house| {
        let (_, document, _) = vitrine::app::split(house.app.routes());
        let document = serde_json::to_value(document).unwrap();
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

/// Names a schema of the document that has properties.
fn is_typed(document: &Value, schema: &Value) -> bool {
    let Some(name) = schema["$ref"].as_str().and_then(|reference| reference.rsplit('/').next()) else { return false };
    document["components"]["schemas"][name]["properties"].as_object().is_some_and(|fields| !fields.is_empty())
}

#[test]
fn every_call_of_administration_stands_in_the_table_that_is_tried_by_everybody() {
    on_both(async |house| {
        let (_, _, gates) = vitrine::app::split(house.app.routes());
        let tables = ["/tenant", "/company", "/user", "/application_instance"];
        let ours =
            |path: &str| path.strip_prefix("/api/core").is_some_and(|rest| tables.iter().any(|t| rest.starts_with(t)));
        let there: BTreeSet<&str> =
            gates.iter().filter(|gate| ours(&gate.path)).map(|gate| gate.operation.as_str()).collect();
        // What people do with their own accounts, and a tenant's identity provider, have tests of their own.
        let elsewhere = [
            "list_applications",
            "change_email",
            "confirm_email",
            "provider_put",
            "provider_remove",
            "provider_show",
            "recovery_codes_renew",
            "second_factor_begin",
            "second_factor_confirm",
            "second_factor_remove",
            "second_factor_show",
        ];
        let tried: BTreeSet<&str> = CALLS.iter().map(|call| call.operation).chain(elsewhere).collect();
        let untried: Vec<_> = there.difference(&tried).collect();
        assert!(untried.is_empty(), "{untried:?}");
    });
}
