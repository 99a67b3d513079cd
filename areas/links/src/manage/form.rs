//! What somebody asks of a link, read and checked.

use std::collections::HashSet;

use passwords::Password;
use primitives::{NodeId, Seconds};
use rest::{FieldErrors, Problem, Rule};
use serde::Deserialize;

use super::request_form::RequestForm;
use crate::addresses::{Allowed, Network};
use crate::offers::Sizes;
use crate::requests::Request;
use crate::shown::MOST_ENTRIES;
use crate::watermarks::{WATERMARK, Watermark};

const LONGEST_LABEL: usize = 200;
const SHORTEST_PASSWORD: usize = 6;
const LONGEST_PASSWORD: usize = 1_000;
const MOST_ADDRESSES: usize = 20;
const MOST_DOWNLOADS: i64 = 1_000_000_000;
const DAY: Seconds = 86_400;
/// How long a link is valid if nothing is said.
const DEFAULT_LIFETIME: Seconds = 30 * DAY;
const LONGEST: Seconds = 731 * DAY;

const LATER: Rule = Rule::OfRoom("link_rules.later");
const ADDRESS: Rule = Rule::OfRoom("link_rules.address");

#[derive(Clone, Debug, Deserialize, utoipa::ToSchema)]
#[schema(as = NewShareLink)]
pub struct NewLink {
    /// 1 to 200 folders and files of one tenant; of a link that asks for files, one folder or repository.
    #[schema(min_items = 1, max_items = 200)]
    node_ids: Vec<NodeId>,
    /// Visitors read it as the title of what is shared. One line of at most 200 letters.
    #[schema(max_length = 200)]
    label: Option<String>,
    /// Seconds since 1970, later than now, and within two years; in 30 days if it is not given.
    expires_at: Option<Seconds>,
    /// At least 6 letters; none if it is empty.
    #[schema(max_length = 1_000)]
    password: Option<String>,
    /// How many files and archives may be downloaded in all.
    #[schema(minimum = 1, maximum = 1_000_000_000)]
    download_limit: Option<i64>,
    /// At most 20 addresses or networks: `192.0.2.7`, `192.0.2.0/24`, `2001:db8::/32`.
    #[serde(default)]
    #[schema(max_items = 20)]
    allowed_addresses: Vec<String>,
    /// Otherwise only pictures are shown; so it is with a watermark, beside which `true` is refused.
    may_download: Option<bool>,
    /// Visitors can download the original files. The default is true.
    originals: Option<bool>,
    /// The sizes and formats in which they get pictures, besides or instead: `any` if it is not given.
    sizes: Option<Sizes>,
    /// If given, pictures are shown with a text over them, and nothing is given away.
    watermark: Option<Watermark>,
    /// If given, the link asks for files, and shows none.
    request: Option<RequestForm>,
}

/// As `NewShareLink`; what is left out stays as it is.
#[derive(Clone, Debug, Default, Deserialize, utoipa::ToSchema)]
#[schema(as = ShareLinkChange)]
pub struct LinkChange {
    #[serde(default, deserialize_with = "rest::present")]
    #[schema(min_items = 1, max_items = 200)]
    node_ids: Option<Vec<NodeId>>,
    #[serde(default, deserialize_with = "rest::present")]
    #[schema(max_length = 200)]
    label: Option<Option<String>>,
    #[serde(default, deserialize_with = "rest::present")]
    expires_at: Option<Seconds>,
    /// An empty one removes it. Another one closes the link for everybody who has entered the one before.
    #[serde(default, deserialize_with = "rest::present")]
    #[schema(max_length = 1_000)]
    password: Option<String>,
    /// Null: no limit.
    #[serde(default, deserialize_with = "rest::present")]
    #[schema(minimum = 1, maximum = 1_000_000_000)]
    download_limit: Option<Option<i64>>,
    #[serde(default, deserialize_with = "rest::present")]
    #[schema(max_items = 20)]
    allowed_addresses: Option<Vec<String>>,
    /// `true` is refused for a link that has a watermark then, whether the form gives it or the link had it.
    #[serde(default, deserialize_with = "rest::present")]
    may_download: Option<bool>,
    /// Without these, `sizes` must not be `none` where something may be downloaded.
    #[serde(default, deserialize_with = "rest::present")]
    originals: Option<bool>,
    #[serde(default, deserialize_with = "rest::present")]
    sizes: Option<Sizes>,
    /// Null removes it.
    #[serde(default, deserialize_with = "rest::present")]
    watermark: Option<Option<Watermark>>,
    /// Of a link that asks for files, and only as a whole. Null: it stays as it is.
    #[serde(default)]
    request: Option<RequestForm>,
}

