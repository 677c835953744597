//! TLS with PostgreSQL, by rustls and ring as towards receivers of webhooks. What the client below asks for is little more than a handshake;
//! the rest says whose certificates are good, and binds passwords to the connection.

use std::io;
use std::pin::Pin;
use std::sync::Arc;
use std::task::{Context, Poll};

use sha2::{Digest as _, Sha256, Sha384, Sha512};
use tokio::io::{AsyncRead, AsyncWrite, ReadBuf};
use tokio_postgres::Socket;
use tokio_postgres::tls::{ChannelBinding, MakeTlsConnect, TlsConnect, TlsStream};
use tokio_rustls::TlsConnector;
use tokio_rustls::rustls::client::WebPkiServerVerifier;
use tokio_rustls::rustls::client::danger::{HandshakeSignatureValid, ServerCertVerified, ServerCertVerifier};
use tokio_rustls::rustls::crypto::{CryptoProvider, ring, verify_tls12_signature, verify_tls13_signature};
use tokio_rustls::rustls::pki_types::pem::PemObject as _;
use tokio_rustls::rustls::pki_types::{CertificateDer, IpAddr, Ipv4Addr, ServerName, UnixTime};
use tokio_rustls::rustls::{
    CertificateError, ClientConfig, DigitallySignedStruct, Error as TlsError, RootCertStore, SignatureScheme,
};

/// What PostgreSQL calls its protocol. It is asked for where TLS begins without a question first.
const PROTOCOL: &[u8] = b"postgresql";

/// Whose certificates are good.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Trust {
    /// Anybody's: what is sent is kept from those who listen, not from one who takes the server's place.
    Anybody,
    /// Those that an authority vouches for, whatever their host is called.
    Authority,
    /// Those for the host that is asked for.
    Host,
}

/// How connections are encrypted.
#[derive(Clone)]
pub(super) struct Tls {
    config: Arc<ClientConfig>,
    trust: Trust,
}

impl Tls {
    /// Whoever answers is taken for the server.
    pub(super) fn trusting_anybody() -> Self {
        Self::with(Trust::Anybody, None)
    }

    /// Those for whom one of these authorities vouches.
    ///
    /// # Errors
    /// Why they cannot be used.
    pub(super) fn trusting(roots: RootCertStore, trust: Trust) -> Result<Self, String> {
        let provider = Arc::new(ring::default_provider());
        let chain = WebPkiServerVerifier::builder_with_provider(Arc::new(roots), provider).build();
        Ok(Self::with(trust, Some(chain.map_err(|error| error.to_string())?)))
    }

    fn with(trust: Trust, chain: Option<Arc<WebPkiServerVerifier>>) -> Self {
        let provider = Arc::new(ring::default_provider());
        let verifier = Verifier { trust, chain, provider: provider.clone() };
        let mut config = ClientConfig::builder_with_provider(provider)
            .with_safe_default_protocol_versions()
            .expect("the provider has the suites of these versions")
            .dangerous()
            .with_custom_certificate_verifier(Arc::new(verifier))
            .with_no_client_auth();
        config.alpn_protocols = vec![PROTOCOL.to_vec()];
        Self { config: Arc::new(config), trust }
    }
}

/// The authorities in a file.
///
/// # Errors
/// Why there are none.
pub(super) fn roots_in(file: &str) -> Result<RootCertStore, String> {
    let unreadable = |error: &dyn std::fmt::Display| format!("sslrootcert {file} cannot be read: {error}");
    let mut roots = RootCertStore::empty();
    for certificate in CertificateDer::pem_file_iter(file).map_err(|error| unreadable(&error))? {
        let certificate = certificate.map_err(|error| unreadable(&error))?;
        roots.add(certificate).map_err(|error| unreadable(&error))?;
    }
    if roots.is_empty() {
        return Err(format!("sslrootcert {file} holds no certificate; expected one of an authority, in PEM"));
    }
    Ok(roots)
}

