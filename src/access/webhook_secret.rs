//! The secret by which a receiver of webhooks knows that a message is ours: 256 bits, written `whsec_` and base64, and the signature of a
//! message by it, as the Standard Webhooks specification has both (version `v1`: HMAC-SHA256).

use std::fmt;

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use hmac::{Hmac, KeyInit as _, Mac as _};
use sha2::Sha256;

use crate::domain::{Error, StorageErrorKind};

/// What every secret begins with.
const PREFIX: &str = "whsec_";
/// The specification asks for 24 to 64 bytes; the hash has 32.
const SECRET_BYTES: usize = 32;

/// A secret of a webhook. `Debug` shows nothing of it.
#[derive(Clone, PartialEq, Eq)]
pub struct WebhookSecret(Vec<u8>);

impl WebhookSecret {
    /// A new secret of the system's randomness.
    pub(crate) fn new() -> Result<Self, Error> {
        let mut random = vec![0; SECRET_BYTES];
        getrandom::fill(&mut random).map_err(|error| {
            Error::store(StorageErrorKind::Io, format!("the system gives no random bytes: {error}"))
        })?;
        Ok(Self(random))
    }

    /// A secret as [`WebhookSecret::reveal`] writes it; none where the text is none.
    pub fn read(text: &str) -> Option<Self> {
        STANDARD.decode(text.strip_prefix(PREFIX)?).ok().filter(|bytes| !bytes.is_empty()).map(Self)
    }

    /// The secret, to be shown to whoever receives the messages and to nobody else.
    pub fn reveal(&self) -> String {
        format!("{PREFIX}{}", STANDARD.encode(&self.0))
    }

    /// The signature of a message, of this id and sent at this time: `v1,` and base64.
    ///
    /// ```
    /// use rolefit::access::WebhookSecret;
    ///
    /// // The example of the Standard Webhooks specification.
    /// let secret = WebhookSecret::read("whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw").expect("a secret");
    /// let signature = secret.sign("msg_p5jXN8AQM9LWM0D4loKWxJek", 1_614_265_330, br#"{"test": 2432232314}"#);
    /// assert_eq!(signature, "v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=");
    /// ```
    pub fn sign(&self, id: &str, seconds: i64, body: &[u8]) -> String {
        let mut mac = Hmac::<Sha256>::new_from_slice(&self.0).expect("keys of any length are taken");
        mac.update(format!("{id}.{seconds}.").as_bytes());
        mac.update(body);
        format!("v1,{}", STANDARD.encode(mac.finalize().into_bytes()))
    }
}

impl fmt::Debug for WebhookSecret {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("WebhookSecret(..)")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_secret_is_read_back_and_shown_by_nothing_else() {
        let secret = WebhookSecret::new().unwrap();
        assert_eq!(WebhookSecret::read(&secret.reveal()), Some(secret.clone()));
        assert_eq!(format!("{secret:?}"), "WebhookSecret(..)");
        assert_ne!(secret, WebhookSecret::new().unwrap());
        for bad in ["", "whsec_", "whsec_!", "MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw"] {
            assert_eq!(WebhookSecret::read(bad), None, "{bad}");
        }
    }

    #[test]
    fn a_signature_is_of_the_id_the_time_and_the_body() {
        let secret = WebhookSecret::new().unwrap();
        let signature = secret.sign("msg_1", 5, b"{}");
        assert_eq!(signature, secret.sign("msg_1", 5, b"{}"));
        for other in [secret.sign("msg_2", 5, b"{}"), secret.sign("msg_1", 6, b"{}"), secret.sign("msg_1", 5, b"[]")] {
            assert_ne!(signature, other);
        }
    }
}
