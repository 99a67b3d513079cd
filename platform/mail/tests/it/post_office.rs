//! A database, a clock, a worker, and e-mails to send.

use db::testing::TestDb;
use db::{Db, Engine};
use mail::{Config, Delivery, Encryption, Mail, Message, Secret, Smtp, Template, Word};
use primitives::Clock;

use crate::server::Server;

pub const TEMPLATE: Template = Template("Hello {name}\n\nThis is for you, {name}.\n\n{link}");

/// Runs the story on each engine, each in a database of its own that outlives the runtime's tasks.
pub fn on_both(story: impl AsyncFn(&TestDb)) {
    for engine in [Engine::Sqlite, Engine::Postgres] {
        let runtime = tokio::runtime::Runtime::new().unwrap();
        let test = runtime.block_on(TestDb::new(engine, &mail::migrations()));
        runtime.block_on(story(&test));
    }
}

pub fn by_smtp(server: &Server) -> Delivery {
    Delivery::Smtp(Smtp {
        host: "localhost".into(),
        port: server.port,
        encryption: Encryption::StartTls,
        account: Some(("vitrine".into(), Secret::new("a secret of the post"))),
        authority: Some(server.authority.clone()),
        greeting: Some("vitrine.example".into()),
    })
}

pub fn open(db: &Db, clock: &Clock, delivery: Delivery) -> Mail {
    let config = Config { from: "Vitrine <post@vitrine.example>".into(), delivery };
    Mail::open(db.clone(), clock.clone(), &config).unwrap()
}

pub fn message(name: &str) -> Message {
    let words = [("name", Word::Plain(name.into())), ("link", Word::Link("https://vitrine.example/x#1.secret".into()))];
    TEMPLATE.fill("ana@lume.example", Some(name), &words)
}

pub async fn post(db: &Db, clock: &Clock, message: Message) {
    let now = clock.now();
    db.write(move |tx| mail::enqueue(tx, &message, now)).await.unwrap();
}

/// Runs the due jobs.
pub async fn work(db: &Db, clock: &Clock, mail: &Mail) -> usize {
    jobs::Worker::new(db.clone(), clock.clone(), mail.jobs(), 1).drain().await.unwrap()
}

pub async fn unfinished(db: &Db) -> usize {
    db.read(jobs::unfinished).await.unwrap().len()
}

/// State and error of every e-mail, and the length of its text.
pub async fn messages(db: &Db) -> Vec<(String, Option<String>, i64)> {
    let sql = "SELECT state, error, CAST(length(plain) + length(html) AS BIGINT) FROM mail_message ORDER BY mail_id";
    db.read(move |c| c.rows(sql, &[], |row| Ok((row.get(0)?, row.get(1)?, row.get(2)?)))).await.unwrap()
}
