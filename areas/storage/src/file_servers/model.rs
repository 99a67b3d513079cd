//! A file server in the API, and the forms that create and change one.

use primitives::TenantId;
use rest::{FieldErrors, Problem, Rule};
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use tenancy::Title;

use super::form_fields::{NumberField, address, host};
use crate::file_server::{FileServerId, FileServerType};

#[derive(Clone, Debug, PartialEq, Eq, Serialize, utoipa::ToSchema)]
pub(crate) struct FileServer {
    pub file_server_id: FileServerId,
    pub label: String,
    /// Its folder, relative to the installation's own folder for files, or absolute; of the type `s3`, the address of the
    /// store.
    pub url: String,
    #[serde(rename = "type")]
    pub kind: FileServerType,
    /// The tenants that it belongs to, if the asker administers them.
    pub tenant_ids: Vec<TenantId>,
    /// What links to its files begin with. As the next and `cdn_domain`, it has an effect if the operator allows its host. If
    /// that is where a store has its objects, single files are fetched from there.
    #[schema(required)]
    pub external_access_address: Option<String>,
    /// What the addresses of uploads to its repositories begin with.
    #[schema(required)]
    pub external_api_address: Option<String>,
    /// For other programs; it has no effect here.
    #[schema(required)]
    pub queue_id: Option<i64>,
    /// The host at which small pictures may be kept for everybody who gets their addresses.
    #[schema(required)]
    pub cdn_domain: Option<String>,
    /// Of the type `s3`, as are the next four.
    #[schema(required)]
    pub region: Option<String>,
    #[schema(required)]
    pub bucket: Option<String>,
    /// What the keys of all objects begin with.
    #[schema(required)]
    pub prefix: Option<String>,
    /// The bucket is in the path of addresses, not in the host's name.
    #[schema(required)]
    pub path_style: Option<bool>,
    /// The secret key that belongs to it is never sent.
    #[schema(required)]
    pub access_key: Option<String>,
    /// Repositories can only be created on an active one.
    pub active: bool,
    /// The asker administers all of its tenants, and may change it.
    pub administered: bool,
    /// Repositories of the asker's tenants on it; while there are any, its folder cannot be changed.
    pub repositories: i64,
    /// For `If-Match`.
    pub version: i64,
}

impl FileServer {
    /// The fields that can be changed, for the log.
    pub(super) fn told(&self) -> Value {
        json!({
            "label": self.label,
            "url": self.url,
            "tenant_ids": self.tenant_ids,
            "external_access_address": self.external_access_address,
            "external_api_address": self.external_api_address,
            "queue_id": self.queue_id,
            "cdn_domain": self.cdn_domain,
            "active": self.active,
            "region": self.region,
            "bucket": self.bucket,
            "prefix": self.prefix,
            "path_style": self.path_style,
            "access_key": self.access_key,
        })
    }
}

#[derive(Clone, Debug, Serialize, utoipa::ToSchema)]
pub(crate) struct FileServerList {
    pub items: Vec<FileServer>,
    /// The total, counted up to 1000 rows beyond the page: `offset` + `limit` + 1000 means that many or more.
    pub total: i64,
}

#[derive(Clone, Deserialize, utoipa::ToSchema)]
pub(crate) struct NewFileServerForm {
    #[serde(default)]
    #[schema(required, value_type = rest::schema_formats::OneLine)]
    label: String,
    /// A path below the installation's own folder for files, or an absolute one below a folder that the settings name; of
    /// the type `s3`, the address of the store.
    #[serde(default)]
    #[schema(required, min_length = 1)]
    pub url: String,
    #[serde(default, rename = "type")]
    #[schema(required, value_type = FileServerType)]
    kind: String,
    /// Tenants that the asker administers.
    #[serde(default)]
    #[schema(required, min_items = 1)]
    pub tenant_ids: Vec<TenantId>,
    external_access_address: Option<String>,
    external_api_address: Option<String>,
    #[serde(default)]
    #[schema(value_type = Option<i64>)]
    queue_id: NumberField,
    cdn_domain: Option<String>,
    /// Of the type `s3`, as are the next five.
    pub region: Option<String>,
    pub bucket: Option<String>,
    /// What the keys of all objects begin with; names of letters, digits, `-`, `.` and `_` with slashes between them.
    pub prefix: Option<String>,
    /// Whether the bucket is in the path of addresses, not in the host's name; it is if this is left out.
    pub path_style: Option<bool>,
    pub access_key: Option<String>,
    /// Of an existing file server, the stored one stays if this is empty; another address or access key needs it anew.
    pub secret_key: Option<String>,
}

