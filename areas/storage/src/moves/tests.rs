//! A repository moves from one disk to another, with its rows and files alone.

mod bucket;

use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;

use accounts::{Email, NewUser, PersonName};
use activity::{ActionKind, Activity, NewAction, Status};
use db::testing::TestDb;
use db::{Engine, Tx, params};
use jobs::NewJob;
use passwords::PasswordHash;
use primitives::{AppInstanceId, Application, Clock, EntryName, NodeId, RepositoryId, Seconds, TenantId, UserId};
use tenancy::{CompanyKey, NewAppInstance, NewCompany, NewTenant, TenantKey, Title};

use super::clear::carried;
use super::job::MOVE;
use super::rows::{self, NewMove, Size};
use super::target;
use crate::{
    Config, Error, FileServerId, NewFileServer, NewRepository, Storage, create_file_server, create_repository, disk,
    jobs, migrations,
};

const NOW: Seconds = 1_800_000_000;

struct Place {
    test: TestDb,
    storage: Storage,
    repository: RepositoryId,
    top: NodeId,
    to: FileServerId,
}

type Made = (TenantId, UserId, AppInstanceId, RepositoryId, NodeId, FileServerId);

fn make(tx: &mut Tx<'_>, folder: &Path) -> Made {
    let title = Title::parse("Lume").unwrap();
    let new = NewTenant { title: title.clone(), key: TenantKey::parse("lume").unwrap(), cnpj: None, theme: None };
    let tenant = tenancy::create_tenant(tx, &new, NOW).unwrap();
    let new = NewCompany { tenant, name: title.clone(), key: CompanyKey::parse("lume").unwrap(), cnpj: None };
    let company = tenancy::create_company(tx, &new).unwrap();
    let new = NewAppInstance { title, application: Application::Content, access_url: None };
    let instance = tenancy::create_application_instance(tx, &new).unwrap();
    tenancy::give_tenant_instance(tx, tenant, instance).unwrap();
    let ada = NewUser {
        name: PersonName::parse("Ada").unwrap(),
        email: Email::parse("ada@lume.example").unwrap(),
        language: None,
        password: PasswordHash::from_stored("none".to_owned()),
        reset_due: false,
    };
    let user = accounts::create_user(tx, company, &ada, NOW).unwrap();
    accounts::make_admin(tx, user, tenant).unwrap();
    let [from, to] = ["from", "to"].map(|label| {
        let url = folder.join(label);
        std::fs::create_dir_all(&url).unwrap();
        create_file_server(tx, &NewFileServer { label, url: url.to_str().unwrap(), tenants: &[tenant] }).unwrap()
    });
    let folder_name = &EntryName::parse("films").unwrap();
    let new = NewRepository { tenant, file_server: from, title: "Films", folder_name, now: NOW };
    let (repository, top) = create_repository(tx, &new).unwrap();
    (tenant, user, instance, repository, top, to)
}

impl Place {
    async fn new(engine: Engine) -> Self {
        let test = TestDb::new(engine, &migrations()).await;
        let (db, folder) = (bucket::with_access(test.db.clone(), test.folder()), test.folder().to_owned());
        let made = db.write(move |tx| Ok::<_, db::Error>(make(tx, &folder))).await.unwrap();
        let (tenant, user, instance, repository, top, to) = made;
        let storage = Storage { db: db.clone(), clock: Clock::fixed(NOW), config: Arc::new(Config::default()) };
        let store = db.read(move |c| disk::store(c, repository)).await.unwrap();
        store.prepare().unwrap();
        let begun = db.write(move |tx| {
            let action = NewAction {
                user,
                tenant,
                group: None,
                title: "Films".to_owned(),
                text: String::new(),
                kind: ActionKind::MoveRepository,
                icon: None,
                status: Status::InProgress,
                node: None,
                parent: None,
                items: None,
                cancellable: true,
                job: None,
            };
            let bg_action_id = activity::start(tx, &action, NOW)?.bg_action_id;
            let size = Size { files: 3, bytes: 15 };
            let (file_server, folder) = (to, "films");
            let new =
                NewMove { repository, tenant, user, instance, bg_action_id: &bg_action_id, file_server, folder, size };
            let id = rows::insert(tx, &new, NOW)?;
            let job = ::jobs::enqueue(tx, &NewJob::due(MOVE, &carried(id), NOW).of(tenant))?;
            rows::set_job(tx, id, job, &bg_action_id)?;
            let of = rows::find(tx, id)?.unwrap();
            target::store(tx, &of)
        });
        begun.await.unwrap().prepare().unwrap();
        Self { test, storage, repository, top, to }
    }

    fn disk(&self, server: &str) -> PathBuf {
        self.test.folder().join(server).join("films")
    }