/// The authorities that the system trusts.
///
/// # Errors
/// Where there are none.
pub(super) fn roots_of_system() -> Result<RootCertStore, String> {
    let mut roots = RootCertStore::empty();
    roots.add_parsable_certificates(rustls_native_certs::load_native_certs().certs);
    if roots.is_empty() {
        return Err("the system has no certificate authorities; expected sslrootcert=FILE".to_owned());
    }
    Ok(roots)
}

/// Judges certificates.
#[derive(Debug)]
struct Verifier {
    trust: Trust,
    /// Where anybody is asked.
    chain: Option<Arc<WebPkiServerVerifier>>,
    provider: Arc<CryptoProvider>,
}

impl ServerCertVerifier for Verifier {
    fn verify_server_cert(
        &self,
        certificate: &CertificateDer<'_>,
        intermediates: &[CertificateDer<'_>],
        name: &ServerName<'_>,
        ocsp: &[u8],
        now: UnixTime,
    ) -> Result<ServerCertVerified, TlsError> {
        let Some(chain) = &self.chain else { return Ok(ServerCertVerified::assertion()) };
        match chain.verify_server_cert(certificate, intermediates, name, ocsp, now) {
            // The name is looked at after everything else.
            Err(TlsError::InvalidCertificate(
                CertificateError::NotValidForName | CertificateError::NotValidForNameContext { .. },
            )) if self.trust == Trust::Authority => Ok(ServerCertVerified::assertion()),
            verified => verified,
        }
    }

    fn verify_tls12_signature(
        &self,
        message: &[u8],
        certificate: &CertificateDer<'_>,
        signed: &DigitallySignedStruct,
    ) -> Result<HandshakeSignatureValid, TlsError> {
        verify_tls12_signature(message, certificate, signed, &self.provider.signature_verification_algorithms)
    }

    fn verify_tls13_signature(
        &self,
        message: &[u8],
        certificate: &CertificateDer<'_>,
        signed: &DigitallySignedStruct,
    ) -> Result<HandshakeSignatureValid, TlsError> {
        verify_tls13_signature(message, certificate, signed, &self.provider.signature_verification_algorithms)
    }

    fn supported_verify_schemes(&self) -> Vec<SignatureScheme> {
        self.provider.signature_verification_algorithms.supported_schemes()
    }
}

impl MakeTlsConnect<Socket> for Tls {
    type Stream = Encrypted;
    type TlsConnect = Handshake;
    type Error = String;

    fn make_tls_connect(&mut self, host: &str) -> Result<Handshake, String> {
        Ok(Handshake { tls: self.clone(), host: host.to_owned() })
    }
}

/// A handshake with one server.
pub(super) struct Handshake {
    tls: Tls,
    host: String,
}

impl TlsConnect<Socket> for Handshake {
    type Stream = Encrypted;
    type Error = String;
    type Future = Pin<Box<dyn Future<Output = Result<Encrypted, String>> + Send>>;

    fn connect(self, stream: Socket) -> Self::Future {
        Box::pin(async move {
            let Self { tls: Tls { config, trust }, host } = self;
            let name = match ServerName::try_from(host.clone()) {
                Ok(name) => name,
                // Nobody is asked whether it is right, and an address is not sent.
                Err(_) if trust != Trust::Host => ServerName::IpAddress(IpAddr::V4(Ipv4Addr::from([0; 4]))),
                Err(_) => return Err(format!("{host:?} is no name that a certificate could be for")),
            };
            let expected = match trust {
                Trust::Anybody => "a server that speaks TLS 1.2 or later".to_owned(),
                Trust::Authority => "a certificate that sslrootcert vouches for".to_owned(),
                Trust::Host => format!("a certificate for {host} that sslrootcert vouches for"),
            };
            let encrypted = TlsConnector::from(config).connect(name, stream).await;
            encrypted.map(|stream| Encrypted(Box::new(stream))).map_err(|error| format!("{error}; expected {expected}"))
        })
    }
}

/// A connection that is encrypted.
pub(super) struct Encrypted(Box<tokio_rustls::client::TlsStream<Socket>>);

impl AsyncRead for Encrypted {
    fn poll_read(mut self: Pin<&mut Self>, context: &mut Context<'_>, to: &mut ReadBuf<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.0).poll_read(context, to)
    }
}

impl AsyncWrite for Encrypted {
    fn poll_write(mut self: Pin<&mut Self>, context: &mut Context<'_>, from: &[u8]) -> Poll<io::Result<usize>> {
        Pin::new(&mut self.0).poll_write(context, from)
    }

