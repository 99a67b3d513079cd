//! Wiring: every room gets what it works with, and their routes become one router.

use std::collections::HashMap;
use std::sync::Arc;

use activity::{ActionKind, Activity};
use authz::Gate;
use axum::Router;
use billing::Ledger;
use content::{CancelUpload, Config, Content, Uploads};
use db::Db;
use events::Listeners;
use identity::Identity;
use jobs::Kind;
use mail::Mail;
use media::Media;
use notifications::Notifications;
use primitives::{Clock, WebOrigin};
use rest::{Authenticate, GateEntry, OwnAddress, Routes, TrustForwarded};
use security::Security;
use services::Services;
use tenancy::{Cleanup, DeletionBlocker, Tenancy};
use utoipa::openapi::{ContactBuilder, InfoBuilder, LicenseBuilder, OpenApi};

use crate::settings::Settings;

/// The rooms of one process.
#[derive(Clone)]
pub struct App {
    pub db: Db,
    pub clock: Clock,
    pub identity: Identity,
    pub mail: Mail,
    pub notifications: Notifications,
    pub ledger: Ledger,
    pub activity: Activity,
    pub content: Content,
    pub media: Media,
    /// Draws logos; a test names the built server.
    pub previews: previews::Worker,
    /// Where people reach the server.
    pub public_url: String,
    /// Who is told of a weakness, as `security.txt` names them.
    pub security_contact: Option<String>,
    trust_forwarded: bool,
    own_address: OwnAddress,
    allowed_origins: Vec<WebOrigin>,
}

