//! The rows of notices, on both engines; what people are shown of them is told in the server's stories.

#![expect(clippy::unwrap_used, reason = "a test that cannot go on ends there")]

use accounts::{Email, NewUser, PersonName};
use db::testing::TestDb;
use db::{Engine, Tx};
use passwords::PasswordHash;
use primitives::{Clock, CompanyId, TenantId, UserId};
use serde_json::json;
use tenancy::{CompanyKey, NewCompany, NewTenant, TenantKey, Title};
use vitrine_notices::{KEPT, MOST, Notice, Notices, migrations, notify, sweep, withdraw, withdraw_from};

const NOW: i64 = 1_800_000_000;

/// A tenant, and two of its people.
#[derive(Clone, Copy)]
struct People {
    tenant: TenantId,
    ana: UserId,
    beto: UserId,
}

impl People {
    async fn of(test: &TestDb) -> Self {
        let made = test.db.write(|tx| {
            let title = Title::parse("lume").unwrap();
            let new =
                NewTenant { title: title.clone(), key: TenantKey::parse("lume").unwrap(), cnpj: None, theme: None };
            let tenant = tenancy::create_tenant(tx, &new, NOW)?;
            let new = NewCompany { tenant, name: title, key: CompanyKey::parse("lume").unwrap(), cnpj: None };
            let company = tenancy::create_company(tx, &new)?;
            Ok::<_, tenancy::Error>((tenant, company))
        });
        let (tenant, company) = made.await.unwrap();
        let people =
            test.db.write(move |tx| Ok::<_, accounts::Error>((user(tx, company, "ana")?, user(tx, company, "beto")?)));
        let (ana, beto) = people.await.unwrap();
        Self { tenant, ana, beto }
    }

    fn told(self, to: UserId, subject: i64) -> Notice {
        Notice { tenant: self.tenant, to, kind: "test", from: Some(self.beto), node: None, subject, detail: json!({}) }
    }
}

fn user(tx: &mut Tx<'_>, company: CompanyId, name: &str) -> accounts::Result<UserId> {
    let new = NewUser {
        name: PersonName::parse(name).unwrap(),
        email: Email::parse(&format!("{name}@lume.example")).unwrap(),
        language: None,
        password: PasswordHash::unusable(),
        reset_due: true,
    };
    accounts::create_user(tx, company, &new, NOW)
}

/// Whom, about what, and how often, in the order of the ids.
async fn rows(test: &TestDb) -> Vec<(UserId, i64, i64)> {
    let sql = "SELECT users_id, subject, times FROM notices_notice ORDER BY notice_id";
    let read = test.db.read(move |c| c.rows(sql, &[], |row| Ok((row.get(0)?, row.get(1)?, row.get(2)?))));
    read.await.unwrap()
}

async fn on_both(story: impl AsyncFn(TestDb, People)) {
    for engine in [Engine::Sqlite, Engine::Postgres] {
        let test = TestDb::new(engine, &migrations()).await;
        let people = People::of(&test).await;
        story(test, people).await;
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn what_repeats_unseen_is_one_notice_and_comes_last() {
    on_both(async |test, people| {
        let People { ana, beto, .. } = people;
        let told = test.db.write(move |tx| {
            for (to, subject) in [(ana, 1), (ana, 2), (ana, 1), (beto, 1)] {
                notify(tx, &people.told(to, subject), NOW)?;
            }
            Ok::<_, db::Error>(())
        });
        told.await.unwrap();
        assert_eq!(rows(&test).await, [(ana, 2, 1), (ana, 1, 2)], "and Beto is not told what he did");
        let again = test.db.write(move |tx| {
            tx.run("UPDATE notices_notice SET seen_at = 1", &[])?;
            notify(tx, &people.told(ana, 1), NOW)
        });
        again.await.unwrap();
        assert_eq!(rows(&test).await, [(ana, 2, 1), (ana, 1, 2), (ana, 1, 1)]);
    })
    .await;
}

#[tokio::test(flavor = "multi_thread")]
async fn what_is_no_longer_so_is_taken_back_from_all_or_from_one() {
    on_both(async |test, people| {
        let People { ana, beto, .. } = people;
        let told = test.db.write(move |tx| {
            for (to, subject) in [(ana, 1), (beto, 1), (ana, 2), (beto, 2)] {
                notify(tx, &Notice { from: None, ..people.told(to, subject) }, NOW)?;
            }
            withdraw(tx, "test", 1)?;
            withdraw(tx, "other", 2)?;
            withdraw_from(tx, ana, "test", 2)
        });
        told.await.unwrap();
        assert_eq!(rows(&test).await, [(beto, 2, 1)]);
    })
    .await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_person_keeps_the_latest_and_nothing_for_ever() {
    on_both(async |test, people| {
        let People { ana, .. } = people;
        let told =
            test.db.write(move |tx| (0..MOST + 3).try_for_each(|subject| notify(tx, &people.told(ana, subject), NOW)));
        told.await.unwrap();
        let clock = Clock::fixed(NOW);
        let notices = Notices::new(test.db.clone(), clock.clone());
        sweep(&notices).await.unwrap();
        let kept = rows(&test).await;
        assert_eq!((i64::try_from(kept.len()).unwrap(), kept[0].1), (MOST, 3));
        clock.advance(KEPT + 1);
        sweep(&notices).await.unwrap();
        assert_eq!(rows(&test).await, []);
    })
    .await;
}
