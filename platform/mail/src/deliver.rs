//! The job that sends one e-mail. It tries for about six hours if the error may pass.

use jobs::{JobContext, JobError, Kind, Outcome};
use serde::Deserialize;

use crate::{Mail, store};

pub const NAME: &str = "mail_send";
/// Pauses of 2, 8, 32 and 128 seconds, then ten minutes each.
const ATTEMPTS: i64 = 40;

#[derive(Deserialize)]
struct Payload {
    message: i64,
}

pub fn kind(mail: &Mail) -> Kind {
    let (worker, clock) = (mail.clone(), mail.clock.clone());
    Kind::new(NAME, move |context| {
        let mail = worker.clone();
        async move { deliver(&mail, &context).await }
    })
    .attempts(ATTEMPTS)
    .on_abandoned(move |tx, abandoned| match serde_json::from_str::<Payload>(&abandoned.payload) {
        Ok(Payload { message }) => store::end(tx, message, "failed", Some(&abandoned.reason), clock.now()),
        Err(_) => Ok(()),
    })
}

async fn deliver(mail: &Mail, context: &JobContext) -> Result<Outcome, JobError> {
    let Payload { message } = context.payload()?;
    let Some(queued) = mail.db.read(move |conn| store::queued(conn, message)).await? else {
        return Ok(Outcome::Done);
    };
    if let Err(error) = mail.transport.send(&queued).await {
        let reason = error.to_string();
        mail.db.write(move |tx| store::note(tx, message, &reason)).await?;
        return Err(error);
    }
    let (context, now) = (context.clone(), mail.clock.now());
    let written = mail.db.write(move |tx| {
        store::end(tx, message, "sent", None, now)?;
        context.complete(tx)
    });
    written.await?;
    Ok(Outcome::Done)
}
