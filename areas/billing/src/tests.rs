//! The sums are right with concurrent reservations, payments, releases and deposits, and whatever months begin
//! meanwhile.

use std::sync::Arc;
use std::sync::atomic::{AtomicI64, Ordering};

use db::testing::TestDb;
use db::{Db, Engine, Tx, params};
use primitives::{Clock, TenantId, UserId};
use proptest::prelude::*;
use proptest::test_runner::{Config, TestRunner};

use crate::model::{Billing, Kind, NewEntry, Quota, QuotaId, ReservationId, Service};
use crate::{Error, Ledger, Result, TimeZone, Use, capture, ledger, release, reserve, store};

/// The next step of one of several people. Reservations are chosen among their own, by number.
#[derive(Clone, Debug)]
enum Step {
    Reserve(i64),
    Capture(usize, i64),
    Release(usize),
    Deposit(i64),
    Wait(i64),
}

fn step() -> impl Strategy<Value = Step> {
    prop_oneof![
        4 => (1_i64..60).prop_map(Step::Reserve),
        3 => (any::<usize>(), 0_i64..70).prop_map(|(which, amount)| Step::Capture(which, amount)),
        1 => any::<usize>().prop_map(Step::Release),
        1 => (1_i64..80).prop_map(Step::Deposit),
        1 => (1_i64..2_000_000).prop_map(Step::Wait),
    ]
}

#[derive(Clone, Debug)]
struct Story {
    billing: Billing,
    limit: i64,
    credit: i64,
    people: Vec<Vec<Step>>,
}

fn story() -> impl Strategy<Value = Story> {
    let billing = prop_oneof![Just(Billing::MonthlyFee), Just(Billing::Prepaid), Just(Billing::Postpaid)];
    let people = prop::collection::vec(prop::collection::vec(step(), 1..25), 2..5);
    (billing, -100_i64..=0, 0_i64..200, people).prop_map(|(billing, limit, credit, people)| Story {
        billing,
        limit,
        credit,
        people,
    })
}

const BEGUN: i64 = 1_800_000_000;

fn tenant(tx: &mut Tx<'_>, key: &str) -> tenancy::Result<TenantId> {
    let title = tenancy::Title::parse(key).unwrap();
    let key = tenancy::TenantKey::parse(key).unwrap();
    tenancy::create_tenant(tx, &tenancy::NewTenant { title, key, cnpj: None, theme: None }, BEGUN)
}

/// One person's steps, one after the other; each succeeds or is refused for a reason.
async fn carry_out(ledger: Ledger, now: Arc<AtomicI64>, tenant: TenantId, steps: Vec<Step>) {
    let mut mine: Vec<(ReservationId, i64)> = Vec::new();
    for step in steps {
        let at = now.load(Ordering::Relaxed);
        let state = ledger.clone();
        match step {
            Step::Wait(seconds) => {
                now.fetch_add(seconds, Ordering::Relaxed);
            }
            Step::Reserve(cost) => {
                let wanted = move |tx: &mut Tx<'_>| {
                    let service = Service::SyntheticImage;
                    let wanted = Use { tenant, service, cost, user: UserId(1), purpose: "pictures" };
                    let id = reserve(tx, &state, &wanted, at)?;
                    let quota = the_quota(tx, tenant)?;
                    assert!(quota.balance - quota.reserved >= quota.balance_limit, "admitted too much: {quota:?}");
                    Ok(id)
                };
                match ledger.db.write(wanted).await {
                    Ok(id) => mine.push((id, cost)),
                    Err(Error::Exceeded { available }) => assert!(available < cost),
                    Err(error) => panic!("{error}"),
                }
            }
            Step::Capture(which, amount) if !mine.is_empty() => {
                let (id, cost) = mine.swap_remove(which % mine.len());
                let ended = ledger.db.write(move |tx| capture(tx, &state, id, amount, at)).await;
                match ended {
                    Ok(()) => assert!(amount <= cost),
                    Err(Error::NotOpen) => {
                        assert!(amount > cost);
                        mine.push((id, cost));
                    }
                    Err(error) => panic!("{error}"),
                }
            }
            Step::Release(which) if !mine.is_empty() => {
                let (id, _) = mine.swap_remove(which % mine.len());
                let again = state.clone();
                ledger.db.write(move |tx| release(tx, &state, id, at)).await.unwrap();
                let twice = ledger.db.write(move |tx| release(tx, &again, id, at)).await;
                assert!(matches!(twice, Err(Error::NotOpen)));
            }
            Step::Capture(..) | Step::Release(_) => {}
            Step::Deposit(amount) => {
                let added = move |tx: &mut Tx<'_>| {
                    let id = the_quota(tx, tenant)?.id;
                    let quota = ledger::hold(tx, &state.time_zone, id, at)?;
                    ledger::post(tx, &quota, &deposit(amount, at)).map(|_| ())
                };
                ledger.db.write(added).await.unwrap();
            }
        }
    }
}

fn deposit(amount: i64, at: i64) -> NewEntry<'static> {
    NewEntry { kind: Kind::Deposit, amount, at, user: Some(UserId(1)), reservation: None, key: None, note: None }
}

fn the_quota(tx: &mut Tx<'_>, tenant: TenantId) -> Result<Quota> {
    let id = store::id_of(tx, tenant, Service::SyntheticImage)?.ok_or(Error::Missing)?;
    store::find(tx, id)?.ok_or(Error::Missing)
}

