//! Signed requests, each with a time limit. What passes by itself is tried again.

use std::time::Duration;

use outbound::{Outbound, Url};
use reqwest::header::HeaderName;
use reqwest::{Body, Method, Response};
use rusty_s3::{Bucket, Credentials, S3Action, UrlStyle};
use tokio::time::{sleep, timeout};

use super::address::S3Address;
use super::failure::Failure;

/// How long a store may take to answer what moves few bytes, and to send more of a body.
pub(crate) const ANSWER: Duration = Duration::from_secs(20);
/// A signature counts from the beginning of a request.
const VALID: Duration = Duration::from_secs(900);
const TRIES: u32 = 3;
/// Waited before the second try, and four times as long before the third.
const PAUSE: Duration = Duration::from_millis(100);
/// An error document is not longer.
const LONGEST_ERROR: usize = 16 * 1024;

pub(crate) type Header = (&'static str, String);

pub(crate) struct Client {
    outbound: Outbound,
    signing: Option<(Bucket, Credentials)>,
    account: Account,
}

/// Who asks which store.
#[derive(PartialEq, Eq)]
struct Account {
    endpoint: Url,
    region: String,
    access_key: String,
}

impl Client {
    pub fn new(address: &S3Address, outbound: Outbound) -> Self {
        let style = if address.path_style { UrlStyle::Path } else { UrlStyle::VirtualHost };
        let bucket = Bucket::new(address.endpoint.clone(), style, address.bucket.clone(), address.region.clone());
        let secret = address.secret_key.clone();
        let credentials = secret.map(|secret| Credentials::new(address.access_key.clone(), secret));
        let S3Address { endpoint, region, access_key, .. } = address.clone();
        let account = Account { endpoint, region, access_key };
        Self { outbound, signing: bucket.ok().zip(credentials), account }
    }

    /// Whether the store can copy from there to here: whoever asks is the same there.
    pub fn has_account_of(&self, other: &Self) -> bool {
        self.account == other.account
    }

    pub fn signing(&self) -> Result<(&Bucket, Option<&Credentials>), Failure> {
        let (bucket, credentials) = self.signing.as_ref().ok_or(Failure::Unusable)?;
        Ok((bucket, Some(credentials)))
    }

    /// The answer, if it is one of success. `body` is made for each try.
    pub async fn send<'a, A: S3Action<'a>>(
        &self,
        mut action: A,
        headers: &[Header],
        body: impl Fn() -> Body,
        limit: Duration,
    ) -> Result<Response, Failure> {
        for (name, value) in headers.iter().filter(|(name, _)| name.starts_with("x-amz-")) {
            action.headers_mut().insert(*name, value.clone());
        }
        let mut tried = 1;
        loop {
            match self.try_once(&action, headers, body(), limit).await {
                Err(failure) if failure.is_passing() && tried < TRIES => sleep(PAUSE * 4_u32.pow(tried - 1)).await,
                answered => return answered,
            }
            tried += 1;
        }
    }

    async fn try_once<'a, A: S3Action<'a>>(
        &self,
        action: &A,
        headers: &[Header],
        body: Body,
        limit: Duration,
    ) -> Result<Response, Failure> {
        let url = action.sign(VALID);
        let method = Method::from_bytes(A::METHOD.to_str().as_bytes()).map_err(|_| Failure::Unusable)?;
        let mut request = self.outbound.client(&url)?.request(method, url).body(body);
        for (name, value) in headers {
            request = request.header(HeaderName::from_static(name), value);
        }
        let answer = timeout(limit, request.send()).await.map_err(|_| late())??;
        if answer.status().is_success() {
            return Ok(answer);
        }
        let status = answer.status().as_u16();
        Err(Failure::answered(status, &text(answer, LONGEST_ERROR).await.unwrap_or_default()))
    }

    /// A request without a body.
    pub async fn ask<'a, A: S3Action<'a>>(&self, action: A, headers: &[Header]) -> Result<Response, Failure> {
        self.send(action, headers, Body::default, ANSWER).await
    }

    pub async fn put_text(&self, key: &str, content: &'static str) -> Result<(), Failure> {
        let (bucket, credentials) = self.signing()?;
        let headers = [("content-length", content.len().to_string())];
        self.send(bucket.put_object(credentials, key), &headers, || Body::from(content), ANSWER).await.map(drop)
    }

    /// What is not there is deleted, too.
    pub async fn delete(&self, key: &str) -> Result<(), Failure> {
        let (bucket, credentials) = self.signing()?;
        match self.ask(bucket.delete_object(credentials, key), &[]).await {
            Err(failure) if failure.is_missing() => Ok(()),
            answered => answered.map(drop),
        }
    }
}

pub(crate) fn late() -> Failure {
    Failure::Silent("no answer in time".to_owned())
}

/// More of a body; None at its end.
pub(crate) async fn chunk(answer: &mut Response) -> Result<Option<Vec<u8>>, Failure> {
    let chunk = timeout(ANSWER, answer.chunk()).await.map_err(|_| late())??;
    Ok(chunk.map(Vec::from))
}

/// A whole body of no more than `longest` bytes.
pub(crate) async fn text(mut answer: Response, longest: usize) -> Result<String, Failure> {
    let mut all = Vec::new();
    while let Some(more) = chunk(&mut answer).await? {
        all.extend(more);
        if all.len() > longest {
            return Err(Failure::Garbled);
        }
    }
    String::from_utf8(all).map_err(|_| Failure::Garbled)
}