    fn poll_flush(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.0).poll_flush(context)
    }

    fn poll_shutdown(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.0).poll_shutdown(context)
    }
}

impl TlsStream for Encrypted {
    /// A password that is proved over this connection is of no use to one between it and the server.
    fn channel_binding(&self) -> ChannelBinding {
        let certificate = self.0.get_ref().1.peer_certificates().and_then(<[_]>::first);
        let end_point = certificate.and_then(|certificate| end_point(certificate));
        end_point.map_or_else(ChannelBinding::none, ChannelBinding::tls_server_end_point)
    }
}

/// The digest of a certificate by which a connection is told from others (RFC 5929, section 4.1): that of its signature, and SHA-256 in
/// place of older ones. None for signatures that have none of their own.
fn end_point(certificate: &[u8]) -> Option<Vec<u8>> {
    const RSA: &[u8] = &[0x2a, 0x86, 0x48, 0x86, 0xf7, 0x0d, 0x01, 0x01];
    const ECDSA: &[u8] = &[0x2a, 0x86, 0x48, 0xce, 0x3d, 0x04, 0x03];
    let algorithm = signature_algorithm(certificate)?;
    match (algorithm.strip_prefix(RSA), algorithm.strip_prefix(ECDSA)) {
        // MD5, SHA-1 and SHA-256.
        (Some([4 | 5 | 11]), _) | (_, Some([2])) => Some(Sha256::digest(certificate).to_vec()),
        (Some([12]), _) | (_, Some([3])) => Some(Sha384::digest(certificate).to_vec()),
        (Some([13]), _) | (_, Some([4])) => Some(Sha512::digest(certificate).to_vec()),
        _ => None,
    }
}

/// The identifier of the algorithm by which a certificate is signed: it stands first in the second of its three parts.
fn signature_algorithm(certificate: &[u8]) -> Option<&[u8]> {
    let (parts, _) = der_value(certificate)?;
    let (_, after_content) = der_value(parts)?;
    let (algorithm, _) = der_value(after_content)?;
    der_value(algorithm).map(|(identifier, _)| identifier)
}

/// The content of the first value, and what comes after it.
fn der_value(bytes: &[u8]) -> Option<(&[u8], &[u8])> {
    const LONG: u8 = 0x80;
    let (_tag, rest) = bytes.split_first()?;
    let (first, rest) = rest.split_first()?;
    if *first < LONG {
        return rest.split_at_checked(usize::from(*first));
    }
    let (length, rest) = rest.split_at_checked(usize::from(first - LONG))?;
    let length =
        length.iter().try_fold(0_usize, |length, byte| length.checked_mul(256)?.checked_add((*byte).into()))?;
    rest.split_at_checked(length)
}

#[cfg(test)]
mod tests {
    use super::*;

    const SERVER: &[u8] = include_bytes!("../../../tests/webhooks/server.der");

    #[test]
    fn a_certificate_is_told_by_the_digest_of_its_signature() {
        assert_eq!(end_point(SERVER).unwrap(), Sha256::digest(SERVER).to_vec());
        let place = SERVER.windows(8).rposition(|bytes| bytes[..7] == [0x2a, 0x86, 0x48, 0xce, 0x3d, 0x04, 0x03]);
        let place = place.expect("it is signed by ECDSA") + 7;
        for (last, bytes) in [(2, 32), (3, 48), (4, 64)] {
            let mut other = SERVER.to_vec();
            other[place] = last;
            assert_eq!(end_point(&other).map(|digest| digest.len()), Some(bytes));
            other[place] = 9;
            assert_eq!(end_point(&other), None, "nobody knows it");
        }
        for length in 0..SERVER.len() {
            assert_eq!(end_point(&SERVER[..length]), None, "{length} bytes");
        }
        assert_eq!(end_point(&[0x30, 0xff, 0xff, 0xff]), None);
    }
}
