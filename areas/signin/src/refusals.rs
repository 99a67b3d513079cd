//! Records of refused sign-ins: a number for the operator, a log line without personal data, and an entry in the log of
//! the tenant whose account was tried.
//!
//! The request writes a job, the same for every address, and the job checks whether the account exists: neither the
//! answer nor its time reveals it (docs/decisions/0021).

use std::net::IpAddr;

use audit::{Act, Author, Object};
use authz::Origin;
use jobs::{JobContext, JobError, Kind, NewJob, Outcome};
use primitives::Seconds;
use serde::{Deserialize, Serialize};
use serde_json::json;

use crate::limits::{Caller, Tried};
use crate::{Error, Result, SignIn};

const JOB: &str = "identity_sign_in_refused";
const ACT: &str = "sign_in_refused";
/// A longer text is not an e-mail and is not kept.
const LONGEST: usize = 254;

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
enum Why {
    /// The e-mail is unknown, or the password is wrong.
    Credentials,
    /// The password that is requested again within a session.
    Password,
    Code,
    /// Too many tries.
    Locked,
}

impl Why {
    fn of(error: &Error) -> Option<Self> {
        match error {
            Error::InvalidCredentials => Some(Self::Credentials),
            Error::WrongPassword => Some(Self::Password),
            Error::WrongCode => Some(Self::Code),
            Error::TooManyTries(_) => Some(Self::Locked),
            _ => None,
        }
    }

    fn word(self) -> &'static str {
        match self {
            Self::Credentials => "credentials",
            Self::Password => "password",
            Self::Code => "code",
            Self::Locked => "locked",
        }
    }
}

#[derive(Serialize, Deserialize)]
struct Payload {
    tried: Tried,
    why: Why,
    address: Option<IpAddr>,
    at: Seconds,
}

impl SignIn {
    /// Returns the outcome unchanged, after recording a refusal.
    pub(crate) async fn noted<T>(&self, outcome: Result<T>, tried: Tried, from: (Caller, Origin)) -> Result<T> {
        if let Some(why) = outcome.as_ref().err().and_then(Why::of) {
            self.note(tried, why, from).await;
        }
        outcome
    }

    async fn note(&self, tried: Tried, why: Why, (caller, origin): (Caller, Origin)) {
        metrics::counter!("sign_ins_refused_total", "reason" => why.word()).increment(1);
        // A locked-out client goes on trying; it is reported only now and then.
        if why == Why::Locked && !self.limits.tells_lock(&tried, caller) {
            return;
        }
        tracing::warn!(reason = why.word(), "A sign-in was refused");
        if matches!(&tried, Tried::Account(account) if account.len() > LONGEST) {
            return;
        }
        let address = match origin {
            Origin::Network(address) => address,
            Origin::Job | Origin::CommandLine => None,
        };
        let at = self.clock.now();
        let job = NewJob::due(JOB, &json!(Payload { tried, why, address, at }), at);
        let written = self.db.write(move |tx| jobs::enqueue(tx, &job)).await;
        // The answer stays the same if nothing can be written.
        if let Err(error) = written {
            tracing::warn!("A refused sign-in could not be recorded: {error}");
        }
    }
}

pub(crate) fn kind(sign_in: &SignIn) -> Kind {
    let sign_in = sign_in.clone();
    Kind::new(JOB, move |context| {
        let sign_in = sign_in.clone();
        async move { record(&sign_in, &context).await }
    })
}

async fn record(sign_in: &SignIn, context: &JobContext) -> Result<Outcome, JobError> {
    let Payload { tried, why, address, at } = context.payload()?;
    let context = context.clone();
    let done = sign_in.db.write(move |tx| {
        context.complete(tx)?;
        let users = match tried {
            Tried::User(user) => vec![user],
            Tried::Account(account) => {
                accounts::addresses::reachable(tx, &account)?.into_iter().map(|found| found.user).collect()
            }
        };
        for user in users {
            let Ok((home, name)) = accounts::home_and_name(tx, user) else { continue };
            let act = Act::new(ACT, home, Object::new("users", user.0, name)).after(json!({ "reason": why.word() }));
            audit::record(tx, Author::nobody(Origin::Network(address)), act, at);
        }
        Ok::<_, db::Error>(())
    });
    done.await?;
    Ok(Outcome::Done)
}
