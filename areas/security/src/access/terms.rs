//! What the terms of use of nodes mean for the actor.

use std::collections::{HashMap, HashSet};

use authz::{Release, Withheld};
use db::Conn;
use primitives::{Clock, NodeId, NodeRole, Seconds, TenantId};
use room::contributed;

use super::{Access, VisibleNode};
use crate::terms::{Terms, TermsByNode, TermsSource};
use crate::{Error, Result};

/// What was read of terms during one closure.
#[derive(Debug, Default)]
pub(crate) struct KnownTerms {
    has_any: HashMap<TenantId, bool>,
    allowed: Option<HashSet<NodeId>>,
}

impl VisibleNode {
    /// Refuses to give the bytes to the actor if terms of use withhold them, whatever the act is.
    pub fn require_release(&self) -> Result<()> {
        authz::released(&self.facts).map_err(Error::from)
    }
}

impl Access<'_> {
    /// As `find_visible`, for acts that give bytes away: with whether the terms of use release them.
    pub fn find_visible_with_terms(&mut self, conn: &mut Conn<'_>, node: NodeId) -> Result<VisibleNode> {
        let mut seen = self.find_visible(conn, node)?;
        self.add_terms(conn, &mut seen)?;
        Ok(seen)
    }

    /// Finds out whether the terms of use of a visible node release its bytes to the actor.
    pub fn add_terms(&mut self, conn: &mut Conn<'_>, seen: &mut VisibleNode) -> Result<()> {
        // They bind readers only; nobody without a role gets bytes.
        if seen.facts.role == Some(NodeRole::Reader) {
            let terms = self.terms_at(conn, &seen.node)?;
            seen.facts.release = self.withheld(conn, terms)?.map_or(Release::Free, Release::Withheld);
        }
        Ok(())
    }

    /// The terms at a node.
    pub fn terms_at(&mut self, conn: &mut Conn<'_>, node: &nodes::Node) -> Result<Terms> {
        match self.source(conn, node.tenant)? {
            Some(source) => Ok((source.at)(conn, node.id)?),
            None => Ok(Terms::default()),
        }
    }

    /// The own terms of nodes of a tenant, without those that have none: what lies in a folder has the folder's besides.
    pub fn own_terms(&mut self, conn: &mut Conn<'_>, tenant: TenantId, nodes: &[NodeId]) -> Result<TermsByNode> {
        match self.source(conn, tenant)? {
            Some(source) if !nodes.is_empty() => Ok((source.own)(conn, nodes)?),
            _ => Ok(TermsByNode::new()),
        }
    }

    /// Why the actor does not get bytes with these terms, as a reader.
    pub fn withheld(&mut self, conn: &mut Conn<'_>, terms: Terms) -> Result<Option<Withheld>> {
        if terms == Terms::default() {
            return Ok(None);
        }
        let now = now(conn);
        if self.terms.allowed.is_none() {
            self.terms.allowed = Some(self.folders_that_allow(conn, now)?);
        }
        Ok(self.terms.allowed.as_ref().and_then(|allowed| terms.withhold(allowed, now)))
    }

    fn folders_that_allow(&self, conn: &mut Conn<'_>, now: Seconds) -> Result<HashSet<NodeId>> {
        match source(conn) {
            Some(source) => Ok((source.allowed)(conn, self.actor().user, now)?),
            None => Ok(HashSet::new()),
        }
    }

    /// How terms are read, if the tenant has any.
    fn source(&mut self, conn: &mut Conn<'_>, tenant: TenantId) -> Result<Option<TermsSource>> {
        let Some(source) = source(conn) else { return Ok(None) };
        let has_any = match self.terms.has_any.get(&tenant) {
            Some(known) => *known,
            None => (source.has_any)(conn, tenant)?,
        };
        self.terms.has_any.insert(tenant, has_any);
        Ok(has_any.then_some(source))
    }
}

/// Whether the time in which a node with these terms may be used is over, for whoever asks.
pub fn have_ended(conn: &Conn<'_>, terms: Terms) -> bool {
    terms.have_ended(now(conn))
}

fn source(conn: &Conn<'_>) -> Option<TermsSource> {
    contributed(conn).all::<TermsSource>().next().copied()
}

/// The program gives its clock to the database.
fn now(conn: &Conn<'_>) -> Seconds {
    conn.carried::<Clock>().cloned().unwrap_or_else(Clock::system).now()
}