/// A form that can be used; None of a field: it was not given.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct Wanted {
    pub nodes: Option<Vec<NodeId>>,
    pub label: Option<Option<String>>,
    pub expires_at: Option<Seconds>,
    pub password: Option<Option<Password>>,
    pub download_limit: Option<Option<i64>>,
    pub allowed: Option<Allowed>,
    pub may_download: Option<bool>,
    pub originals: Option<bool>,
    pub sizes: Option<Sizes>,
    pub watermark: Option<Option<Watermark>>,
    pub request: Option<Request>,
}

impl NewLink {
    /// Every field is given then, but for what has a usual value.
    pub fn parse(self, now: Seconds) -> Result<Wanted, Problem> {
        let form = LinkChange {
            node_ids: Some(self.node_ids),
            label: Some(self.label),
            expires_at: Some(self.expires_at.unwrap_or(now + DEFAULT_LIFETIME)),
            password: Some(self.password.unwrap_or_default()),
            download_limit: Some(self.download_limit),
            allowed_addresses: Some(self.allowed_addresses),
            may_download: Some(self.may_download.unwrap_or(self.watermark.is_none())),
            originals: self.originals,
            sizes: self.sizes,
            watermark: Some(self.watermark),
            request: self.request,
        };
        form.parse(now, None)
    }

    /// A link to one entry, which asks nothing and allows everything.
    pub fn open_to_all(node: NodeId, expires_at: Option<Seconds>) -> Self {
        Self {
            node_ids: vec![node],
            label: None,
            expires_at,
            password: None,
            download_limit: None,
            allowed_addresses: Vec::new(),
            may_download: None,
            originals: None,
            sizes: None,
            watermark: None,
            request: None,
        }
    }
}

impl LinkChange {
    /// `known` is when the link ends, which may be said again although it has passed.
    pub fn parse(self, now: Seconds, known: Option<Seconds>) -> Result<Wanted, Problem> {
        let mut errors = FieldErrors::default();
        let nodes = self.node_ids.map(|nodes| entries(&mut errors, nodes));
        let label = self.label.map(|label| title(&mut errors, label));
        if self.expires_at.is_some_and(|end| Some(end) != known && !(now + 1..=now + LONGEST).contains(&end)) {
            errors.add("expires_at", LATER);
        }
        let password = self.password.map(|typed| password(&mut errors, &typed));
        if let Some(Some(limit)) = self.download_limit {
            if limit < 1 {
                errors.add("download_limit", Rule::Positive);
            } else if limit > MOST_DOWNLOADS {
                errors.add("download_limit", Rule::Number);
            }
        }
        let allowed = self.allowed_addresses.map(|typed| addresses(&mut errors, &typed));
        if self.may_download == Some(true) && matches!(self.watermark, Some(Some(_))) {
            errors.add("may_download", WATERMARK);
        }
        let watermark = self.watermark.map(|mark| mark.map(|mark| mark.read(&mut errors)));
        let request = self.request.map(|form| form.read(&mut errors));
        errors.check()?;
        Ok(Wanted {
            nodes,
            label,
            expires_at: self.expires_at,
            password,
            download_limit: self.download_limit,
            allowed,
            may_download: self.may_download,
            originals: self.originals,
            sizes: self.sizes,
            watermark,
            request,
        })
    }
}

/// Each once, in the order in which they were named.
fn entries(errors: &mut FieldErrors, mut nodes: Vec<NodeId>) -> Vec<NodeId> {
    let mut known = HashSet::new();
    nodes.retain(|node| known.insert(*node));
    if nodes.is_empty() {
        errors.add("node_ids", Rule::Mandatory);
    }
    if nodes.len() > MOST_ENTRIES {
        errors.add("node_ids", Rule::MaxLength(MOST_ENTRIES));
    }
    nodes
}

