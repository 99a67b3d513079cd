//! Whose certificates are trusted.

use std::path::Path;
use std::sync::Arc;

use reqwest::{Client, ClientBuilder};
use rustls::crypto::ring;
use rustls::{ClientConfig, RootCertStore};
use rustls_pki_types::CertificateDer;
use rustls_pki_types::pem::PemObject as _;

use crate::Error;

/// `authority` is a file of certificates (PEM) that are trusted besides the usual ones.
pub(crate) fn trusting(authority: Option<&Path>) -> Result<ClientConfig, Error> {
    let mut roots = RootCertStore { roots: webpki_roots::TLS_SERVER_ROOTS.to_vec() };
    if let Some(file) = authority {
        for certificate in CertificateDer::pem_file_iter(file).map_err(failed)? {
            roots.add(certificate.map_err(failed)?).map_err(failed)?;
        }
    }
    let config = ClientConfig::builder_with_provider(Arc::new(ring::default_provider()));
    let config = config.with_safe_default_protocol_versions().map_err(failed)?;
    Ok(config.with_root_certificates(roots).with_no_client_auth())
}

/// A client with this TLS, and nothing else set.
#[expect(clippy::disallowed_methods, reason = "this is the one that the others begin with")]
pub(crate) fn client(tls: ClientConfig) -> ClientBuilder {
    Client::builder().tls_backend_preconfigured(tls)
}

fn failed(error: impl std::fmt::Display) -> Error {
    Error::Failed(error.to_string())
}
