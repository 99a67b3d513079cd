use db::Db;
use mail::{Delivery, Mail};
use primitives::Clock;

use crate::post_office::{by_smtp, message, messages, on_both, open, post, unfinished, work};
use crate::server::{Act, Server};

fn message_id(message: &str) -> &str {
    message.lines().find_map(|line| line.strip_prefix("Message-ID: ")).unwrap()
}

/// Works for two hours, every two seconds at first.
async fn work_long(db: &Db, clock: &Clock, mail: &Mail) {
    for _ in 0..40 {
        work(db, clock, mail).await;
        clock.advance(180);
    }
}

#[test]
fn an_email_goes_over_tls_and_its_words_are_forgotten() {
    on_both(async |test| {
        let server = Server::start(test.folder(), &[]).await;
        let clock = Clock::fixed(1_800_000_000);
        let mail = open(&test.db, &clock, by_smtp(&server));
        for name in ["Ana", "Zoë"] {
            post(&test.db, &clock, message(name)).await;
        }
        assert_eq!(mail.health().await.unwrap().queued, 2);
        work(&test.db, &clock, &mail).await;
        let sent = server.messages();
        assert_eq!(sent.len(), 2);
        assert!(sent[0].contains("From: Vitrine <post@vitrine.example>"), "{}", sent[0]);
        assert!(sent[0].contains("To: Ana <ana@lume.example>"), "{}", sent[0]);
        assert!(sent[0].contains("Auto-Submitted: auto-generated"), "{}", sent[0]);
        assert!(sent[0].contains("https://vitrine.example/x#1.secret"), "{}", sent[0]);
        assert_eq!(messages(&test.db).await, vec![("sent".into(), None, 0); 2]);
        assert_eq!(server.conversations(), 1, "the connection is kept for the next e-mail");
        let health = mail.health().await.unwrap();
        assert_eq!((health.transport, health.queued, health.failed), ("smtp", 0, 0));
        assert_eq!(health.last_sent_at, Some(1_800_000_000));
    });
}

#[test]
fn a_temporary_failure_of_smtp_is_retried_after_a_pause() {
    on_both(async |test| {
        let acts = [Act::HangUpAtOnce, Act::NoTls, Act::RefuseLogin, Act::Answer("451 later"), Act::Take];
        let server = Server::start(test.folder(), &acts).await;
        let clock = Clock::fixed(1_800_000_000);
        let mail = open(&test.db, &clock, by_smtp(&server));
        post(&test.db, &clock, message("Ana")).await;
        work(&test.db, &clock, &mail).await;
        assert_eq!(work(&test.db, &clock, &mail).await, 0, "not before the pause is over");
        assert!(mail.health().await.unwrap().last_error.is_some());
        work_long(&test.db, &clock, &mail).await;
        assert_eq!(server.messages().len(), 1);
        assert_eq!(messages(&test.db).await, [("sent".into(), None, 0)]);
        assert_eq!(unfinished(&test.db).await, 0);
    });
}

#[test]
fn a_refused_recipient_is_given_up_and_told_without_the_address() {
    on_both(async |test| {
        let server = Server::start(test.folder(), &[Act::Answer("550 no ana@lume.example here")]).await;
        let clock = Clock::fixed(1_800_000_000);
        let mail = open(&test.db, &clock, by_smtp(&server));
        post(&test.db, &clock, message("Ana")).await;
        work_long(&test.db, &clock, &mail).await;
        assert_eq!(messages(&test.db).await, [("failed".into(), Some("the mail server answered 550".into()), 0)]);
        let health = mail.health().await.unwrap();
        assert_eq!((health.failed, health.last_error.as_deref()), (1, Some("the mail server answered 550")));
        assert_eq!(server.messages(), Vec::<String>::new());
    });
}

#[test]
fn an_email_of_unknown_fate_goes_again_under_the_same_message_id() {
    on_both(async |test| {
        let server = Server::start(test.folder(), &[Act::HangUpAfterData, Act::Take]).await;
        let clock = Clock::fixed(1_800_000_000);
        let mail = open(&test.db, &clock, by_smtp(&server));
        post(&test.db, &clock, message("Ana")).await;
        work_long(&test.db, &clock, &mail).await;
        let sent = server.messages();
        assert_eq!(sent.len(), 2);
        assert_eq!(message_id(&sent[0]), message_id(&sent[1]));
    });
}

#[test]
fn an_unbelieved_certificate_gets_no_email() {
    on_both(async |test| {
        let server = Server::start(test.folder(), &[]).await;
        let clock = Clock::fixed(1_800_000_000);
        let Delivery::Smtp(mut smtp) = by_smtp(&server) else { unreachable!("it is SMTP") };
        smtp.authority = None;
        let mail = open(&test.db, &clock, Delivery::Smtp(smtp));
        post(&test.db, &clock, message("Ana")).await;
        work_long(&test.db, &clock, &mail).await;
        assert_eq!(server.messages(), Vec::<String>::new());
        let found = messages(&test.db).await;
        assert_eq!(found[0].0, "queued", "it may be mended");
        let said = found[0].1.clone().unwrap();
        assert!(said.contains("certificate") && !said.contains("a secret of the post"), "{said}");
    });
}

#[test]
fn an_email_of_a_rolled_back_transaction_is_not_sent() {
    on_both(async |test| {
        let server = Server::start(test.folder(), &[]).await;
        let clock = Clock::fixed(1_800_000_000);
        let mail = open(&test.db, &clock, by_smtp(&server));
        let undone = test.db.write(|tx| {
            mail::enqueue(tx, &message("Ana"), 0)?;
            Err::<(), _>(db::Error::Missing)
        });
        undone.await.unwrap_err();
        assert_eq!(work(&test.db, &clock, &mail).await, 0);
        assert_eq!(server.messages(), Vec::<String>::new());
    });
}

#[test]
fn an_old_email_is_forgotten_and_a_waiting_one_is_not() {
    on_both(async |test| {
        let server = Server::start(test.folder(), &[Act::Take, Act::Answer("451 later")]).await;
        let clock = Clock::fixed(1_800_000_000);
        let mail = open(&test.db, &clock, by_smtp(&server));
        for name in ["Ana", "Bia"] {
            post(&test.db, &clock, message(name)).await;
        }
        work(&test.db, &clock, &mail).await;
        clock.advance(31 * 86_400);
        assert_eq!(mail.prune().await.unwrap(), 1);
        assert_eq!(messages(&test.db).await[0].0, "queued");
    });
}
