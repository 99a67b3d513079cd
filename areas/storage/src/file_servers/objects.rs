//! The part of the form that a bucket of an S3 store needs, and trying what it says.

use std::time::Duration;

use blobs::{S3Address, Trouble};
use outbound::Url;
use rest::{FieldErrors, Problem, Rule};
use tokio::sync::Semaphore;

use super::form_fields::address;
use super::model::NewFileServerForm;
use crate::blocking::blocking;
use crate::{Error, S3Access};

/// The address must not be asked.
const REFUSED: Rule = Rule::OfRoom("form_rules.s3_refused");
const SILENT: Rule = Rule::OfRoom("form_rules.s3_silent");
const NOT_S3: Rule = Rule::OfRoom("form_rules.s3_not_s3");
const BUCKET: Rule = Rule::OfRoom("form_rules.s3_bucket");
const REGION: Rule = Rule::OfRoom("form_rules.s3_region");
const ACCESS_KEY: Rule = Rule::OfRoom("form_rules.s3_access_key");
const SECRET_KEY: Rule = Rule::OfRoom("form_rules.s3_secret_key");
const CLOCK: Rule = Rule::OfRoom("form_rules.s3_clock");
const MAY_NOT_WRITE: Rule = Rule::OfRoom("form_rules.s3_may_not_write");
const MAY_NOT_READ: Rule = Rule::OfRoom("form_rules.s3_may_not_read");
const MAY_NOT_LIST: Rule = Rule::OfRoom("form_rules.s3_may_not_list");
const MAY_NOT_DELETE: Rule = Rule::OfRoom("form_rules.s3_may_not_delete");
/// A part of a key that would be read as a path by some stores.
const PREFIX: Rule = Rule::OfRoom("form_rules.s3_prefix");
/// A file server stays what it is.
pub(super) const TYPE_STAYS: Rule = Rule::OfRoom("form_rules.type_stays");

const LONGEST: usize = 500;
/// Probes at once, of everybody.
static PROBES: Semaphore = Semaphore::const_new(8);
/// A store that is tried has as long to answer.
const WAIT: Duration = Duration::from_secs(15);

impl NewFileServerForm {
    /// How the store is asked. `old`: how it was asked before; its secret key stays if none is typed, and if it is for
    /// the same store and the same access key.
    pub(super) fn read_objects(&self, old: Option<&S3Address>, errors: &mut FieldErrors) -> Option<S3Address> {
        let endpoint = errors.take("url", endpoint(&self.url));
        let region = errors.take("region", word(self.region.as_deref()));
        let bucket = errors.take("bucket", word(self.bucket.as_deref()).and_then(bucket));
        let prefix = errors.take("prefix", prefix(self.prefix.as_deref().unwrap_or_default()));
        let access_key = errors.take("access_key", word(self.access_key.as_deref()));
        let is_same = |old: &S3Address| {
            endpoint.as_ref() == Some(&old.endpoint) && access_key.as_deref() == Some(old.access_key.as_str())
        };
        let kept = old.filter(|old| is_same(old)).and_then(|old| old.secret_key.clone());
        let secret_key = match (word(self.secret_key.as_deref()), kept) {
            (Err(Rule::Mandatory), Some(kept)) => Ok(kept),
            (typed, _) => typed,
        };
        let secret_key = errors.take("secret_key", secret_key);
        Some(S3Address {
            endpoint: endpoint?,
            region: region?,
            bucket: bucket?,
            path_style: self.path_style.unwrap_or(true),
            prefix: prefix?,
            access_key: access_key?,
            secret_key: Some(secret_key?),
        })
    }
}

fn endpoint(typed: &str) -> Result<Url, Rule> {
    if typed.trim().is_empty() {
        return Err(Rule::Mandatory);
    }
    let url = Url::parse(&address(typed)?).map_err(|_| Rule::Url)?;
    let is_plain = url.username().is_empty() && url.password().is_none() && url.query().is_none();
    if is_plain && url.fragment().is_none() { Ok(url) } else { Err(Rule::Url) }
}