    /// A ready entry, or a binned one, with its bytes at `path` of the disk.
    async fn entry(&self, parent: NodeId, name: &str, (bytes, state): (Option<&str>, i64), path: &str) -> NodeId {
        let at = self.disk("from").join(path);
        let (kind, size, hash) = match bytes {
            Some(bytes) => (2, bytes.len(), Some(blake3::hash(bytes.as_bytes()).to_hex().to_string())),
            None => (1, 0, None),
        };
        let (name, repository) = (name.to_owned(), self.repository);
        let made = self.storage.db.write(move |tx| {
            let sql =
                "INSERT INTO nodes_node (tenant_id, repository_id, parent_id, kind, name, name_key, state, size_bytes,
                         content_hash, created_at, modified_at, binned_at)
                       SELECT tenant_id, repository_id, $2, $3, $4, $4, $5, $6, $7, $8, $8, $9
                       FROM content_repository WHERE repository_id = $1
                       RETURNING node_id";
            let size = i64::try_from(size).unwrap();
            let binned = (state == 2).then_some(NOW);
            let values = params![repository, parent, i64::from(kind), &name, state, size, hash.as_deref(), NOW, binned];
            tx.get(sql, values, |row| row.get(0))
        });
        let node: NodeId = made.await.unwrap();
        let at = if state == 2 { self.disk("from").join(format!(".vitrine/bin/{node}")) } else { at };
        match bytes {
            Some(bytes) => std::fs::write(at, bytes).unwrap(),
            None => std::fs::create_dir_all(at).unwrap(),
        }
        node
    }

    async fn run(&self, sql: &'static str, node: NodeId) {
        self.storage.db.write(move |tx| tx.run(sql, params![node])).await.unwrap();
    }

    async fn drain(&self) {
        let activity = Activity::new(self.storage.db.clone(), self.storage.clock.clone());
        let kinds = jobs(&self.storage, &activity).into_iter().filter(|kind| kind.name() != "scrub").collect();
        ::jobs::Worker::new(self.storage.db.clone(), self.storage.clock.clone(), kinds, 1).drain().await.unwrap();
    }

    async fn is_moved(&self) -> bool {
        let (repository, to) = (self.repository, self.to);
        let sql = "SELECT 1 FROM content_repository WHERE repository_id = $1 AND file_server_id = $2";
        self.storage.db.read(move |c| c.exists(sql, params![repository, to])).await.unwrap()
    }

    async fn state(&self) -> Option<rows::State> {
        let repository = self.repository;
        let found = self.storage.db.read(move |c| rows::of_repository(c, repository)).await.unwrap();
        found.map(|of| of.state)
    }
}

fn on_both(story: impl AsyncFn(&Place)) {
    for engine in [Engine::Sqlite, Engine::Postgres] {
        let runtime = tokio::runtime::Builder::new_multi_thread().worker_threads(2).enable_all().build().unwrap();
        let place = runtime.block_on(Place::new(engine));
        runtime.block_on(story(&place));
    }
}

#[test]
fn files_folders_and_the_bin_are_at_the_new_place_and_later_not_at_the_old_one() {
    on_both(async |place| {
        let folder = place.entry(place.top, "Summer", (None, 1), "Summer").await;
        place.entry(folder, "empty", (None, 1), "Summer/empty").await;
        let file = place.entry(folder, "a.txt", (Some("words"), 1), "Summer/a.txt").await;
        let binned = place.entry(place.top, "b.txt", (Some("binned"), 2), "").await;
        let old = place.entry(place.top, "Old", (None, 2), "").await;
        let inside = format!(".vitrine/bin/{old}/c.txt");
        place.entry(old, "c.txt", (Some("inside"), 1), &inside).await;
        place.drain().await;
        assert!(place.is_moved().await);
        assert_eq!(place.state().await, Some(rows::State::Clearing));
        let new = place.disk("to");
        assert_eq!(std::fs::read(new.join("Summer/a.txt")).unwrap(), b"words");
        assert_eq!(std::fs::read(new.join(format!(".vitrine/bin/{binned}"))).unwrap(), b"binned");
        assert_eq!(std::fs::read(new.join(inside)).unwrap(), b"inside");
        assert!(new.join("Summer/empty").is_dir());
        let time = |root: PathBuf| std::fs::metadata(root.join("Summer/a.txt")).unwrap().modified().unwrap();
        assert_eq!(time(place.disk("from")), time(new), "what is known of {file} stays true");
        std::fs::write(place.disk("from").join("theirs.txt"), "theirs").unwrap();
        place.storage.clock.advance(3601);
        place.drain().await;
        assert_eq!(place.state().await, None);
        let left: Vec<_> = std::fs::read_dir(place.disk("from")).unwrap().map(|one| one.unwrap().file_name()).collect();
        assert_eq!(left, ["theirs.txt"]);
    });
}

