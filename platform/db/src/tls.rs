//! TLS to PostgreSQL, with rustls: what an address asks for, and which servers are trusted for it.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use rustls_pki_types::pem::PemObject as _;
use rustls_pki_types::{CertificateDer, PrivateKeyDer, ServerName, UnixTime};
use tokio_postgres_rustls::MakeRustlsConnect;
use tokio_rustls::rustls::client::danger::{HandshakeSignatureValid, ServerCertVerified, ServerCertVerifier};
use tokio_rustls::rustls::client::{WebPkiServerVerifier, verify_server_name};
use tokio_rustls::rustls::crypto::{self, CryptoProvider};
use tokio_rustls::rustls::server::ParsedCertificate;
use tokio_rustls::rustls::{ClientConfig, DigitallySignedStruct, Error as TlsError, RootCertStore, SignatureScheme};

use crate::Result;
use crate::error::wrong;
use crate::tls_failure::is_about_name;

/// `sslmode`, as libpq has it, from no TLS to a server whose certificate and name are checked.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd)]
pub(crate) enum Mode {
    Disable,
    #[default]
    Prefer,
    Require,
    VerifyCa,
    VerifyFull,
}

/// What an address says about TLS.
#[derive(Debug, Default)]
pub(crate) struct TlsOptions {
    pub mode: Mode,
    has_mode: bool,
    /// Certificates (PEM) that are trusted, instead of the usual authorities.
    pub authorities: Option<PathBuf>,
    /// Our own certificate and its key (PEM).
    certificate: Option<PathBuf>,
    key: Option<PathBuf>,
}

/// The authorities of browsers, as libpq names those of its system.
const USUAL: &str = "system";

impl TlsOptions {
    /// Notes the option; false if it is none of these.
    pub fn take(&mut self, name: &str, value: &str) -> Result<bool> {
        match name {
            "sslmode" => (self.mode, self.has_mode) = (mode(value)?, true),
            "sslrootcert" => self.authorities = Some(value.into()),
            "sslcert" => self.certificate = Some(value.into()),
            "sslkey" => self.key = Some(value.into()),
            _ => return Ok(false),
        }
        Ok(true)
    }

    /// As libpq reads them together: a file of authorities makes `require` verify them.
    pub fn checked(mut self) -> Result<Self> {
        if self.authorities.as_deref() == Some(Path::new(USUAL)) {
            if self.has_mode && self.mode != Mode::VerifyFull {
                return Err(wrong("sslrootcert=system needs sslmode=verify-full"));
            }
            (self.mode, self.authorities) = (Mode::VerifyFull, None);
        }
        if self.certificate.is_some() != self.key.is_some() {
            return Err(wrong("sslcert and sslkey belong together"));
        }
        if self.mode == Mode::Require && self.authorities.is_some() {
            self.mode = Mode::VerifyCa;
        }
        Ok(self)
    }

    pub fn connector(&self) -> Result<MakeRustlsConnect> {
        let provider = Arc::new(crypto::ring::default_provider());
        let trust = Trust::new(self, &provider)?;
        let config = ClientConfig::builder_with_provider(provider)
            .with_safe_default_protocol_versions()
            .map_err(|error| wrong(&error.to_string()))?
            .dangerous()
            .with_custom_certificate_verifier(Arc::new(trust));
        let config = match (&self.certificate, &self.key) {
            (Some(certificate), Some(key)) => {
                let read = PrivateKeyDer::from_pem_file(key).map_err(|error| unreadable("sslkey", key, &error))?;
                let ours = certificates("sslcert", certificate)?;
                let config = config.with_client_auth_cert(ours, read);
                config.map_err(|error| wrong(&format!("sslcert and sslkey: {error}")))?
            }
            _ => config.with_no_client_auth(),
        };
        Ok(MakeRustlsConnect::new(config))
    }
}

fn mode(value: &str) -> Result<Mode> {
    Ok(match value {
        "disable" => Mode::Disable,
        "prefer" => Mode::Prefer,
        "require" => Mode::Require,
        "verify-ca" => Mode::VerifyCa,
        "verify-full" => Mode::VerifyFull,
        other => {
            let modes = "sslmode is disable, prefer, require, verify-ca or verify-full";
            return Err(wrong(&format!("{modes}, not {other:?}")));
        }
    })
}

