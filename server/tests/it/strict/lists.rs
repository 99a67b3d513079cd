//! Lists as in the specification, which has no paging: a request without parameters gets the whole list.

use accounts::{Email, NewUser, PersonName};
use passwords::PasswordHash;
use primitives::CompanyId;

use super::Known;
use crate::harness::on_both;

#[test]
fn a_list_without_a_limit_is_the_whole_list_up_to_a_thousand() {
    on_both(async |server| {
        let known = Known::of(server).await;
        let company = CompanyId(known.0["lume_company"].as_i64().unwrap());
        let made = server.app.db.write(move |tx| {
            for number in 0..1_050 {
                let name = format!("TestUser {number:04}");
                let new = NewUser {
                    name: PersonName::parse(&name).unwrap(),
                    email: Email::parse(&format!("p{number}@lume.example")).unwrap(),
                    language: None,
                    password: PasswordHash::unusable(),
                    reset_due: true,
                };
                accounts::create_user(tx, company, &new, 1)?;
            }
            Ok::<_, accounts::Error>(())
        });
        made.await.unwrap();
        let ada = server.user("ada");
        for (query, rows) in
            [("", 1_000), ("?limit=10", 10), ("?limit=5000", 1_000), ("?limit=", 1_000), ("?q=0007", 1)]
        {
            let found = ada.get(&format!("/api/core/users{query}")).await.names();
            assert_eq!(found.len(), rows, "{query}");
        }
        let page = format!("entry/list/{}", server.top);
        for number in 0..61 {
            server.user("wim").folder(server.top, &format!("Folder {number}")).await.ok();
        }
        let listed = server.user("wim").get(&page).await.ok();
        assert_eq!(listed["items"].as_array().unwrap().len(), 60, "the tree stays paged");
        assert!(listed["next"].is_string());
    });
}
