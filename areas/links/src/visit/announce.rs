//! `POST /api/link/{token}/file`: somebody without an account is about to send a file.

use accounts::Email;
use axum::extract::State;
use axum::http::{HeaderMap, StatusCode};
use content::{ExpectedFile, Upload, expect_file, forget_expected, may_receive};
use db::{Conn, Tx};
use nodes::NO_NODE;
use primitives::{EntryName, NodeId, Seconds};
use rest::{ClientOrigin, FieldErrors, Json, Path, Problem, Rule, schema_formats};
use security::Access;
use serde::{Deserialize, Serialize};

use super::found::{FoundLink, Visit};
use super::places;
use crate::acts::AskForFiles;
use crate::received::{NewReceived, note};
use crate::requests;
use crate::store::{self, LinkRow};
use crate::{Error, Links, Result};

const LONGEST_SENDER: usize = 200;

#[derive(Debug, Deserialize, utoipa::ToSchema)]
#[schema(as = FileToSend)]
pub struct Announced {
    #[schema(value_type = schema_formats::LongLine)]
    name: String,
    /// Bytes.
    size: u64,
    /// The name of who sends it.
    #[schema(value_type = schema_formats::OneLine)]
    sender: String,
    /// Their address, if they want to tell it.
    #[schema(max_length = 254)]
    email: Option<String>,
}

#[derive(Debug, Serialize, utoipa::ToSchema)]
#[schema(as = AnnouncedFile)]
pub struct MayCome {
    node_id: NodeId,
    /// Part of the address for the bytes.
    ticket: String,
}

/// Announces a file that somebody sends by a link that asks for files. Its bytes go to `file/{node_id}?ticket=…` in parts,
/// as tus sends them.
///
/// It takes no place of the link before its first byte comes. The answer tells nothing of the folder: any name may be
/// sent.
#[utoipa::path(post, path = "/api/link/{token}/file", tag = "link", operation_id = "link_file_announce",
    request_body = Announced, params(("token" = String, Path, description = "The end of the link's address")),
    responses((status = CREATED, body = MayCome, description = "Its bytes may come"),
        (status = CONFLICT, description = "The link takes no such file, or no more files"),
        (status = PAYLOAD_TOO_LARGE, description = "Larger than any file may be")))]
pub async fn announce(
    State(links): State<Links>,
    Path(token): Path<String>,
    ClientOrigin(origin): ClientOrigin,
    headers: HeaderMap,
    Json(announced): Json<Announced>,
) -> Result<(StatusCode, Json<MayCome>), Problem> {
    let visit = Visit::of(&token, origin, &headers);
    links.limits.count_sent_file(visit.address)?;
    let now = links.clock.now();
    let (found, folder) = links.find_asking(&visit, now).await?;
    let file = announced.parse()?;
    may_receive(&links.content, file.size).map_err(Error::from)?;
    let (ExpectedFile { node, ticket }, forgotten) = begin(&links, &found, folder, file, now).await?;
    for node in forgotten {
        if let Err(error) = forget_expected(&links.content, node).await {
            tracing::warn!("The announced file {node} is forgotten with the next one: {error}");
        }
    }
    Ok((StatusCode::CREATED, Json(MayCome { node_id: node, ticket })))
}

/// An announced file that can come.
struct File {
    name: EntryName,
    size: u64,
    sender: String,
    email: Option<String>,
}

impl Announced {
    fn parse(self) -> Result<File, Problem> {
        let mut errors = FieldErrors::default();
        let name = errors.take("name", EntryName::parse(self.name.trim()).map_err(|_| Rule::Filename));
        let sender = self.sender.trim().to_owned();
        if sender.is_empty() {
            errors.add("sender", Rule::Mandatory);
        } else if sender.chars().count() > LONGEST_SENDER {
            errors.add("sender", Rule::MaxLength(LONGEST_SENDER));
        } else if sender.chars().any(char::is_control) || primitives::has_invisible(&sender) {
            errors.add("sender", Rule::OneLine);
        }
        let email = errors.take_if_given("email", self.email.as_deref(), Email::typed);
        let email = email.map(|email| email.as_str().to_owned());
        let size = self.size;
        errors.finish(name.map(|name| File { name, size, sender, email }))
    }
}

/// With earlier announcements, of too many of which nothing comes.
async fn begin(
    links: &Links,
    found: &FoundLink,
    folder: NodeId,
    file: File,
    now: Seconds,
) -> Result<(ExpectedFile, Vec<NodeId>)> {
    let link = found.row.id;
    let begun = security::write(&links.db, &found.maker, move |tx, access| {
        // Others that are announced at the same moment are counted one after the other.
        store::hold(tx, link)?;
        let row = store::find(tx, link)?.filter(|row| row.revoked_at.is_none() && row.terms.expires_at > now);
        let row = row.ok_or(Error::NoLink)?;
        let bytes = i64::try_from(file.size).unwrap_or(i64::MAX);
        refuse(tx, &row, (&file.name, bytes), now)?;
        let permit = authorize(tx, access, folder).map_err(Error::for_visitor)?;
        let expected = expect_file(tx, &permit, (&file.name, bytes), now)?;
        let File { sender, email, .. } = &file;
        note(tx, &NewReceived { node: expected.node, link, folder, bytes, sender, email: email.as_deref(), now })?;
        Ok((expected, requests::too_many_announced(tx, link, now)?))
    });
    begun.await
}

/// The maker may ask for files there, and put some there.
fn authorize(tx: &mut Tx<'_>, access: &mut Access<'_>, folder: NodeId) -> Result<authz::Permit<Upload>> {
    let seen = access.find_visible_with_inside(tx, folder)?;
    seen.permit::<AskForFiles>()?;
    Ok(seen.permit::<Upload>()?)
}

/// Refuses what the link does not take.
fn refuse(conn: &mut Conn<'_>, row: &LinkRow, (name, bytes): (&EntryName, i64), now: Seconds) -> Result<()> {
    let request = row.terms.request.as_ref().ok_or(Error::NoLink)?;
    if !request.extensions.admits(name) {
        return Err(Error::OtherKind(request.extensions.to_texts().join(", ")));
    }
    places::require(conn, (row, request), (NO_NODE, bytes), now)
}
