//! Every call of administration is in the tests that try each by everybody.

use std::collections::BTreeSet;

use super::calls::CALLS;
use crate::harness::on_both;

#[test]
fn every_call_of_administration_stands_in_the_table_that_is_tried_by_everybody() {
    on_both(async |server| {
        let (_, _, gates) = vitrine::app::split(server.app.routes());
        let tables = ["/tenant", "/company", "/user", "/application_instance"];
        let ours =
            |path: &str| path.strip_prefix("/api/core").is_some_and(|rest| tables.iter().any(|t| rest.starts_with(t)));
        let there: BTreeSet<&str> =
            gates.iter().filter(|gate| ours(&gate.path)).map(|gate| gate.operation.as_str()).collect();
        // Calls about one's own account, and a tenant's identity provider, have tests of their own.
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
