//! The look-up of names for requests that may only go to public addresses.

use std::net::SocketAddr;

use reqwest::dns::{Addrs, Name, Resolve, Resolving};

use crate::Error;
use crate::address::is_public;

/// Every address of a name must be public. The client connects to just the addresses that it gets from here: a second
/// look-up could differ.
pub(crate) struct OnlyPublic<R>(pub R);

impl<R: Resolve> Resolve for OnlyPublic<R> {
    fn resolve(&self, name: Name) -> Resolving {
        let found = self.0.resolve(name);
        Box::pin(async move {
            let addresses: Vec<SocketAddr> = found.await?.collect();
            if !addresses.iter().all(|address| is_public(address.ip())) {
                return Err(Error::NotPublic.into());
            }
            Ok(Box::new(addresses.into_iter()) as Addrs)
        })
    }
}