/// Balance and reserved amount as stored, and as the sums of entries and reservations.
async fn sums(db: &Db, id: QuotaId) -> [(i64, i64); 3] {
    let sql = "SELECT q.balance, q.reserved,
           CAST(COALESCE((SELECT SUM(e.amount) FROM billing_entry e WHERE e.quota_id = q.quota_id), 0) AS BIGINT),
           CAST(COALESCE((SELECT SUM(r.cost) FROM billing_reservation r
                          WHERE r.quota_id = q.quota_id AND r.state = 'open'), 0) AS BIGINT),
           COALESCE((SELECT l.balance_after FROM billing_entry l
                     WHERE l.quota_id = q.quota_id ORDER BY l.entry_id DESC LIMIT 1), 0)
         FROM billing_quota q
         WHERE q.quota_id = $1";
    let read = db.read(move |c| {
        c.get(sql, params![id.0], |row| {
            let kept = (row.get(0)?, row.get(1)?);
            Ok([kept, (row.get(2)?, row.get(3)?), (row.get(4)?, kept.1)])
        })
    });
    read.await.unwrap()
}

async fn play(test: &TestDb, story: Story, number: i64) {
    let ledger = Ledger::new(test.db.clone(), Clock::fixed(BEGUN), TimeZone::parse("America/Sao_Paulo").unwrap());
    let key = format!("tenant-{number}");
    let (billing, limit, credit) = (story.billing, story.limit, story.credit);
    let made = test.db.write(move |tx| {
        let tenant = tenant(tx, &key).unwrap();
        let id = store::insert(tx, tenant, Service::SyntheticImage, billing, BEGUN + 1)?;
        store::change(tx, id, billing, limit, credit)?;
        Ok::<_, Error>((tenant, id))
    });
    let (tenant, id) = made.await.unwrap();
    let now = Arc::new(AtomicI64::new(BEGUN));
    let people =
        story.people.into_iter().map(|steps| tokio::spawn(carry_out(ledger.clone(), now.clone(), tenant, steps)));
    for person in people.collect::<Vec<_>>() {
        person.await.unwrap();
    }
    let [kept, summed, last] = sums(&test.db, id).await;
    assert_eq!(kept, summed, "what is kept is what the ledger says");
    assert_eq!(kept, last, "the last entry says the balance");
}

fn property(engine: Engine) {
    let runtime = tokio::runtime::Runtime::new().unwrap();
    let test = runtime.block_on(TestDb::new(engine, &crate::migrations()));
    let number = AtomicI64::new(0);
    let config = Config { cases: 40, failure_persistence: None, ..Config::default() };
    let ran = TestRunner::new(config).run(&story(), |story| {
        runtime.block_on(play(&test, story, number.fetch_add(1, Ordering::Relaxed)));
        Ok(())
    });
    ran.unwrap();
}

#[test]
fn the_sums_hold_on_sqlite() {
    property(Engine::Sqlite);
}

#[test]
fn the_sums_hold_on_postgresql() {
    property(Engine::Postgres);
}

#[test]
fn a_quota_unused_for_months_gets_the_entries_of_each_month() {
    for engine in [Engine::Sqlite, Engine::Postgres] {
        let runtime = tokio::runtime::Runtime::new().unwrap();
        let test = runtime.block_on(TestDb::new(engine, &crate::migrations()));
        runtime.block_on(async {
            let zone = TimeZone::utc();
            // 15 January 2027; three months later 15 April has begun.
            let next = zone.next_month(BEGUN);
            let made = test.db.write(move |tx| {
                let tenant = tenant(tx, "lume").unwrap();
                let id = store::insert(tx, tenant, Service::SyntheticImage, Billing::MonthlyFee, next)?;
                store::change(tx, id, Billing::MonthlyFee, 0, 100)?;
                let quota = ledger::hold(tx, &TimeZone::utc(), id, BEGUN)?;
                ledger::post(tx, &quota, &deposit(7, BEGUN))?;
                Ok::<_, Error>(id)
            });
            let id = made.await.unwrap();
            let ledger = Ledger::new(test.db.clone(), Clock::fixed(BEGUN + 90 * 86_400), zone);
            crate::reset_due(&ledger).await.unwrap();
            crate::reset_due(&ledger).await.unwrap();
            let entries = test.db.read(move |c| {
                c.rows("SELECT kind, amount FROM billing_entry ORDER BY entry_id", &[], |row| {
                    Ok((row.get::<String>(0)?, row.get::<i64>(1)?))
                })
            });
            let entries = entries.await.unwrap();
            let told: Vec<_> = entries.iter().map(|(kind, amount)| (kind.as_str(), *amount)).collect();
            let month = [("expiry", -100), ("monthly_credit", 100)];
            let wanted = [&[("deposit", 7), ("expiry", -7), ("monthly_credit", 100)][..], &month, &month].concat();
            assert_eq!(told, wanted);
            let [kept, summed, _] = sums(&test.db, id).await;
            assert_eq!((kept, summed), ((100, 0), (100, 0)));
            let refused = test.db.write(|tx| tx.run("UPDATE billing_entry SET amount = 0", &[])).await;
            assert!(refused.is_err(), "the ledger is append-only");
        });
    }
}
