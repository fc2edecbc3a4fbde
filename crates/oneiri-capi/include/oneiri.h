/* oneiri.h: URIs and IRIs by RFC 3986 and RFC 3987.
 *
 * Texts.      A text is a pointer and a length in bytes. It is UTF-8 and needs no NUL at its end; a NUL inside is a
 *             character like another, which no grammar allows. A null pointer with the length 0 is the empty text.
 * Units.      Every length, every offset and every capacity counts bytes.
 * Ownership.  The caller owns every buffer. No function keeps a pointer to it after it returns. What
 *             oneiri_policy_compile and oneiri_template_compile make is freed by oneiri_policy_free and
 *             oneiri_template_free; nothing else has to be freed.
 * Results.    A function that writes a text takes a buffer and its capacity. It writes the text, without a NUL at its
 *             end, and its length.
 * Errors.     Every function that can fail returns ONEIRI_OK, which is 0, or another status:
 *             ONEIRI_SHORT     The buffer is too short. It is unchanged, and the length says how much is needed.
 *             ONEIRI_INVALID   A text is invalid, a change is not possible, or a template does not match. The oneiri_error
 *                              says why and where.
 *             ONEIRI_MISUSE    The call is wrong, which is a defect of the caller. Nothing was written.
 *             ONEIRI_INTERNAL  A defect of the library. No function aborts the program or unwinds into the caller.
 *             ONEIRI_DENIED    A policy does not admit the text, or the address.
 *             What a function does not write keeps its value.
 * Threads.    The library has no state. Every function may be called by several threads at once, also with the same
 *             policy or template. Only oneiri_policy_free and oneiri_template_free need their argument for themselves.
 * Numbers.    The numbers below never change. Later versions add numbers and functions, and remove none.
 *
 * A text of unknown length takes two calls at most:
 *
 *     size_t length;
 *     int32_t status = oneiri_apply(ONEIRI_NORMALIZE, ONEIRI_IRI, ONEIRI_RUNG_PATH, text, strlen(text), NULL, 0,
 *                                   buffer, capacity, &length, NULL);
 *     if (status == ONEIRI_SHORT) {
 *         char *longer = realloc(buffer, length);
 *         if (longer == NULL) return -1;
 *         buffer = longer;
 *         capacity = length;
 *         status = oneiri_apply(ONEIRI_NORMALIZE, ONEIRI_IRI, ONEIRI_RUNG_PATH, text, strlen(text), NULL, 0,
 *                               buffer, capacity, &length, NULL);
 *     }
 *
 * This file is generated: `cargo run -p oneiri-capi --example header`. Change the sources instead. */

#ifndef ONEIRI_H
#define ONEIRI_H

#include <stddef.h>
#include <stdint.h>

/** The version of this header. oneiri_version() is that of the library, which may be newer. */
#define ONEIRI_VERSION "0.1.0"