/// Fields that are left out stay unchanged.
#[derive(Clone, Deserialize, utoipa::ToSchema)]
pub(crate) struct FileServerForm {
    #[serde(default, deserialize_with = "rest::present")]
    #[schema(value_type = rest::schema_formats::OneLine)]
    label: Option<String>,
    /// As for a new one.
    #[serde(default, deserialize_with = "rest::present")]
    #[schema(value_type = String, min_length = 1)]
    url: Option<String>,
    #[serde(default, rename = "type", deserialize_with = "rest::present")]
    #[schema(value_type = FileServerType)]
    kind: Option<String>,
    /// Tenants that the asker administers.
    #[serde(default, deserialize_with = "rest::present")]
    #[schema(value_type = Vec<TenantId>, min_items = 1)]
    tenant_ids: Option<Vec<TenantId>>,
    #[serde(default, deserialize_with = "rest::present")]
    #[schema(value_type = Option<String>)]
    external_access_address: Option<Option<String>>,
    #[serde(default, deserialize_with = "rest::present")]
    #[schema(value_type = Option<String>)]
    external_api_address: Option<Option<String>>,
    #[serde(default, deserialize_with = "rest::present")]
    #[schema(value_type = Option<i64>)]
    queue_id: Option<NumberField>,
    #[serde(default, deserialize_with = "rest::present")]
    #[schema(value_type = Option<String>)]
    cdn_domain: Option<Option<String>>,
    #[serde(default, deserialize_with = "rest::present")]
    #[schema(value_type = Option<String>)]
    region: Option<Option<String>>,
    #[serde(default, deserialize_with = "rest::present")]
    #[schema(value_type = Option<String>)]
    bucket: Option<Option<String>>,
    #[serde(default, deserialize_with = "rest::present")]
    #[schema(value_type = Option<String>)]
    prefix: Option<Option<String>>,
    #[serde(default, deserialize_with = "rest::present")]
    #[schema(value_type = Option<bool>)]
    path_style: Option<Option<bool>>,
    #[serde(default, deserialize_with = "rest::present")]
    #[schema(value_type = Option<String>)]
    access_key: Option<Option<String>>,
    /// The stored one stays if this is left out or empty; another address or access key needs it anew.
    secret_key: Option<String>,
    #[serde(default, deserialize_with = "rest::present")]
    #[schema(value_type = bool)]
    pub active: Option<bool>,
}

impl FileServerForm {
    pub(super) fn url(&self) -> &str {
        self.url.as_deref().unwrap_or_default()
    }

    /// The file server as a whole form, with the changes of this one.
    pub(super) fn over(self, old: &FileServer) -> NewFileServerForm {
        NewFileServerForm {
            label: self.label.unwrap_or_else(|| old.label.clone()),
            url: self.url.unwrap_or_else(|| old.url.clone()),
            kind: self.kind.unwrap_or_else(|| old.kind.word().to_owned()),
            tenant_ids: self.tenant_ids.unwrap_or_else(|| old.tenant_ids.clone()),
            external_access_address: self
                .external_access_address
                .unwrap_or_else(|| old.external_access_address.clone()),
            external_api_address: self.external_api_address.unwrap_or_else(|| old.external_api_address.clone()),
            queue_id: self.queue_id.unwrap_or_else(|| old.queue_id.map_or(NumberField::None, NumberField::Number)),
            cdn_domain: self.cdn_domain.unwrap_or_else(|| old.cdn_domain.clone()),
            region: self.region.unwrap_or_else(|| old.region.clone()),
            bucket: self.bucket.unwrap_or_else(|| old.bucket.clone()),
            prefix: self.prefix.unwrap_or_else(|| old.prefix.clone()),
            path_style: self.path_style.unwrap_or(old.path_style),
            access_key: self.access_key.unwrap_or_else(|| old.access_key.clone()),
            secret_key: self.secret_key,
        }
    }
}

/// The parsed form, except for the folder and the tenants, which are checked elsewhere.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Details {
    pub label: Title,
    pub kind: FileServerType,
    pub external_access_address: Option<String>,
    pub external_api_address: Option<String>,
    pub queue_id: Option<i64>,
    pub cdn_domain: Option<String>,
}

impl NewFileServerForm {
    pub(super) fn url(&self) -> &str {
        &self.url
    }

    pub(super) fn is_of_objects(&self) -> bool {
        self.kind() == Ok(FileServerType::S3)
    }

    /// `place` reads where the bytes are, and says what is wrong with that.
    pub(super) fn read<P>(
        &self,
        place: impl FnOnce(&Self, &mut FieldErrors) -> Option<P>,
    ) -> Result<(Details, P), Problem> {
        let mut errors = FieldErrors::default();
        let label = errors.take("label", Title::parse(&self.label));
        let place = place(self, &mut errors);
        let kind = self.kind().map_err(|rule| errors.add("type", rule)).ok();
        if self.tenant_ids.is_empty() {
            errors.add("tenant_ids", Rule::Mandatory);
        }
        let (access, api) = (self.external_access_address.as_deref(), self.external_api_address.as_deref());
        let external_access_address = errors.take_if_given("external_access_address", access, address);
        let external_api_address = errors.take_if_given("external_api_address", api, address);
        let queue_id = errors.take("queue_id", self.queue_id.read()).flatten();
        let cdn_domain = errors.take_if_given("cdn_domain", self.cdn_domain.as_deref(), host);
        let read = label.zip(kind).zip(place).map(|((label, kind), place)| {
            (Details { label, kind, external_access_address, external_api_address, queue_id, cdn_domain }, place)
        });
        errors.finish(read)
    }

    fn kind(&self) -> Result<FileServerType, Rule> {
        let otherwise = if self.kind.is_empty() { Rule::Mandatory } else { Rule::Unknown };
        FileServerType::parse(&self.kind).ok_or(otherwise)
    }

    /// The tenants, each once.
    pub(super) fn tenants(&self) -> Vec<TenantId> {
        let mut tenants = self.tenant_ids.clone();
        tenants.sort_unstable();
        tenants.dedup();
        tenants
    }
}
