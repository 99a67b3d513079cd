//! Tenants, companies, groups, themes and application instances; no users.

mod companies;
mod company_of;
mod create;
mod deletion_blockers;
mod error;
mod events;
mod external;
mod front;
mod groups;
mod instances;
mod key;
mod model;
mod room;
mod state;
mod store;
mod switch;
mod tenants;
mod tenants_here;
mod theme;
mod themes;
mod user_theme;

use authz::{Gate, Role};
use rest::{Routes, routes};

pub use self::company_of::CompanyOf;
pub use self::events::{Deleted, GroupMade};
pub use self::room::{migrations, room};
pub use create::{
    create_application_instance, create_company, create_group, create_tenant, create_theme, give_group_instance,
    give_tenant_instance, wear_theme,
};
pub use error::{Error, Result};
pub use external::{
    ExternalCompany, Invitation, accept_invitation, companies_by_cnpj, external_companies, find_external_company,
    find_open_invitation, invite_company, open_invitations_by, open_invitations_into, remove_external_company,
    waiting_invitations,
};
pub use front::{Front, front_of, send_logo};
pub use groups::{GroupHome, group_home};
pub use instances::origins_elsewhere;
pub use key::{AccessUrl, CompanyKey, GroupKey, INVALID_CNPJ, Invalid, NO_PICTURE, TenantKey, ThemeKey, Title};
pub use model::{NewAppInstance, NewCompany, NewGroup, NewTenant, NewTheme};
pub use state::Tenancy;
pub use store::{
    bump_epoch, epoch, find_tenant_by_key, first_company, is_there, set_time_zone, tenant_of_company, time_zone,
    title_of,
};
pub use switch::set_tenant_active;
pub use tenants_here::tenants_here;
pub use theme::{Theme, ThemeConfig, ThemeId};
pub use themes::logo_origins;

const MASTER: Gate = Gate::Roles(&[Role::Master]);
const TENANTS: Gate = Gate::Roles(&[Role::Master, Role::Admin]);
const GROUPS: Gate = Gate::Roles(&[Role::Admin, Role::Manager]);

pub fn routes(tenancy: Tenancy) -> Routes {
    // The page asks for the theme with the user's data, also while a password reset is due.
    Routes::default()
        .route(Gate::Session, routes!(user_theme::get_user_theme))
        .route(Gate::Public, routes!(front::front))
        .route(Gate::Public, routes!(front::front_logo))
        .route(TENANTS, routes!(themes::list::list_themes))
        .route(TENANTS, routes!(themes::list::list_themes_of_tenant))
        .route(TENANTS, routes!(themes::create::create_theme))
        .route(TENANTS, routes!(themes::get::get_theme, themes::update::update_theme, themes::delete::delete_theme))
        .route(TENANTS, routes!(themes::assign::assign_tenant, themes::assign::unassign_tenant))
        .route(TENANTS, routes!(themes::assign::assign_group, themes::assign::unassign_group))
        .route(TENANTS, routes!(themes::logo::set_logo))
        .route(Gate::Bytes, routes!(themes::logo::get_logo))
        .route(MASTER, routes!(instances::create::create))
        .route(TENANTS, routes!(instances::list::list_application_instances))
        .route(MASTER, routes!(instances::update::update))
        .route(TENANTS, routes!(tenants::list::list_tenants))
        .route(TENANTS, routes!(tenants::get::get))
        .route(TENANTS, routes!(tenants::update::update))
        .route(MASTER, routes!(tenants::create::create_with_company))
        .route(MASTER, routes!(tenants::delete::delete))
        .route(TENANTS, routes!(companies::list::list_companies))
        .route(TENANTS, routes!(companies::list::list_companies_of_tenant))
        .route(TENANTS, routes!(companies::create::create_company))
        .route(TENANTS, routes!(companies::update::update_company))
        .route(TENANTS, routes!(companies::delete::delete_company))
        .route(GROUPS, routes!(groups::list::list_groups))
        .route(GROUPS, routes!(groups::list::list_groups_of_company))
        .route(GROUPS, routes!(groups::get::get_group))
        .route(GROUPS, routes!(groups::create::create_group))
        .route(GROUPS, routes!(groups::update::update_group))
        .tagged("core", "Sessions and administration: people, organisations, and their common settings.")
        .with_state(tenancy)
}
