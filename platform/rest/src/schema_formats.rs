//! The formats of form fields for the API document: each is named once, with the bounds that parsing enforces.
//!
//! A form's field stays a `String`, and has `#[schema(value_type = schema_formats::OneLine)]`.

use utoipa::openapi::schema::{ObjectBuilder, Schema, SchemaFormat, Type};
use utoipa::openapi::{Object, RefOr};
use utoipa::{PartialSchema, ToSchema};

/// Control characters, and spaces of any kind.
const SPACE_OR_CONTROL: &str = r"\u0000-\u0020\u007F-\u00A0\u1680\u2000-\u200A\u2028\u2029\u202F\u205F\u3000\uFEFF";
/// No control character, so it is one line.
const PLAIN: &str = r"[^\u0000-\u001F\u007F-\u009F]";

fn text(shortest: usize, longest: usize) -> ObjectBuilder {
    ObjectBuilder::new().schema_type(Type::String).min_length(Some(shortest)).max_length(Some(longest))
}

fn address() -> String {
    format!(r"^(/|https?://)[^/\\{SPACE_OR_CONTROL}][^\\{SPACE_OR_CONTROL}]*$")
}

/// A format of our own: a schema cannot express its other rules.
fn form(name: &str) -> Option<SchemaFormat> {
    Some(SchemaFormat::Custom(name.to_owned()))
}

macro_rules! schema_formats {
    ($($(#[doc = $doc:literal])+ $name:ident = $schema:expr;)+) => {$(
        $(#[doc = $doc])+
        #[derive(Clone, Copy, Debug)]
        pub struct $name;

        impl PartialSchema for $name {
            fn schema() -> RefOr<Schema> {
                let schema: Object = $schema.description(Some(concat!($($doc),+).trim())).build();
                RefOr::T(Schema::Object(schema))
            }
        }

        impl ToSchema for $name {}
    )+};
}

schema_formats! {
    /// One line of 1 to 200 letters; spaces around it do not count.
    OneLine = text(1, 200).pattern(Some(format!("^{PLAIN}*[^{SPACE_OR_CONTROL}]{PLAIN}*$")));
    /// One line of 1 to 255 letters, as long as a file name.
    LongLine = text(1, 255).pattern(Some(format!("^{PLAIN}*[^{SPACE_OR_CONTROL}]{PLAIN}*$")));
    /// One line of at most 200 letters, or nothing.
    OneLineOrNothing = text(0, 200).pattern(Some(format!("^{PLAIN}*$")));
    /// Small letters, digits, hyphens and underscores.
    Slug = text(1, 64).pattern(Some("^[a-z0-9_-]+$"));
    /// At least three small letters, digits, hyphens and underscores.
    TenantSlug = text(3, 64).pattern(Some("^[a-z0-9_-]+$"));
    /// As a key, or nothing.
    SlugOrNothing = text(0, 64).pattern(Some("^[a-z0-9_-]*$"));
    /// Compared without regard to case.
    EmailAddress = text(1, 254).format(Some(SchemaFormat::KnownFormat(utoipa::openapi::KnownFormat::Email)));
    /// A Brazilian company's number, with or without its mask; its check digits must be right.
    CnpjNumber = text(14, 18).pattern(Some("^[0-9A-Za-z./-]+$")).format(form("cnpj"));
    /// A Brazilian company's number, or nothing.
    CnpjNumberOrNothing = text(0, 18).pattern(Some("^[0-9A-Za-z./-]*$")).format(form("cnpj-or-nothing"));
    /// The current password.
    CurrentPassword = text(1, 1_000).format(form("password"));
    /// A new password: hard to guess, and not the current one.
    ChosenPassword = text(8, 1_000).format(form("chosen-password"));
    /// Some lines of text.
    Prose = text(1, 10_000).pattern(Some("\\S"));
    /// `#rgb` or `#rrggbb`.
    Colour = text(4, 7).pattern(Some("^#([0-9A-Fa-f]{3}|[0-9A-Fa-f]{6})$"));
    /// Names of fonts.
    FontNames = text(1, 100).format(form("font-names"));
    /// A path of this server, or an http address.
    ServerAddress = text(1, 500).pattern(Some(address()));
    /// A path of this server, an http address, or nothing.
    ServerAddressOrNothing = text(0, 500).pattern(Some(format!("^$|{}", address())));
    /// JSON text, or nothing.
    JsonText = text(0, 100_000).format(form("json-text"));
    /// `https://…`, without a query.
    Issuer = text(1, 200).format(form("issuer"));
    /// A name of the IANA database, as `America/Sao_Paulo`.
    ZoneName = text(1, 100).format(form("time-zone"));
}
