//! The list `secrets@1`.

/// The name of the list with its version. A change of what is hidden gets a new version.
pub const VERSION: &str = "secrets@1";

/// A parameter whose value is a secret.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub struct Secret {
    /// The name as its source spells it. Case, `-` and `_` do not matter.
    pub name: &'static str,
    /// What defines the parameter, or `convention` with what it usually has.
    pub source: &'static str,
}

const fn secret(name: &'static str, source: &'static str) -> Secret {
    Secret { name, source }
}

// Names that no document defines. The OWASP Logging Cheat Sheet excludes these kinds of data from logs.
const KEY: &str = "convention: a key";
const PASSWORD: &str = "convention: a password";
const SESSION: &str = "convention: a session";
const ONCE: &str = "convention: a password for one use (RFC 4226, RFC 6238)";
const LINK: &str = "convention: a token of a link in a mail";

// On 2026-11-27 the sections of RFC 5849, 6749, 6750, 7009, 7521, 7636, 8628 and 8693, of SAML, CAS, WebSub and OpenAPI, and those of OpenID
// Connect but for `id_token_hint`, were compared with copies of these documents or with programs that cite the section: each was right. The
// parameters of Google and Azure were seen in programs that use them. What other services document was not compared again.

/// The parameters of the list.
#[rustfmt::skip]
pub const SECRETS: [Secret; 83] = [
    // OAuth 2.0, OpenID Connect and what came before them; in queries and in fragments.
    secret("code", "RFC 6749 section 4.1.2; also the key of an Azure Function"),
    secret("access_token", "RFC 6749 section 4.2.2, RFC 6750 section 2.3"),
    secret("refresh_token", "RFC 6749 section 6"),
    secret("client_secret", "RFC 6749 section 2.3.1"),
    secret("password", "RFC 6749 section 4.3.2"),
    secret("token", "RFC 7009 section 2.1"),
    secret("assertion", "RFC 7521 section 4.1"),
    secret("client_assertion", "RFC 7521 section 4.2"),
    secret("code_verifier", "RFC 7636 section 4.5"),
    secret("device_code", "RFC 8628 section 3.4"),
    secret("user_code", "RFC 8628 section 3.3.1"),
    secret("subject_token", "RFC 8693 section 2.1"),
    secret("actor_token", "RFC 8693 section 2.1"),
    secret("id_token", "OpenID Connect Core 1.0 section 3.2.2.5"),
    secret("id_token_hint", "OpenID Connect Core 1.0 section 3.1.2.1"),
    secret("logout_token", "OpenID Connect Back-Channel Logout 1.0 section 2.5"),
    secret("oauth_token", "RFC 5849 section 2.2"),
    secret("oauth_token_secret", "RFC 5849 section 2.1"),
    secret("oauth_verifier", "RFC 5849 section 2.2"),
    secret("oauth_signature", "RFC 5849 section 3.1"),
    secret("SAMLRequest", "SAML 2.0 Bindings section 3.4.4"),
    secret("SAMLResponse", "SAML 2.0 Bindings section 3.4.4"),
    secret("SAMLart", "SAML 2.0 Bindings section 3.6.3"),
    secret("ticket", "CAS Protocol 3.0 section 2.5"),
    secret("jwt", "convention: a token of RFC 7519"),
    // Signed URLs.
    secret("X-Amz-Signature", "AWS Signature Version 4, query parameters"),
    secret("X-Amz-Security-Token", "AWS Signature Version 4, query parameters"),
    secret("X-Goog-Signature", "Google Cloud Storage, signed URLs"),
    secret("Signature", "AWS Signature Version 2, Amazon CloudFront signed URLs, Google Maps"),
    secret("sig", "Azure Storage, shared access signatures"),
    secret("hmac", "Shopify, OAuth callbacks"),
    secret("appsecret_proof", "Meta Graph API"),
    secret("hub.secret", "WebSub section 5.1"),
    secret("hub.verify_token", "Meta webhooks"),
    // Keys of interfaces.
    secret("key", "Google Cloud, API keys"),
    secret("api_key", "OpenAPI 3.1 section 4.8.27, apiKey in a query"),
    secret("x-api-key", "Amazon API Gateway, the header as a parameter"),
    secret("Ocp-Apim-Subscription-Key", "Azure API Management, the header as a parameter"),
    secret("aws_secret_access_key", "AWS, the shared credentials file"),
    secret("SharedAccessKey", "Azure Event Hubs and Service Bus, connection strings"),
    secret("AccountKey", "Azure Storage, connection strings"),
    secret("auth_code", "TikTok API for Business, Alipay: the code of RFC 6749 section 4.1.2"),
    secret("app_key", "Edamam API, Transport API"),
    secret("application_key", "Datadog API, version 1"),
    secret("api.key", KEY),
    secret("subscription-key", "Azure API Management"),
    secret("hapikey", "HubSpot API, until 2022"),
    secret("private_token", "GitLab REST API"),
    secret("job_token", "GitLab REST API"),
    secret("private_key", KEY),
    secret("access_key", KEY),
    secret("secret_key", KEY),
    secret("secret", KEY),
    secret("auth", "Firebase Realtime Database REST API"),
    secret("authorization", "convention: the header of RFC 9110 section 11.6.2"),
    secret("bearer", "convention: a token of RFC 6750"),
    secret("credential", PASSWORD),
    secret("credentials", PASSWORD),
    // Passwords and sessions.
    secret("passwd", PASSWORD),
    secret("pwd", PASSWORD),
    secret("pass", PASSWORD),
    secret("passphrase", PASSWORD),
    secret("otp", ONCE),
    secret("pin", PASSWORD),
    secret("jsessionid", "Jakarta Servlet 6.0 section 7.1.3"),
    secret("PHPSESSID", "PHP, the default of session.name"),
    secret("sid", SESSION),
    secret("session", SESSION),
    secret("sessionid", SESSION),
    secret("authenticity_token", "Ruby on Rails, protect_from_forgery"),
    secret("pw", PASSWORD),
    secret("pswd", PASSWORD),
    secret("userpass", PASSWORD),
    secret("password1", "Django, forms that ask for a password twice"),
    secret("password2", "Django, forms that ask for a password twice"),
    secret("password_confirmation", "Ruby on Rails, has_secure_password"),
    secret("mfa", ONCE),
    secret("totp", ONCE),
    secret("csrf", "convention: a token against forged requests"),
    secret("activation_code", LINK),
    secret("activation_key", LINK),
    secret("invite_code", LINK),
    secret("magic_link", LINK),
];

