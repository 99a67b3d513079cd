//! Tries a store of objects before it is used.

use super::client::{Client, text};
use super::failure::Failure;
use super::listing;

/// What is wrong with a store, or with what was said of it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Trouble {
    /// It is not public, or goes without https, and the operator does not trust it; or the secret key cannot be read.
    #[error("its address must not be asked, or its secret key cannot be decrypted")]
    Address,
    #[error("it does not answer")]
    Silent,
    #[error("what answers there is no S3 store")]
    NotS3,
    #[error("it has no such bucket")]
    Bucket,
    #[error("the bucket is in another region")]
    Region,
    #[error("it does not know the access key")]
    AccessKey,
    #[error("the secret key is another one")]
    SecretKey,
    #[error("its clock and this machine's differ too much")]
    Clock,
    #[error("the access key may not write objects")]
    MayNotWrite,
    #[error("the access key may not read objects")]
    MayNotRead,
    #[error("the access key may not list objects")]
    MayNotList,
    #[error("the access key may not delete objects")]
    MayNotDelete,
}

const CONTENT: &str = "Vitrine was here.\n";

/// Writes, reads, lists and deletes an object.
pub(crate) async fn probe(client: &Client, key: &str) -> Result<(), Trouble> {
    let told = |else_it: Trouble| move |failure: Failure| trouble(&failure, else_it);
    client.put_text(key, CONTENT).await.map_err(told(Trouble::MayNotWrite))?;
    let looked = look(client, key).await;
    let deleted = client.delete(key).await.map_err(told(Trouble::MayNotDelete));
    looked.and(deleted)
}

async fn look(client: &Client, key: &str) -> Result<(), Trouble> {
    let read = read(client, key).await.map_err(|failure| trouble(&failure, Trouble::MayNotRead))?;
    if read != CONTENT {
        return Err(Trouble::NotS3);
    }
    let folder = key.rsplit_once('/').map_or("", |(folder, _)| folder);
    let listed = listing::is_any(client, &format!("{folder}/")).await;
    match listed.map_err(|failure| trouble(&failure, Trouble::MayNotList))? {
        true => Ok(()),
        false => Err(Trouble::MayNotList),
    }
}

async fn read(client: &Client, key: &str) -> Result<String, Failure> {
    let (bucket, credentials) = client.signing()?;
    text(client.ask(bucket.get_object(credentials, key), &[]).await?, 1024).await
}

fn trouble(failure: &Failure, else_it: Trouble) -> Trouble {
    match failure {
        Failure::Refused(_) | Failure::Unusable => Trouble::Address,
        Failure::Silent(_) => Trouble::Silent,
        Failure::Garbled | Failure::Local(_) => Trouble::NotS3,
        Failure::Answered { status, code } => match (code.as_str(), status) {
            ("NoSuchBucket" | "InvalidBucketName", _) => Trouble::Bucket,
            ("InvalidAccessKeyId" | "InvalidToken", _) => Trouble::AccessKey,
            ("SignatureDoesNotMatch", _) => Trouble::SecretKey,
            ("RequestTimeTooSkewed", _) => Trouble::Clock,
            ("AuthorizationHeaderMalformed" | "AuthorizationQueryParametersError" | "PermanentRedirect", _)
            | (_, 301 | 307) => Trouble::Region,
            (_, 500..) => Trouble::Silent,
            ("", _) => Trouble::NotS3,
            _ => else_it,
        },
    }
}
