//! What stands before a route. A route without a gate cannot be written: the router has no way to add one.

use primitives::{AppInstanceId, Application};

use crate::{Actor, Role};

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Gate {
    /// Anybody, signed in or not.
    Public,
    /// A live session, even while a password reset is due: what such a user needs to get out of it.
    Session,
    /// A live session.
    SignedIn,
    /// A live session with one of these roles.
    Roles(&'static [Role]),
    /// A live session whose user has the application instance that the path names.
    App(Application),
    /// As `App`, and with one of these roles.
    AppRoles(Application, &'static [Role]),
    /// As `App`, and the byte cookie is accepted in place of the token, so that an image can be shown.
    AppBytes(Application),
    /// As `SignedIn`, and the byte cookie is accepted in place of the token.
    Bytes,
    /// A live session. The path names no instance, so any instance of the application that the user has is enough.
    AnyApp(Application),
    /// As `AnyApp`, and the byte cookie is accepted in place of the token.
    AnyAppBytes(Application),
    /// As `Roles`, and the byte cookie is accepted in place of the token.
    RolesBytes(&'static [Role]),
    /// A one-use ticket that the route itself checks.
    Ticket,
}

/// Why a gate refuses an actor.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum GateDenied {
    NoSession,
    PasswordResetDue,
    WrongRole,
    NotTheirInstance,
}

impl Gate {
    pub fn needs_session(self) -> bool {
        !matches!(self, Self::Public | Self::Ticket)
    }

    pub fn accepts_cookie(self) -> bool {
        matches!(self, Self::AppBytes(_) | Self::AnyAppBytes(_) | Self::Bytes | Self::RolesBytes(_))
    }

    /// Whether `actor` may pass; `instance` is the application instance that the path names, if it names one.
    pub fn admit(self, actor: Option<&Actor>, instance: Option<AppInstanceId>) -> Result<(), GateDenied> {
        if !self.needs_session() {
            return Ok(());
        }
        let actor = actor.ok_or(GateDenied::NoSession)?;
        if actor.must_reset_password && self != Self::Session {
            return Err(GateDenied::PasswordResetDue);
        }
        match self {
            Self::Public | Self::Ticket | Self::Session | Self::SignedIn | Self::Bytes => Ok(()),
            Self::Roles(roles) | Self::RolesBytes(roles) => {
                if actor.roles().iter().any(|role| roles.contains(role)) {
                    Ok(())
                } else {
                    Err(GateDenied::WrongRole)
                }
            }
            Self::AppRoles(application, roles) => {
                Self::App(application).admit(Some(actor), instance)?;
                Self::Roles(roles).admit(Some(actor), instance)
            }
            Self::AnyApp(application) | Self::AnyAppBytes(application) => {
                let theirs = actor.instances.iter().any(|instance| instance.application == application);
                if theirs { Ok(()) } else { Err(GateDenied::NotTheirInstance) }
            }
            Self::App(application) | Self::AppBytes(application) => {
                let theirs = instance.is_some_and(|id| actor.has_instance(id, application));
                if theirs { Ok(()) } else { Err(GateDenied::NotTheirInstance) }
            }
        }
    }
}

impl std::fmt::Display for Gate {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::Public => f.write_str("public"),
            Self::Session => f.write_str("session, also while a password reset is due"),
            Self::SignedIn => f.write_str("session"),
            Self::Roles(roles) => write!(f, "role: {}", names(roles)),
            Self::RolesBytes(roles) => write!(f, "role: {}; byte cookie accepted", names(roles)),
            Self::App(application) => write!(f, "own {application:?} instance"),
            Self::AppRoles(application, roles) => write!(f, "own {application:?} instance; role: {}", names(roles)),
            Self::AppBytes(application) => write!(f, "own {application:?} instance; byte cookie accepted"),
            Self::AnyApp(application) => write!(f, "any {application:?} instance"),
            Self::AnyAppBytes(application) => write!(f, "any {application:?} instance; byte cookie accepted"),
            Self::Bytes => f.write_str("session; byte cookie accepted"),
            Self::Ticket => f.write_str("one-use ticket"),
        }
    }
}

fn names(roles: &[Role]) -> String {
    let names: Vec<_> = roles.iter().map(|role| format!("{role:?}").to_lowercase()).collect();
    names.join(", ")
}