fn certificates(option: &str, file: &Path) -> Result<Vec<CertificateDer<'static>>> {
    let read = CertificateDer::pem_file_iter(file).and_then(Iterator::collect::<Result<Vec<_>, _>>);
    match read {
        Ok(found) if found.is_empty() => Err(unreadable(option, file, &"it contains no certificate")),
        read => read.map_err(|error| unreadable(option, file, &error)),
    }
}

fn unreadable(option: &str, file: &Path, reason: &impl std::fmt::Display) -> crate::Error {
    wrong(&format!("{option}, the file {}: {reason}", file.display()))
}

/// Which servers are trusted.
#[derive(Debug)]
struct Trust {
    provider: Arc<CryptoProvider>,
    /// Without it, all are.
    chain: Option<Arc<WebPkiServerVerifier>>,
    /// The certificates of the file. A server may have one of them itself, which rustls would refuse as an authority's.
    named: Vec<CertificateDer<'static>>,
    checks_name: bool,
}

impl Trust {
    fn new(options: &TlsOptions, provider: &Arc<CryptoProvider>) -> Result<Self> {
        let mut roots = RootCertStore::empty();
        let named = options.authorities.as_deref().map(|file| certificates("sslrootcert", file)).transpose()?;
        match &named {
            Some(named) => drop(roots.add_parsable_certificates(named.iter().cloned())),
            None if options.mode >= Mode::VerifyCa => roots.extend(webpki_roots::TLS_SERVER_ROOTS.iter().cloned()),
            None => {}
        }
        let chain = (named.is_some() || options.mode >= Mode::VerifyCa)
            .then(|| WebPkiServerVerifier::builder_with_provider(Arc::new(roots), provider.clone()).build())
            .transpose()
            .map_err(|error| wrong(&format!("sslrootcert: {error}")))?;
        let checks_name = options.mode == Mode::VerifyFull;
        Ok(Self { provider: provider.clone(), chain, named: named.unwrap_or_default(), checks_name })
    }
}

impl ServerCertVerifier for Trust {
    fn verify_server_cert(
        &self,
        certificate: &CertificateDer<'_>,
        intermediates: &[CertificateDer<'_>],
        name: &ServerName<'_>,
        ocsp: &[u8],
        now: UnixTime,
    ) -> Result<ServerCertVerified, TlsError> {
        let Some(chain) = &self.chain else { return Ok(ServerCertVerified::assertion()) };
        if self.named.iter().any(|named| named == certificate) {
            if self.checks_name {
                verify_server_name(&ParsedCertificate::try_from(certificate)?, name)?;
            }
            return Ok(ServerCertVerified::assertion());
        }
        match chain.verify_server_cert(certificate, intermediates, name, ocsp, now) {
            // The name is checked last: everything else holds.
            Err(TlsError::InvalidCertificate(error)) if is_about_name(&error) && !self.checks_name => {
                Ok(ServerCertVerified::assertion())
            }
            verified => verified,
        }
    }

    fn verify_tls12_signature(
        &self,
        message: &[u8],
        certificate: &CertificateDer<'_>,
        signature: &DigitallySignedStruct,
    ) -> Result<HandshakeSignatureValid, TlsError> {
        let known = &self.provider.signature_verification_algorithms;
        crypto::verify_tls12_signature(message, certificate, signature, known)
    }

    fn verify_tls13_signature(
        &self,
        message: &[u8],
        certificate: &CertificateDer<'_>,
        signature: &DigitallySignedStruct,
    ) -> Result<HandshakeSignatureValid, TlsError> {
        let known = &self.provider.signature_verification_algorithms;
        crypto::verify_tls13_signature(message, certificate, signature, known)
    }

    fn supported_verify_schemes(&self) -> Vec<SignatureScheme> {
        self.provider.signature_verification_algorithms.supported_schemes()
    }
}