#[test]
fn a_file_that_is_not_right_ends_the_move_and_it_goes_on_from_where_it_was() {
    on_both(async |place| {
        let one = place.entry(place.top, "1.txt", (Some("one"), 1), "1.txt").await;
        let two = place.entry(place.top, "2.txt", (Some("two"), 1), "2.txt").await;
        place.entry(place.top, "3.txt", (Some("three"), 1), "3.txt").await;
        std::fs::write(place.disk("from").join("3.txt"), "thr33").unwrap();
        place.drain().await;
        assert_eq!((place.is_moved().await, place.state().await), (false, Some(rows::State::Failed)));
        // Meanwhile two files exchange their names, one is replaced, and what was wrong is right.
        let old = place.disk("from");
        for (from, to) in [("1.txt", "x"), ("2.txt", "1.txt"), ("x", "2.txt")] {
            std::fs::rename(old.join(from), old.join(to)).unwrap();
        }
        for (sql, node) in [
            ("UPDATE nodes_node SET name = 'x', name_key = 'x' WHERE node_id = $1", one),
            ("UPDATE nodes_node SET name = '1.txt', name_key = '1.txt' WHERE node_id = $1", two),
            ("UPDATE nodes_node SET name = '2.txt', name_key = '2.txt' WHERE node_id = $1", one),
        ] {
            place.run(sql, node).await;
        }
        std::fs::write(old.join("3.txt"), "three").unwrap();
        let (repository, db) = (place.repository, place.storage.db.clone());
        let again = db.write(move |tx| {
            let of = rows::of_repository(tx, repository)?.unwrap();
            super::files::forget_failures(tx, of.id)?;
            rows::change_state(tx, of.id, &[rows::State::Failed], rows::State::Copying)?;
            ::jobs::enqueue(tx, &NewJob::due(MOVE, &carried(of.id), NOW))
        });
        again.await.unwrap();
        place.drain().await;
        assert!(place.is_moved().await);
        let read = |name: &str| std::fs::read_to_string(place.disk("to").join(name)).unwrap();
        assert_eq!(["1.txt", "2.txt", "3.txt"].map(read), ["two", "one", "three"]);
    });
}

#[test]
fn a_move_that_is_given_up_leaves_nothing_at_the_new_place() {
    on_both(async |place| {
        place.entry(place.top, "1.txt", (Some("one"), 1), "1.txt").await;
        let wrong = place.entry(place.top, "2.txt", (Some("two"), 1), "2.txt").await;
        place.run("UPDATE nodes_node SET content_hash = 'another' WHERE node_id = $1", wrong).await;
        place.drain().await;
        assert_eq!(place.state().await, Some(rows::State::Failed));
        let repository = place.repository;
        let given_up = place.storage.db.write(move |tx| {
            let of = rows::of_repository(tx, repository)?.unwrap();
            super::ending::give_up(tx, &of, NOW)?;
            Ok::<_, Error>(())
        });
        given_up.await.unwrap();
        place.drain().await;
        assert_eq!(place.state().await, None);
        assert!(!place.disk("to").exists() && place.disk("from").join("1.txt").exists() && !place.is_moved().await);
    });
}

/// Each run is dropped at another moment, as a process that is killed drops it; the next one takes the job over.
#[test]
fn a_move_that_is_interrupted_at_any_moment_goes_on() {
    on_both(async |place| {
        let folder = place.entry(place.top, "Many", (None, 1), "Many").await;
        for number in 0..80 {
            let name = format!("{number}.txt");
            place.entry(folder, &name, (Some(&name.repeat(2_000)), 1), &format!("Many/{name}")).await;
        }
        for number in 0..8 {
            let pause = Duration::from_millis(7 + 23 * number);
            let cut_off = tokio::time::timeout(pause, place.drain()).await; // time: it moves until then
            // What was on its way to the database has arrived.
            place.run("UPDATE nodes_node SET size_bytes = 0 WHERE node_id = $1", folder).await;
            place.storage.clock.advance(600);
            match place.state().await {
                Some(rows::State::Copying) if cut_off.is_err() => {}
                Some(rows::State::Closed) => continue,
                _ => break,
            }
            let (name, renamed) = (format!("{number}.txt"), format!("{number}.txt.old"));
            let many = place.disk("from").join("Many");
            std::fs::rename(many.join(&name), many.join(&renamed)).unwrap();
            let rename = "UPDATE nodes_node SET name = $2, name_key = $2 WHERE name = $1";
            place.storage.db.write(move |tx| tx.run(rename, params![&name, &renamed])).await.unwrap();
        }
        place.drain().await;
        assert!(place.is_moved().await);
        let names = |root: PathBuf| {
            let all = std::fs::read_dir(root.join("Many")).unwrap();
            let mut names: Vec<_> = all.map(|one| one.unwrap().file_name().into_string().unwrap()).collect();
            names.sort();
            names
        };
        assert_eq!(names(place.disk("to")), names(place.disk("from")));
        for name in names(place.disk("to")) {
            let read = |server: &str| std::fs::read(place.disk(server).join("Many").join(&name)).unwrap();
            assert_eq!(read("to"), read("from"), "{name}");
        }
        assert_eq!(std::fs::read_dir(place.disk("to").join(".vitrine/staging")).unwrap().count(), 0);
    });
}