/// A name that ends in one of these, without `-` and `_`, is a secret as well: `reset_password_token`, `hub.secret`.
pub const ENDINGS: [&str; 14] = [
    "token", "secret", "password", "passwd", "passphrase", "apikey", "secretkey", "signature", "sessionid",
    "accesskey", "privatekey", "subscriptionkey", "accountkey", "authcode",
];

/// A user that begins with one of these is a token: GitHub, GitLab, Docker, Stripe, npm, PyPI, Slack, Hugging Face, Shopify, OpenAI. The
/// documentation of each service defines them.
pub const TOKENS: [&str; 22] = [
    "ghp_", "gho_", "ghu_", "ghs_", "ghr_", "github_pat_", "glpat-", "gldt-", "dckr_pat_", "sk_live_", "sk_test_",
    "rk_live_", "npm_", "pypi-", "xoxb-", "rk_test_", "xoxp-", "xapp-", "hf_", "shpat_", "glrt-", "sk-",
];

/// The names alone, so that a program that only redacts does not hold the sources.
pub(crate) static NAMES: [&str; SECRETS.len()] = {
    let mut names = [""; SECRETS.len()];
    let mut nth = 0;
    while nth < names.len() {
        names[nth] = SECRETS[nth].name;
        nth += 1;
    }
    names
};