impl App {
    pub async fn new(db: Db, clock: Clock, settings: &Settings) -> anyhow::Result<Self> {
        let allowed_origins = settings.allowed_origins()?;
        let sessions = identity::Config {
            token_lifetime: settings.token_lifetime,
            session_lifetime: settings.session_lifetime,
            session_idle: settings.session_idle,
            secure_cookie: settings.https,
            trust_forwarded: settings.trust_forwarded,
            public_url: settings.public_url(),
            allowed_origins: allowed_origins.clone(),
            trusted_hosts: settings.trusted_hosts.clone(),
            authority: settings.outbound_authority.clone(),
            secret_key: settings.secret_key(),
        };
        let db = settings.furnish(db);
        let identity = Identity::open(db.clone(), clock.clone(), sessions).await?;
        let notifications = Notifications::new(db.clone(), clock.clone(), identity.clone(), &settings.public_url());
        let mail = Mail::open(db.clone(), clock.clone(), &settings.mail()?)?;
        let ledger = Ledger::new(db.clone(), clock.clone(), settings.time_zone()?);
        let config = Config {
            bin_keeps: settings.bin_retention_days * 86_400,
            scrub_pace: settings.scrub_pace,
            scrub_every: settings.scrub_days.clamp(1, 36_500) * 86_400,
            max_file_bytes: settings.max_file_bytes,
            most_open: settings.max_open_uploads,
            partial_uploads: settings.data.join("partial_uploads"),
            roots: settings.roots()?,
            ..Config::default()
        };
        let content = Content { db: db.clone(), clock: clock.clone(), config, uploads: Uploads::default() };
        let uploads: Arc<dyn activity::Canceller> = Arc::new(CancelUpload(content.clone()));
        let activity = Activity::new(db.clone(), HashMap::from([(ActionKind::Upload, uploads)]));
        let media = Media::new(db.clone(), clock.clone(), settings.renditions());
        Ok(Self {
            db,
            clock,
            identity,
            mail,
            notifications,
            ledger,
            activity,
            content,
            media,
            previews: previews::Worker::current(),
            public_url: settings.public_url(),
            security_contact: settings.security_contact.clone(),
            trust_forwarded: settings.trust_forwarded,
            own_address: OwnAddress {
                public_url: settings.public_url.as_deref().map(Into::into),
                https: settings.https,
            },
            allowed_origins,
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

    /// Whose pages may call this server, besides its own.
    pub fn allowed_origins(&self) -> &[WebOrigin] {
        &self.allowed_origins
    }

    pub fn authenticate(&self) -> Arc<dyn Authenticate> {
        Arc::new(self.identity.clone())
    }

    /// The routes of every room.
    pub fn routes(&self) -> Routes {
        let tenancy = Tenancy::new(self.db.clone(), self.clock.clone(), deletion_blockers());
        let tenancy = tenancy.cleaning_up_with(cleanups()).enrolling_with(identity::enrol_manager);
        tenancy::routes(tenancy.drawing_with(self.previews.clone()))
            .merge(identity::routes(&self.identity.clone().drawing_with(self.previews.clone())))
            .merge(mail::routes(&self.mail))
            .merge(notifications::routes(&self.notifications))
            .merge(activity::routes(self.activity.clone()))
            .merge(security::routes(Security { db: self.db.clone(), clock: self.clock.clone() }))
            .merge(content::routes(self.content.clone()))
            .merge(media::routes(self.media.clone()))
            .merge(billing::routes(self.ledger.clone()))
            .merge(systemlog::routes(self.db.clone()))
            .merge(services::routes(self.services()))
    }

    fn services(&self) -> Services {
        let (db, clock, mail) = (self.db.clone(), self.clock.clone(), self.mail.clone());
        Services { db, clock, mail, previews: self.previews.clone() }
    }

    /// The file service alone.
    pub fn file_routes(&self) -> Routes {
        content::file_routes(self.content.clone())
    }

    /// Everything the workers of this process can do.
    pub fn jobs(&self, previews: previews::Worker) -> Vec<Kind> {
        let mut kinds = vec![security::propagations(&self.db)];
        kinds.extend(self.mail.jobs());
        kinds.extend(identity::jobs(&self.identity));
        kinds.extend(content::jobs(self.content.clone(), self.activity.clone()));
        kinds.extend(media::jobs(self.media.clone(), previews));
        kinds
    }
}

/// What rooms do when something happens in another.
pub fn listeners() -> Listeners {
    [content::listeners(), media::listeners()].into_iter().flatten().collect()
}

/// What keeps a tenant or a company from being deleted, in every room.
fn deletion_blockers() -> Vec<DeletionBlocker> {
    let [users, admins] = identity::DELETION_BLOCKERS;
    let [repositories, file_servers] = content::DELETION_BLOCKERS;
    vec![users, admins, repositories, file_servers, security::DELETION_BLOCKER, billing::DELETION_BLOCKER]
}

/// What rooms put away of a tenant or company that is deleted.
fn cleanups() -> Vec<Cleanup> {
    vec![identity::forget_place, billing::close]
}

/// The router of `routes`, its document and its gates.
pub fn split(routes: Routes) -> (Router, OpenApi, Vec<GateEntry>) {
    let (router, document, gates) = routes.split();
    let mut document = rest::finish(document, &gates);
    document.info = InfoBuilder::new()
        .title("Vitrine")
        .version(env!("CARGO_PKG_VERSION"))
        .description(Some(
            "Sign in with `POST /api/core/auth/login` and send the token as `Authorization: Bearer`. Times are seconds \
             since 1970, sizes are bytes. Errors are RFC 9457 problems whose `message` is in the caller's language. Fields \
             that a form does not have are passed over, and what a PUT leaves out stays as it is: what was read can be \
             changed and sent back. A list comes whole, up to 1000 rows, unless `limit` says less; folders, the bin and a \
             search come in pages, and `next` of one is `after` of the next. With `?strict=1` a form with such fields is refused, and they are named.",
        ))
        .contact(Some(ContactBuilder::new().name(Some("Whoever runs this installation")).build()))
        .license(Some(LicenseBuilder::new().name("Apache-2.0").identifier(Some("Apache-2.0")).build()))
        .build();
    (router, document, gates)
}

/// Gates that need no session, for the sweep.
pub fn is_open(gate: &str) -> bool {
    gate == Gate::Public.to_string() || gate == Gate::Ticket.to_string()
}
