//! Every call by every role: 403 for roles that its gate refuses, and 401 without a session.

use super::calls::{CALLS, Ids};
use crate::harness::on_both;

#[test]
fn a_gate_lets_through_the_roles_of_the_specification_and_nobody_else() {
    on_both(async |server| {
        for call in CALLS {
            let operation = call.operation;
            assert_eq!(call.send(&server.anonymous(), Ids::MISSING).await.status, 401, "{operation} as nobody");
            for name in ["rita", "mia", "ada", "root"] {
                let answer = call.send(&server.user(name), Ids::MISSING).await;
                if call.gate.admits(name) {
                    // Nothing has these ids, and the keys are taken by the objects that the first caller created.
                    assert!(
                        [200, 201, 204, 404, 409, 422].contains(&answer.status),
                        "{operation} as {name}: {}",
                        answer.body
                    );
                } else {
                    assert_eq!(answer.refusal(), (403, "wrong_role"), "{operation} as {name}");
                }
            }
        }
    });
}
