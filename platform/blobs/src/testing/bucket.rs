//! A bucket for tests: of a store of their own, or of the store that `PROVE_S3_URL` names.

use std::env;
use std::sync::Arc;
use std::sync::atomic::{AtomicI64, Ordering};

use outbound::{Outbound, Url};
use primitives::random_hex;
use reqwest::Body;
use rusty_s3::actions::ListObjectsV2;

use super::object_server::{ACCESS_KEY, BUCKET, ObjectServer, REGION, SECRET_KEY};
use crate::S3Address;
use crate::s3::client::{Client, chunk, text};
use crate::s3::document::in_usual_space;
use crate::s3::failure::Failure;
use crate::s3::head::{MODIFIED, head};
use crate::s3::limit;
use crate::s3::waiting::wait;

/// A page of a thousand keys is far shorter.
const LONGEST: usize = 8 << 20;

/// Its keys are told without the prefix.
pub struct TestBucket {
    own: Option<ObjectServer>,
    address: S3Address,
    client: Arc<Client>,
}

impl TestBucket {
    /// Whether tests are to ask a store that is none of theirs.
    pub fn is_real() -> bool {
        env::var_os("PROVE_S3_URL").is_some()
    }

    /// All keys begin with `prefix`. In a store that is none of the tests', a word of this bucket alone comes before
    /// it, and what is there stays.
    ///
    /// # Panics
    /// If there is no port, or if the address is none.
    pub fn below(prefix: &str) -> Self {
        let own = (!Self::is_real()).then(ObjectServer::start);
        let said = |name: &str, ours: &str| match own {
            Some(_) => ours.to_owned(),
            None => env::var(format!("PROVE_S3_{name}")).unwrap_or_else(|_| ours.to_owned()),
        };
        let url = own.as_ref().map_or_else(|| said("URL", ""), ObjectServer::url);
        let alone = if own.is_some() { String::new() } else { random_hex(8) };
        let parts = [alone.as_str(), prefix].into_iter().filter(|part| !part.is_empty());
        let address = S3Address {
            endpoint: Url::parse(&url).expect("an address"),
            region: said("REGION", REGION),
            bucket: said("BUCKET", BUCKET),
            path_style: true,
            prefix: parts.collect::<Vec<_>>().join("/"),
            access_key: said("ACCESS_KEY", ACCESS_KEY),
            secret_key: Some(said("SECRET_KEY", SECRET_KEY)),
        };
        let trusting = Outbound::streaming(&[address.endpoint.authority().to_owned()], None).expect("a client");
        let client = Arc::new(Client::new(&address, trusting));
        Self { own, address, client }
    }

    pub fn address(&self) -> &S3Address {
        &self.address
    }

    /// As `trusted_hosts` names it.
    pub fn host(&self) -> &str {
        self.address.endpoint.authority()
    }

    /// The store, if it is one of the tests: it can fail, and tells what it was asked.
    pub fn own(&self) -> Option<&ObjectServer> {
        self.own.as_ref()
    }

    fn key(&self, rest: &str) -> String {
        let prefix = &self.address.prefix;
        if prefix.is_empty() { rest.to_owned() } else { format!("{prefix}/{rest}") }
    }

    pub fn keys(&self) -> Vec<String> {
        let begin = self.key("");
        let all = match &self.own {
            Some(own) => own.keys(),
            None => self.listed(begin.clone()),
        };
        all.iter().filter_map(|key| key.strip_prefix(&begin).map(str::to_owned)).collect()
    }

    fn listed(&self, begin: String) -> Vec<String> {
        let client = self.client.clone();
        done(async move {
            let (bucket, credentials) = client.signing()?;
            let (mut keys, mut next) = (Vec::new(), None);
            loop {
                let mut list = bucket.list_objects_v2(credentials);
                list.with_prefix(begin.clone());
                if let Some(token) = next {
                    list.with_continuation_token(token);
                }
                let page = text(client.ask(list, &[]).await?, LONGEST).await?;
                let page = ListObjectsV2::parse_response(&in_usual_space(&page)).map_err(|_| Failure::Garbled)?;
                keys.extend(page.contents.into_iter().map(|object| object.key));
                next = page.next_continuation_token;
                if next.is_none() {
                    return Ok(keys);
                }
            }
        })
    }

    pub fn bytes(&self, key: &str) -> Option<Vec<u8>> {
        let key = self.key(key);
        if let Some(own) = &self.own {
            return own.bytes(&key);
        }
        let client = self.client.clone();
        done(async move {
            let (bucket, credentials) = client.signing()?;
            let mut answer = match client.ask(bucket.get_object(credentials, &key), &[]).await {
                Err(failure) if failure.is_missing() => return Ok(None),
                answered => answered?,
            };
            let mut all = Vec::new();
            while let Some(more) = chunk(&mut answer).await? {
                all.extend(more);
            }
            Ok(Some(all))
        })
    }

    /// Gives an object these bytes, as another program does: they are of another time than any before.
    pub fn overwrite(&self, key: &str, bytes: &[u8]) {
        static LATER: AtomicI64 = AtomicI64::new(4_000_000_000_000_000_000);
        self.put(self.key(key), bytes.to_vec(), LATER.fetch_add(1, Ordering::Relaxed));
    }

    /// Changes an object's bytes and the time that it is said to be of.
    ///
    /// # Panics
    /// If there is no such object.
    pub fn change(&self, key: &str, change: impl FnOnce(&mut Vec<u8>, &mut i64)) {
        let (client, asked) = (self.client.clone(), self.key(key));
        let there = done(async move { head(&client, &asked).await }).expect("an object");
        let (mut bytes, mut modified_ns) = (self.bytes(key).expect("an object"), there.written.modified_ns);
        change(&mut bytes, &mut modified_ns);
        self.put(self.key(key), bytes, modified_ns);
    }

    fn put(&self, key: String, bytes: Vec<u8>, modified_ns: i64) {
        let client = self.client.clone();
        done(async move {
            let (bucket, credentials) = client.signing()?;
            let headers = [(MODIFIED, modified_ns.to_string()), ("content-length", bytes.len().to_string())];
            let put = bucket.put_object(credentials, &key);
            client.send(put, &headers, || Body::from(bytes.clone()), limit(bytes.len() as u64)).await.map(drop)
        });
    }

    pub fn remove(&self, key: &str) {
        let (client, key) = (self.client.clone(), self.key(key));
        done(async move { client.delete(&key).await });
    }
}

/// The result of what a store is asked that answers.
fn done<T: Send + 'static>(asked: impl Future<Output = Result<T, Failure>> + Send + 'static) -> T {
    wait(asked).unwrap_or_else(|failure| panic!("a store of tests answers: {failure}"))
}