fn title(errors: &mut FieldErrors, label: Option<String>) -> Option<String> {
    let label = label.map(|label| label.trim().to_owned()).filter(|label| !label.is_empty())?;
    if label.chars().count() > LONGEST_LABEL {
        errors.add("label", Rule::MaxLength(LONGEST_LABEL));
    }
    if label.chars().any(char::is_control) || primitives::has_invisible(&label) {
        errors.add("label", Rule::OneLine);
    }
    Some(label)
}

/// None: there is to be no password.
fn password(errors: &mut FieldErrors, typed: &str) -> Option<Password> {
    match typed.chars().count() {
        0 => return None,
        length if length < SHORTEST_PASSWORD => errors.add("password", Rule::MinLength(SHORTEST_PASSWORD)),
        length if length > LONGEST_PASSWORD => errors.add("password", Rule::MaxLength(LONGEST_PASSWORD)),
        _ => {}
    }
    Password::parse(typed).ok()
}

fn addresses(errors: &mut FieldErrors, typed: &[String]) -> Allowed {
    if typed.len() > MOST_ADDRESSES {
        errors.add("allowed_addresses", Rule::MaxLength(MOST_ADDRESSES));
    }
    let read: Option<Vec<Network>> = typed.iter().map(|typed| Network::parse(typed)).collect();
    if read.is_none() {
        errors.add("allowed_addresses", ADDRESS);
    }
    let mut networks = Vec::new();
    for network in read.unwrap_or_default() {
        if !networks.contains(&network) {
            networks.push(network);
        }
    }
    Allowed(networks)
}

#[cfg(test)]
mod tests {
    use primitives::NodeId;
    use serde_json::{Value, json};

    use super::{DAY, DEFAULT_LIFETIME, LONGEST, LinkChange, NewLink};

    const NOW: i64 = 1_800_000_000;

    fn new(form: Value) -> NewLink {
        serde_json::from_value(form).unwrap()
    }

    #[test]
    fn a_link_of_which_only_the_entries_are_said_is_open_for_thirty_days() {
        let wanted = new(json!({ "node_ids": [7, 3, 7] })).parse(NOW).unwrap();
        assert_eq!(wanted.nodes, Some(vec![NodeId(7), NodeId(3)]));
        assert_eq!(wanted.expires_at, Some(NOW + DEFAULT_LIFETIME));
        assert_eq!((wanted.label, wanted.password, wanted.download_limit), (Some(None), Some(None), Some(None)));
        assert_eq!((wanted.allowed.unwrap().0.len(), wanted.may_download), (0, Some(true)));
    }

    #[test]
    fn what_cannot_be_is_refused() {
        for wrong in [
            json!({ "node_ids": [] }),
            json!({ "node_ids": (0..201).collect::<Vec<i64>>() }),
            json!({ "node_ids": [1], "label": "a\nb" }),
            json!({ "node_ids": [1], "label": "x".repeat(201) }),
            json!({ "node_ids": [1], "expires_at": NOW }),
            json!({ "node_ids": [1], "expires_at": NOW + LONGEST + 1 }),
            json!({ "node_ids": [1], "password": "12345" }),
            json!({ "node_ids": [1], "password": "x".repeat(1001) }),
            json!({ "node_ids": [1], "download_limit": 0 }),
            json!({ "node_ids": [1], "allowed_addresses": ["somewhere"] }),
            json!({ "node_ids": [1], "allowed_addresses": vec!["192.0.2.1"; 21] }),
        ] {
            assert!(new(wrong.clone()).parse(NOW).is_err(), "{wrong}");
        }
    }

    #[test]
    fn a_change_is_of_the_given_fields_alone() {
        let change: LinkChange =
            serde_json::from_value(json!({ "label": null, "password": "", "allowed_addresses": [] })).unwrap();
        let wanted = change.parse(NOW, None).unwrap();
        assert_eq!((wanted.label, wanted.password), (Some(None), Some(None)));
        assert_eq!((wanted.nodes, wanted.expires_at, wanted.download_limit), (None, None, None));
        let again = LinkChange { expires_at: Some(NOW - DAY), ..LinkChange::default() };
        assert!(again.clone().parse(NOW, Some(NOW - DAY)).is_ok(), "an answer can be sent back");
        assert!(again.parse(NOW, Some(NOW)).is_err());
    }
}
