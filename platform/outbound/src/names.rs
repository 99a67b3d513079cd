use reqwest::dns::{Addrs, Name, Resolve, Resolving};

/// [`names::resolve`] for reqwest.
#[derive(Clone, Copy)]
pub(crate) struct Names;

impl Resolve for Names {
    fn resolve(&self, name: Name) -> Resolving {
        Box::pin(async move { Ok(Box::new(::names::resolve(name.as_str(), 0).await?.into_iter()) as Addrs) })
    }
}