/// A text without spaces.
fn word(typed: Option<&str>) -> Result<String, Rule> {
    let word = typed.unwrap_or_default().trim();
    match word {
        "" => Err(Rule::Mandatory),
        long if long.chars().count() > LONGEST => Err(Rule::MaxLength(LONGEST)),
        odd if odd.chars().any(|letter| letter.is_whitespace() || letter.is_control()) => Err(Rule::OneLine),
        word => Ok(word.to_owned()),
    }
}

fn bucket(name: String) -> Result<String, Rule> {
    let fits = |letter: char| letter.is_ascii_alphanumeric() || "-._".contains(letter);
    if name.chars().all(fits) && name.chars().any(|letter| letter != '.') { Ok(name) } else { Err(BUCKET) }
}

/// Without slashes around it. Names within it consist of letters that every store takes as they are.
fn prefix(typed: &str) -> Result<String, Rule> {
    let prefix = typed.trim().trim_matches('/');
    if prefix.chars().count() > LONGEST {
        return Err(Rule::MaxLength(LONGEST));
    }
    let fits = |letter: char| letter.is_ascii_alphanumeric() || "-._".contains(letter);
    let is_name = |part: &str| !part.is_empty() && part != "." && part != ".." && part.chars().all(fits);
    if prefix.is_empty() || prefix.split('/').all(is_name) { Ok(prefix.to_owned()) } else { Err(PREFIX) }
}

/// Writes, reads, lists and deletes an object. What is wrong is said at its field.
pub(super) async fn try_out(access: &S3Access, address: &S3Address) -> Result<(), Problem> {
    let store = access.at(address, "", "probes");
    let tried = async move {
        let place = PROBES.acquire().await.ok();
        blocking(move || {
            // The thread keeps its place, though nobody waits for it any more.
            let _place = place;
            Ok::<_, Error>(store.probe())
        })
        .await
    };
    let tried = match tokio::time::timeout(WAIT, tried).await {
        Ok(tried) => tried?,
        Err(_) => Err(Trouble::Silent),
    };
    tried.map_err(|trouble| {
        let (field, rule) = told(trouble);
        Problem::refused(vec![rule.of(field)])
    })
}

fn told(trouble: Trouble) -> (&'static str, Rule) {
    match trouble {
        Trouble::Address => ("url", REFUSED),
        Trouble::Silent => ("url", SILENT),
        Trouble::NotS3 => ("url", NOT_S3),
        Trouble::Clock => ("url", CLOCK),
        Trouble::Bucket => ("bucket", BUCKET),
        Trouble::Region => ("region", REGION),
        Trouble::AccessKey => ("access_key", ACCESS_KEY),
        Trouble::SecretKey => ("secret_key", SECRET_KEY),
        Trouble::MayNotWrite => ("access_key", MAY_NOT_WRITE),
        Trouble::MayNotRead => ("access_key", MAY_NOT_READ),
        Trouble::MayNotList => ("access_key", MAY_NOT_LIST),
        Trouble::MayNotDelete => ("access_key", MAY_NOT_DELETE),
    }
}

#[cfg(test)]
mod tests {
    use super::{bucket, endpoint, prefix};

    #[test]
    fn a_prefix_is_names_with_slashes_between_them() {
        for (typed, read) in [("", Some("")), ("/a/b.c/", Some("a/b.c")), ("a//b", None), ("../a", None), ("a b", None)]
        {
            assert_eq!(prefix(typed).ok().as_deref(), read, "{typed}");
        }
    }

    #[test]
    fn neither_an_address_nor_a_bucket_leads_elsewhere() {
        for (typed, fits) in [
            ("https://s3.example", true),
            ("http://10.0.0.7:8333/", true),
            ("https://user:word@s3.example", false),
            ("https://s3.example/?x=1", false),
            ("s3.example", false),
            ("", false),
        ] {
            assert_eq!(endpoint(typed).is_ok(), fits, "{typed}");
        }
        for (name, fits) in [("library", true), ("my-library.2", true), ("..", false), ("a/b", false)] {
            assert_eq!(bucket(name.to_owned()).is_ok(), fits, "{name}");
        }
    }
}
