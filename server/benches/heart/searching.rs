//! The cost of searches: few letters, many, hits that only others see, scattered rights.

use accounts::Belonging;
use db::Tx;
use primitives::{NodeId, NodeRole};
use security::{GrantAccess, NewGrant, Principal};
use tenancy::{GroupKey, NewGroup, Title};

use crate::tenant::{NOW, PASSWORD, new_user};
use crate::{World, mean};

/// This many folders, with everything below them, are open to rob, each by a grant of his own.
const GRANTS: usize = 300;
const GOAL: f64 = 3.0;

/// A search term, and whether it has hits.
type Case = (&'static str, &'static str, Option<NodeId>, bool);

impl World {
    /// By tess, who sees nearly everything.
    pub async fn search_for_all(&self) {
        let cases: [Case; 6] = [
            ("one letter", "e", None, true),
            ("two letters with few hits", "dl", None, true),
            ("a whole name", "asset-0004321.jpg", None, true),
            ("several words", "folder 0001", None, true),
            ("below a folder without hits", "asset", Some(self.elsewhere), false),
            ("what nothing is called", "photo-asset", None, false),
        ];
        self.search("", &self.token, &cases).await;
    }

    /// By tess, who no longer sees most of the names with the term.
    pub async fn search_for_hidden(&self) {
        let cases: [Case; 5] = [
            // What she still sees has it in the names of its types.
            ("one letter", "a", None, true),
            ("two letters", "ss", None, false),
            ("a common word", "asset", None, false),
            ("a common word below a folder", "asset", Some(self.most), false),
            ("many letters", "needle-0", None, false),
        ];
        self.search(" that only others see", &self.token, &cases).await;
    }

    /// By a person with scattered rights.
    pub async fn search_with_grants(&self) {
        let (company, rob) = (self.company, new_user("rob"));
        let instance = self.instance;
        let hired = self.db.write(move |tx| {
            let (title, key) = (Title::parse("Guests").unwrap(), GroupKey::parse("guests").unwrap());
            let group = tenancy::create_group(tx, &NewGroup { company, title, key, theme: None })?;
            tenancy::give_group_instance(tx, group, instance)?;
            let user = accounts::create_user(tx, company, &rob, NOW)?;
            accounts::add_member(tx, user, group, Belonging::Member)?;
            Ok::<_, anyhow::Error>(user)
        });
        let hired = hired.await.unwrap();
        let folders = self.db.read(|c| {
            let sql =
                "SELECT node_id FROM nodes_node WHERE kind = 1 AND node_id % 31 = 0 ORDER BY node_id DESC LIMIT $1";
            c.rows(sql, db::params![GRANTS as i64], |row| row.get::<NodeId>(0))
        });
        for folder in folders.await.unwrap() {
            let change = move |tx: &mut Tx<'_>, access: &mut security::Access<'_>| {
                let permit = access.authorize::<GrantAccess>(tx, folder)?;
                let new = NewGrant { principal: Principal::User(hired), role: NodeRole::Reader, recursive: true };
                security::grant(tx, &permit, access.actor(), new, NOW)
            };
            security::write(&self.db, &self.ada, change).await.unwrap();
        }
        self.propagate().await;
        let login = serde_json::json!({ "email": "rob@lume.example", "password": PASSWORD }).to_string();
        let token = self.ask("POST", "/api/core/auth/login", login).await["token"].as_str().unwrap().to_owned();
        let cases: [Case; 6] = [
            ("one letter", "e", None, true),
            ("two letters", "fo", None, true),
            ("a common word", "asset", None, true),
            ("a rare word", "needle", None, true),
            ("a common word that only others see", "photo", None, false),
            ("a common word below a folder without rights", "asset", Some(self.elsewhere), false),
        ];
        let first = format!("/api/app/{}/search?term=e", self.instance);
        self.send_as(&token, "GET", &first, String::new()).await;
        self.analyze().await;
        self.search(" with 300 grants", &token, &cases).await;
    }

    async fn search(&self, how: &str, token: &str, cases: &[Case]) {
        for (what, term, below, is_there) in cases {
            let mut path = format!("/api/app/{}/search?limit=50&term={}", self.instance, term.replace(' ', "%20"));
            if let Some(below) = below {
                path.push_str(&format!("&parent_id={below}"));
            }
            let ask = async || self.send_as(token, "GET", &path, String::new()).await;
            let page: serde_json::Value = serde_json::from_slice(&ask().await).unwrap();
            let found = page["items"].as_array().unwrap().len();
            assert_eq!(found > 0, *is_there, "{what}: {found} of {term}");
            let took = mean(30, async |_| drop(ask().await)).await;
            self.say(&format!("search for {what}{how}, {found} rows"), took, GOAL);
        }
    }
}