#ifdef __cplusplus
extern "C" {
#endif

/* The results of functions */

typedef enum oneiri_status {
  /** The function did what was asked. */
  ONEIRI_OK = 0,
  /** The result does not fit into the buffer, which is unchanged. The length says how many bytes the result needs. */
  ONEIRI_SHORT = 1,
  /** A text is invalid, a change is not possible, or a template does not match. The `oneiri_error` says why. */
  ONEIRI_INVALID = 2,
  /**
   * The call itself is wrong: an unknown number, a null pointer with a length above zero or for a policy or a template, a
   * length that no buffer or address can have, or an operation of a feature that the library lacks. Nothing was written.
   */
  ONEIRI_MISUSE = 3,
  /** A defect of the library. Nothing was written. Please report it, with the texts. */
  ONEIRI_INTERNAL = 4,
  /** A policy does not admit the text, or the address. `oneiri_policy_check` writes the reasons. */
  ONEIRI_DENIED = 5,
} oneiri_status;

/* Grammars */

typedef enum oneiri_grammar {
  /** A URI: it has a scheme and holds ASCII only (RFC 3986 section 3). */
  ONEIRI_URI = 0,
  /** A URI or a relative reference (RFC 3986 section 4.1). */
  ONEIRI_URI_REFERENCE = 1,
  /** An IRI: it has a scheme and may hold characters beyond ASCII (RFC 3987 section 2.2). */
  ONEIRI_IRI = 2,
  /** An IRI or a relative reference (RFC 3987 section 2.2). */
  ONEIRI_IRI_REFERENCE = 3,
} oneiri_grammar;

/* Components */

typedef enum oneiri_component {
  /** A text on its own, which is none of the components below. */
  ONEIRI_TEXT = 0,
  /** RFC 3986 section 3.1 */
  ONEIRI_SCHEME = 1,
  /** RFC 3986 section 3.2.1 */
  ONEIRI_USERINFO = 2,
  /** RFC 3986 section 3.2.2 */
  ONEIRI_HOST = 3,
  /** RFC 3986 section 3.2.3 */
  ONEIRI_PORT = 4,
  /** RFC 3986 section 3.3 */
  ONEIRI_PATH = 5,
  /** RFC 3986 section 3.4 */
  ONEIRI_QUERY = 6,
  /** RFC 3986 section 3.5 */
  ONEIRI_FRAGMENT = 7,
  /** The whole authority, for `ONEIRI_SET` only (RFC 3986 section 3.2). */
  ONEIRI_AUTHORITY = 8,
} oneiri_component;

/* Rungs of the ladder of comparison: what is equal at one rung is equal at all later rungs */

typedef enum oneiri_rung {
  /** Differs at every rung. */
  ONEIRI_DIFFERENT = (-1),
  /** Identical text (RFC 3986 section 6.2.1). */
  ONEIRI_RUNG_STRING = 0,
  /** Ignores the case of scheme, host and hexadecimal digits (section 6.2.2.1). */
  ONEIRI_RUNG_CASE = 1,
  /** Also decodes escapes that are not needed (section 6.2.2.2). */
  ONEIRI_RUNG_ESCAPE = 2,
  /** Also removes dot segments: complete syntax-based normalization (section 6.2.2.3). */
  ONEIRI_RUNG_PATH = 3,
  /** Also applies the rules of the scheme (section 6.2.3). */
  ONEIRI_RUNG_SCHEME = 4,
} oneiri_rung;

/* Rules that an invalid text breaks. Later versions may add rules: treat an unknown one as ONEIRI_KIND_OTHER */

typedef enum oneiri_kind {
  /** A rule without a number: one of policies, of templates or of the URL Standard, or of a later version of the library. */
  ONEIRI_KIND_OTHER = 0,
  /** A character that the grammar of the component does not allow. */
  ONEIRI_KIND_CHARACTER = 1,
  /** A `%` without two hexadecimal digits. */
  ONEIRI_KIND_ESCAPE = 2,
  /** The scheme is missing, but the grammar requires one. */
  ONEIRI_KIND_SCHEME_MISSING = 3,
  /** The text before the first colon is not a scheme. */
  ONEIRI_KIND_SCHEME_INVALID = 4,
  /** A port that is not decimal digits. */
  ONEIRI_KIND_PORT = 5,
  /** An IP literal that is not closed. */
  ONEIRI_KIND_BRACKET_OPEN = 6,
  /** Text between an IP literal and the end of the host. */
  ONEIRI_KIND_BRACKET_TAIL = 7,
  /** The text between brackets is not an IPv6 address. */
  ONEIRI_KIND_IPV6 = 8,
  /** The text between brackets is not an address of a later IP version. */
  ONEIRI_KIND_IPVFUTURE = 9,
  /** A path after an authority that neither is empty nor begins with `/`. */
  ONEIRI_KIND_PATH_ROOTLESS = 10,
  /** A path that begins with `//` without an authority before it. */
  ONEIRI_KIND_PATH_DOUBLE_SLASH = 11,
  /** A colon in the first segment of a path without a scheme or an authority before it. */
  ONEIRI_KIND_PATH_COLON = 12,
  /** `.` or `..` given as the data of a segment. */
  ONEIRI_KIND_SEGMENT_DOTS = 13,
  /** An empty first segment in a path without a leading slash. */
  ONEIRI_KIND_SEGMENT_EMPTY = 14,
  /** A port beyond 65535, where a number was asked for. */
  ONEIRI_KIND_PORT_RANGE = 15,
  /** Octets that are not UTF-8. */
  ONEIRI_KIND_UTF8 = 16,
} oneiri_kind;

/* An invalid text */

/** No character is meant: the text or the component ends there, or the rule is about more than one character. */
#define ONEIRI_END UINT32_MAX
/** Why a text is invalid: the position, the component, the rule and the character that was found. */
typedef struct oneiri_error {
  /** The offset of the first byte of the fault in the text that `argument` names, or, if that is a component which
   * `ONEIRI_SET` or `oneiri_build` was given, in the component. */
  size_t start;
  /** The offset after the last byte of the fault; equal to `start` where something is missing. */
  size_t end;
  /** The rule: one of `ONEIRI_KIND_...`. */
  int32_t kind;
  /** The component: one of `ONEIRI_TEXT` to `ONEIRI_FRAGMENT`. */
  int32_t component;
  /** The character that was found instead, as a Unicode code point, or the octet if the text is not UTF-8;
   * `ONEIRI_END` if no character is meant. */
  uint32_t found;
  /** The text that is invalid: 0 for the first text of the call, 1 for the second, or for the template of the call. */
  int32_t argument;
} oneiri_error;

/* The ranges of components */

/** A range of bytes. A component that is absent has `SIZE_MAX` for both. */
typedef struct oneiri_range {
  /** The offset of the first byte. */
  size_t start;
  /** The offset after the last byte. */
  size_t end;
} oneiri_range;

/**
 * The ranges of the components of a text. Absent and empty differ: the query of `http://h/?` is empty, and the
 * query of `http://h/` is absent. The path is never absent.
 */
typedef struct oneiri_parts {
  struct oneiri_range scheme;
  struct oneiri_range userinfo;
  struct oneiri_range host;
  struct oneiri_range port;
  struct oneiri_range path;
  struct oneiri_range query;
  struct oneiri_range fragment;
} oneiri_parts;

/* The version of the library */

/** The version of the library, such as `"0.1.0"`: a text that ends with a NUL and lives as long as the program. */
const char *oneiri_version(void);

/* Texts and their components */

/**
 * Parses a text by a grammar and gives the ranges of its components.
 *
 * `grammar` is one of `ONEIRI_URI`, `ONEIRI_URI_REFERENCE`, `ONEIRI_IRI` and `ONEIRI_IRI_REFERENCE`. `text` is
 * UTF-8. `parts` is written for `ONEIRI_OK`, and `error` for `ONEIRI_INVALID`. Both may be null. The sentence that
 * explains an error is the result of the operation `ONEIRI_CHECK`.
 *
 * Requirements:
 * `text` points to `length` bytes; `parts` and `error` are null, or point to memory that can be written.
 */
int32_t oneiri_parse(oneiri_grammar grammar,
                     const char *text,
                     size_t length,
                     struct oneiri_parts *parts,
                     struct oneiri_error *error);

/**
 * Splits any bytes into components by the expression of RFC 3986 appendix B.
 *
 * It checks nothing and accepts everything, also bytes that are not UTF-8. `parts` is written for `ONEIRI_OK`, and may
 * be null.
 *
 * Requirements:
 * `text` points to `length` bytes; `parts` is null, or points to memory that can be written.
 */
int32_t oneiri_split(const char *text, size_t length, struct oneiri_parts *parts);

/**
 * Builds an identifier of components: the reverse of `oneiri_parse`.
 *
 * `parts` are ranges of `text`, in any order; they may overlap. Each component is checked by `grammar`, and so is
 * the whole (RFC 3986 section 5.3). There is an authority if host, userinfo or port is present. `buffer`,
 * `result_length` and `error` are those of `oneiri_apply`; the offsets of the error count from the start of the
 * component that it names. A range that does not lie in `text` is `ONEIRI_MISUSE`.
 *
 * Requirements:
 * As for `oneiri_apply`; `parts` points to an `oneiri_parts`.
 */
int32_t oneiri_build(oneiri_grammar grammar,
                     const char *text,
                     size_t length,
                     const struct oneiri_parts *parts,
                     char *buffer,
                     size_t capacity,
                     size_t *result_length,
                     struct oneiri_error *error);

/* Operations of oneiri_apply */

typedef enum oneiri_operation {
  /** Parses `text`. The result is empty; for an invalid text it is the sentence that says why. */
  ONEIRI_CHECK = 0,
  /** The normal form of `text`. `option` is the rung: `ONEIRI_RUNG_SCHEME`, or another. */
  ONEIRI_NORMALIZE = 1,
  /** Some steps of syntax-based normalization. `option` is a sum of `ONEIRI_STEP_...`. */
  ONEIRI_NORMALIZE_STEPS = 2,
  /** Resolves the reference `other` against the base `text` (RFC 3986 section 5). The base needs a scheme. */
  ONEIRI_RESOLVE = 3,
  /** The shortest reference that leads from the base `text` to the target `other`. Both need a scheme. */
  ONEIRI_RELATIVIZE = 4,
  /** Converts an IRI to a URI (RFC 3987 section 3.1). `grammar` is that of the IRI. */
  ONEIRI_TO_URI = 5,
  /** Converts a URI to an IRI (RFC 3987 section 3.2). `grammar` is that of the URI. */
  ONEIRI_TO_IRI = 6,
  /**
   * Replaces one component of `text` by `other`, or removes it if `other` is a null pointer. `option` is the
   * component: `ONEIRI_SCHEME` to `ONEIRI_AUTHORITY`. If `ONEIRI_REPAIR` is added to it, characters that are not
   * allowed become escapes. A scheme cannot be removed, and a path without a value becomes empty.
   */
  ONEIRI_SET = 7,
  /** The identifier that an invalid text stands for: characters that are not allowed become escapes. */
  ONEIRI_LENIENT = 8,
  /** Percent-encodes all bytes but the unreserved ones and those of the set `other`. `grammar` is not used. */
  ONEIRI_ENCODE = 9,
  /** Decodes every escape and keeps a `%` that begins none. The result may be any bytes. `grammar` is not used. */
  ONEIRI_DECODE = 10,
  /** Decodes every escape; the result is UTF-8, or the call is `ONEIRI_INVALID`. `grammar` is not used. */
  ONEIRI_DECODE_TEXT = 11,
  /** Lines that tell why `text` and `other` are equal, or why they are not. */
  ONEIRI_EXPLAIN = 12,
  /** Lines that tell what is unwise about a valid text as a link, each `code TAB start TAB end TAB sentence`. */
  ONEIRI_LINT = 13,
  /**
   * The URL that `text` is by the URL Standard, as its serializer writes it: what a browser would fetch. `other` is the
   * base, or a null pointer. `grammar` is not used.
   */
  ONEIRI_WHATWG_HREF = 14,
  /** The text with `***` in place of its password, for a log. */
  ONEIRI_REDACT = 21,
  /** A log or another text with `***` in place of the passwords and tokens of the URLs in it. `grammar` is not used. */
  ONEIRI_REDACT_TEXT = 22,
  /** The text that the `htu` of a DPoP proof is compared by: the normal form of `text` at the rung `scheme`, without query and fragment. */
  ONEIRI_HTU = 23,
  /** The text that `file` URLs of one drive are compared by: the normal form of `text` at the rung `scheme`, with the drive as `C:`. No standard says that `c%3A` is the same drive, so it is an assumption, `drive@1`. */
  ONEIRI_DRIVE = 24,
} oneiri_operation;

/* Options of ONEIRI_NORMALIZE_STEPS and of ONEIRI_SET */

/** The step of case (RFC 3986 section 6.2.2.1). */
#define ONEIRI_STEP_CASE 1
/** The step of escapes (section 6.2.2.2). */
#define ONEIRI_STEP_ESCAPE 2
/** The step of dot segments (section 6.2.2.3). */
#define ONEIRI_STEP_PATH 4
/** Added to the component of `ONEIRI_SET`: makes a value fit instead of rejecting it. */
#define ONEIRI_REPAIR 256

/* Operations that write a text */

/**
 * Applies an operation to a text and writes the result into a buffer.
 *
 * `operation` is the number of an operation, such as `ONEIRI_NORMALIZE`. The comment of the number says what `other` and
 * `option` are. Where an operation has no second text, `other` is null and its length zero; where it has no option, `option` is zero.
 * `grammar` is the grammar of both texts, and of the result unless the operation says otherwise. Both texts are UTF-8,
 * but `ONEIRI_ENCODE` takes any bytes.
 *
 * `result_length` is written for `ONEIRI_OK`, `ONEIRI_SHORT` and `ONEIRI_INVALID`. For `ONEIRI_SHORT` the buffer is
 * unchanged: call again with a buffer of at least that length. A buffer of no bytes may be null. For
 * `ONEIRI_INVALID`, `error` is written, and the result is a sentence for people that says what is wrong; if the
 * buffer is too short for the sentence, it is unchanged. The buffer may overlap the texts. `result_length` and
 * `error` may be null.
 *
 * Requirements:
 * `text` points to `length` bytes, and `other` to `other_length` bytes; `capacity` bytes can be written to `buffer`;
 * `result_length` and `error` are null, or point to memory that can be written.
 */
int32_t oneiri_apply(oneiri_operation operation,
                     oneiri_grammar grammar,
                     int32_t option,
                     const char *text,
                     size_t length,
                     const char *other,
                     size_t other_length,
                     char *buffer,
                     size_t capacity,
                     size_t *result_length,
                     struct oneiri_error *error);

/* Comparison */

/**
 * Finds the strictest rung of the ladder of comparison, the one with the lowest number, at which two texts are equal.
 *
 * Both texts are parsed by `grammar`. For `ONEIRI_OK`, `rung` gets one of `ONEIRI_RUNG_...`, or `ONEIRI_DIFFERENT`.
 * For `ONEIRI_INVALID`, `error` is written, and its `argument` says which of the texts is invalid. `rung` and `error`
 * may be null.
 *
 * Requirements:
 * `text` points to `length` bytes, and `other` to `other_length` bytes; `rung` and `error` are null, or point to memory
 * that can be written.
 */
int32_t oneiri_compare(oneiri_grammar grammar,
                       const char *text,
                       size_t length,
                       const char *other,
                       size_t other_length,
                       int32_t *rung,
                       struct oneiri_error *error);

/**
 * Tells whether two texts are equal at a rung.
 *
 * `rung` is one of `ONEIRI_RUNG_...`. Both texts are parsed by `grammar`. For `ONEIRI_OK`, `answer` gets 1 or 0. For
 * `ONEIRI_INVALID`, `error` is written. `answer` and `error` may be null.
 *
 * Requirements:
 * As for `oneiri_compare`.
 */
int32_t oneiri_equivalent(oneiri_grammar grammar,
                          oneiri_rung rung,
                          const char *text,
                          size_t length,
                          const char *other,
                          size_t other_length,
                          int32_t *answer,
                          struct oneiri_error *error);

/* Policies: which URLs a program may touch */

/** A compiled policy. `oneiri_policy_compile` makes it, and `oneiri_policy_free` frees it. */
typedef struct oneiri_policy oneiri_policy;

/**
 * Compiles a policy from a text of TOML.
 *
 * The text `extends = "ssrf"` is the preset of that name; the others are `agent`, `redirect-uri`, `gateway` and
 * `open-redirect`. For `ONEIRI_OK`, `policy` gets the policy, which the caller frees with `oneiri_policy_free`, and
 * the result is empty. For `ONEIRI_INVALID`, `policy` is unchanged, `error` has the place of the fault in the text,
 * and the result is a sentence that says what is wrong. `buffer`, `result_length` and `error` are those of
 * `oneiri_apply`. If `policy` is null, the text is only checked.
 *
 * Requirements:
 * `text` points to `length` bytes; `capacity` bytes can be written to `buffer`; `policy`, `result_length` and `error`
 * are null, or point to memory that can be written.
 */
int32_t oneiri_policy_compile(const char *text,
                              size_t length,
                              struct oneiri_policy **policy,
                              char *buffer,
                              size_t capacity,
                              size_t *result_length,
                              struct oneiri_error *error);

/**
 * Frees a policy. A null pointer is allowed.
 *
 * Requirements:
 * `policy` is null, or was written by `oneiri_policy_compile` and not freed yet. No other call uses it.
 */
void oneiri_policy_free(struct oneiri_policy *policy);

/**
 * Checks a text by a policy.
 *
 * `ONEIRI_OK` means that the policy admits the text, and nothing else means this. The result is the canonical text:
 * forward that text, and not the one that was checked. For `ONEIRI_DENIED`, the result is a line for each reason,
 * `code TAB start TAB end TAB sentence`, with the bytes of the text that are meant; if the buffer is too short for
 * it, the buffer is unchanged. The text is resolved against `base` if that is not a null pointer. `buffer` and
 * `result_length` are those of `oneiri_apply`.
 *
 * Requirements:
 * `policy` was written by `oneiri_policy_compile` and is not freed during the call; `text` points to `length` bytes,
 * and `base` to `base_length` bytes; `capacity` bytes can be written to `buffer`; `result_length` is null, or points
 * to memory that can be written.
 */
int32_t oneiri_policy_check(const struct oneiri_policy *policy,
                            const char *text,
                            size_t length,
                            const char *base,
                            size_t base_length,
                            char *buffer,
                            size_t capacity,
                            size_t *result_length);

/**
 * Tells whether a connection to an address may be made for a text.
 *
 * Call it for the address that the name was resolved to, directly before the connection, and connect to that address:
 * the name may lead to another address the next time. `text` is a text that `oneiri_policy_check` wrote.
 * `address` points to the 4 bytes of an IPv4 address or the 16 bytes of an IPv6 address, in network order, such as a
 * `struct in_addr`. The status is `ONEIRI_OK` if the connection may be made, and `ONEIRI_DENIED` if not, or if the
 * policy does not admit the text without a base.
 *
 * Requirements:
 * As for `oneiri_policy_check`; `address` points to `address_length` bytes.
 */
int32_t oneiri_policy_admits(const struct oneiri_policy *policy,
                             const char *text,
                             size_t length,
                             const uint8_t *address,
                             size_t address_length);

/* URI Templates (RFC 6570) */

/** A URI Template (RFC 6570). `oneiri_template_compile` makes it, and `oneiri_template_free` frees it. */
typedef struct oneiri_template oneiri_template;

/**
 * Compiles a URI Template.
 *
 * For `ONEIRI_OK`, `compiled` gets the template, which the caller frees with `oneiri_template_free`, and the result
 * is empty. For `ONEIRI_INVALID`, `compiled` is unchanged, `error` has the place of the fault in the text, and the
 * result is a sentence that says what is wrong. `buffer`, `result_length` and `error` are those of `oneiri_apply`. If
 * `compiled` is null, the text is only checked.
 *
 * Requirements:
 * `text` points to `length` bytes; `capacity` bytes can be written to `buffer`; `compiled`, `result_length` and
 * `error` are null, or point to memory that can be written.
 */
int32_t oneiri_template_compile(const char *text,
                                size_t length,
                                struct oneiri_template **compiled,
                                char *buffer,
                                size_t capacity,
                                size_t *result_length,
                                struct oneiri_error *error);

/**
 * Frees a template. A null pointer is allowed.
 *
 * Requirements:
 * `compiled` is null, or was written by `oneiri_template_compile` and not freed yet. No other call uses it.
 */
void oneiri_template_free(struct oneiri_template *compiled);

/**
 * Expands a template (RFC 6570 section 3).
 *
 * `values` is a JSON object with a member for each variable that has a value: a text, a number, a truth value, or a
 * list or an object of them; null is no value. `buffer`, `result_length` and `error` are those of `oneiri_apply`. For
 * `ONEIRI_INVALID`, the `argument` of the error is 0 if the values are not such an object, and 1 if the template
 * cannot be expanded with them.
 *
 * Requirements:
 * `compiled` was written by `oneiri_template_compile` and is not freed during the call; `values` points to `length`
 * bytes; `capacity` bytes can be written to `buffer`; `result_length` and `error` are null, or point to memory that
 * can be written.
 */
int32_t oneiri_template_expand(const struct oneiri_template *compiled,
                               const char *values,
                               size_t length,
                               char *buffer,
                               size_t capacity,
                               size_t *result_length,
                               struct oneiri_error *error);

/**
 * Matches a text: the reverse of expansion.
 *
 * The result is a JSON object with a member for each variable that has a value: a text, a list of texts or an object
 * of texts, decoded. `buffer`, `result_length` and `error` are those of `oneiri_apply`. For `ONEIRI_INVALID`, the
 * `argument` of the error is 0 if no values expand to the text, and 1 if the template cannot be matched: it is
 * ambiguous, or an escape in it is not that of a whole character.
 *
 * Requirements:
 * As for `oneiri_template_expand`; `text` points to `length` bytes.
 */
int32_t oneiri_template_match(const struct oneiri_template *compiled,
                              const char *text,
                              size_t length,
                              char *buffer,
                              size_t capacity,
                              size_t *result_length,
                              struct oneiri_error *error);

#ifdef __cplusplus
}
#endif

#endif /* ONEIRI_H */
