use std::collections::BTreeSet;

use crate::harness::on_both;

#[test]
fn both_engines_have_the_same_tables_and_columns() {
    let mut found: Vec<BTreeSet<String>> = Vec::new();
    on_both(async |server| found.push(server.app.db.read(db::schema::columns).await.unwrap()));
    let [sqlite, postgres] = found.as_slice() else { unreachable!("one per engine") };
    assert!(sqlite.contains("nodes_node.name_key"), "{sqlite:?}");
    assert_eq!(sqlite, postgres);
}
