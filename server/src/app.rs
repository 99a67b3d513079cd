//! The opened rooms of a process, and their routes as one router.

use std::sync::Arc;

use authz::Gate;
use axum::middleware::from_fn;
use axum::{Extension, Router};
use billing::Ledger;
use content::Content;
use db::Db;
use jobs::Kind;
use media::Media;
use primitives::{Clock, WebOrigin};
use rest::{Authenticate, Description, GateEntry, OperationTable, Operations, OwnAddress, Routes, TrustForwarded};
use room::{Deps, Ending, Opened, Recovery, Room, Schedule};
use secrets::Secrets;
use signin::SignIn;
use utoipa::openapi::{ContactBuilder, InfoBuilder, LicenseBuilder, OpenApi};

use crate::rooms;
use crate::settings::Settings;

/// The rooms of one process.
#[derive(Clone)]
pub struct App {
    pub db: Db,
    pub clock: Clock,
    pub sign_in: SignIn,
    pub ledger: Ledger,
    pub content: Content,
    pub media: Media,
    /// Where people reach the server.
    pub public_url: String,
    /// Who is told of a weakness, as `security.txt` names them.
    pub security_contact: Option<String>,
    /// What can be done as somebody.
    pub operations: Arc<OperationTable>,
    rooms: Opened,
    trust_forwarded: bool,
    own_address: OwnAddress,
    allowed_origins: Vec<WebOrigin>,
    byte_origins: Vec<WebOrigin>,
}

impl App {
    pub async fn new(db: Db, clock: Clock, settings: &Settings) -> anyhow::Result<Self> {
        Self::of_rooms(&rooms::rooms(), previews::Worker::current(), db, clock, settings).await
    }

    /// As `new`, of other rooms, or with another worker that draws pictures.
    pub async fn of_rooms(
        rooms: &[Room],
        worker: previews::Worker,
        db: Db,
        clock: Clock,
        settings: &Settings,
    ) -> anyhow::Result<Self> {
        let db = settings.with_values_of(rooms, db)?.carrying(clock.clone());
        let mut deps = Deps::new(db.clone(), clock.clone());
        deps.put(worker)?;
        settings.put_into(&mut deps)?;
        let operations = Operations::default();
        deps.put(operations.clone())?;
        let rooms = rooms::open(rooms, &mut deps).await?;
        deps.get::<Secrets>()?.erase_replaced(&db).await;
        let own_address =
            OwnAddress { public_url: settings.public_url.as_deref().map(Into::into), https: settings.https };
        let table = operation_table(&rooms, deps.get::<SignIn>()?, own_address.clone());
        operations.open(&table);
        Ok(Self {
            operations: table,
            db,
            clock,
            sign_in: deps.get()?,
            ledger: deps.get()?,
            content: deps.get()?,
            media: deps.get()?,
            public_url: settings.public_url(),
            security_contact: settings.security_contact.clone(),
            rooms,
            trust_forwarded: settings.trust_forwarded,
            own_address,
            allowed_origins: settings.page_origins()?,
            byte_origins: settings.byte_origins()?,
        })
    }

    /// For the log: whose word counts about where a request comes from.
    pub fn trust_forwarded(&self) -> TrustForwarded {
        TrustForwarded(self.trust_forwarded)
    }

    pub fn is_https(&self) -> bool {
        self.own_address.https
    }

    /// What whole addresses in answers begin with.
    pub fn own_address(&self) -> OwnAddress {
        self.own_address.clone()
    }

    /// Whose pages may call this server from other hosts.
    pub fn allowed_origins(&self) -> &[WebOrigin] {
        &self.allowed_origins
    }

    /// Other hosts at which bytes are sent and received, and nothing else.
    pub fn byte_origins(&self) -> &[WebOrigin] {
        &self.byte_origins
    }

    pub fn authenticate(&self) -> Arc<dyn Authenticate> {
        Arc::new(self.sign_in.clone())
    }

    /// The routes of every room.
    pub fn routes(&self) -> Routes {
        self.rooms.routes.clone().merge(self.rooms.file_routes.clone())
    }

    /// The file service alone.
    pub fn file_routes(&self) -> Routes {
        self.rooms.file_routes.clone()
    }

    /// Everything the workers of this process can do.
    pub fn jobs(&self) -> Vec<Kind> {
        self.rooms.jobs.clone()
    }

    /// What a process that uses the disks does before it serves.
    pub fn recoveries(&self) -> Vec<Recovery> {
        self.rooms.recoveries.clone()
    }

    /// What a process that uses the disks does every so often.
    pub fn file_schedules(&self) -> Vec<Schedule> {
        self.rooms.file_schedules.clone()
    }

    /// What every process does before it ends.
    pub fn endings(&self) -> Vec<Ending> {
        self.rooms.endings.clone()
    }

    /// What the workers of this process do every so often.
    pub fn schedules(&self) -> Vec<Schedule> {
        self.rooms.schedules.clone()
    }
}

/// Carries operations out with the same checks as requests; a person's language decides the words of refusals.
fn operation_table(rooms: &Opened, sign_in: SignIn, own_address: OwnAddress) -> Arc<OperationTable> {
    let routes = rooms.routes.clone();
    let authenticate: Arc<dyn Authenticate> = Arc::new(sign_in);
    Arc::new(OperationTable::new(move || {
        let (router, document, gates) = split(routes.clone());
        let document = document.written();
        let router = router
            .layer(from_fn(rest::set_request_origin))
            .layer(Extension(authenticate.clone()))
            .layer(Extension(own_address.clone()))
            .layer(from_fn(rest::negotiate_language));
        (router, document, gates)
    }))
}

/// The router of `routes`, its document and its gates.
pub fn split(routes: Routes) -> (Router, ApiDocument, Vec<GateEntry>) {
    let (router, description, gates) = routes.split();
    let document = ApiDocument { description, gates: gates.clone() };
    (router, document, gates)
}

/// Writes the API document when it is asked for.
pub struct ApiDocument {
    description: Description,
    gates: Vec<GateEntry>,
}

impl ApiDocument {
    pub fn written(&self) -> OpenApi {
        let mut document = rest::finish(self.description.document(), &self.gates);
        document.info = InfoBuilder::new()
            .title("Vitrine")
            .version(env!("CARGO_PKG_VERSION"))
            .description(Some(ABOUT))
            .contact(Some(ContactBuilder::new().name(Some("Whoever runs this installation")).build()))
            .license(Some(LicenseBuilder::new().name("Apache-2.0").identifier(Some("Apache-2.0")).build()))
            .build();
        document
    }
}

const ABOUT: &str = "Sign in with `POST /api/core/auth/login` and send the token as `Authorization: Bearer`. Times are seconds \
     since 1970, sizes are bytes. Errors are RFC 9457 problems whose `message` is in the caller's language. Fields \
     that a form does not have are passed over, and what a PUT leaves out stays as it is: what was read can be \
     changed and sent back. A list comes whole, up to 1000 rows, unless `limit` says less; folders, the bin and a \
     search come in pages, and `next` of one is `after` of the next. With `?strict=1` a form with such fields is refused, and they are named.";

/// Gates that need no session, for the sweep.
pub fn is_open(gate: &str) -> bool {
    gate == Gate::Public.to_string() || gate == Gate::Ticket.to_string()
}
