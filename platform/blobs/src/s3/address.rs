//! Where a store of objects is, and how it is asked.

use std::fmt;

use outbound::Url;

/// Neither key appears in the log.
#[derive(Clone, PartialEq, Eq)]
pub struct S3Address {
    pub endpoint: Url,
    pub region: String,
    pub bucket: String,
    /// The bucket is in the path, not in the host's name.
    pub path_style: bool,
    /// What all keys begin with, without slashes around it; may be empty.
    pub prefix: String,
    pub access_key: String,
    /// None if it cannot be read: then nothing is asked.
    pub secret_key: Option<String>,
}

impl fmt::Display for S3Address {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { endpoint, bucket, prefix, .. } = self;
        let between = if prefix.is_empty() { "" } else { "/" };
        write!(f, "{}/{bucket}{between}{prefix}", endpoint.as_str().trim_end_matches('/'))
    }
}

impl fmt::Debug for S3Address {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "S3Address({self})")
    }
}
