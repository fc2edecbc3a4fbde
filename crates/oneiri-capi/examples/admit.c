/* Admits URLs by a policy, reads a path by a template, and writes a URL as a browser does.
 *
 * It prints:
 *
 *     admitted  https://api.example.com/v1/users/ada
 *     connect   to 93.184.215.14: yes, to 10.0.0.1: no
 *     denied    special-address, bytes 7 to 15: 10.0.0.1 is not a public address: private use (RFC 1918); a rule that names the host and matches the rest admits it
 *     no policy byte 0: line 1, host: expected one of the keys extends, parsers, max-length, repair, addresses, violations, allow, deny, test
 *     values    {"id":"ada"}
 *     expanded  https://api.example.com/v1/users/bob%2F7?fields=name&fields=age
 *     href      https://example.org/b%20c
 */

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "oneiri.h"

/* No result of this program is longer. */
enum { CAPACITY = 256 };

static void print_check(const oneiri_policy *policy, const char *text)
{
    char result[CAPACITY];
    size_t length;
    int32_t status = oneiri_policy_check(policy, text, strlen(text), NULL, 0, result, sizeof result, &length);
    if (status == ONEIRI_OK) {
        static const uint8_t public[4] = {93, 184, 215, 14}, private[4] = {10, 0, 0, 1};
        const char *first = oneiri_policy_admits(policy, result, length, public, 4) == ONEIRI_OK ? "yes" : "no";
        const char *second = oneiri_policy_admits(policy, result, length, private, 4) == ONEIRI_OK ? "yes" : "no";
        printf("admitted  %.*s\n", (int)length, result);
        printf("connect   to 93.184.215.14: %s, to 10.0.0.1: %s\n", first, second);
    } else if (status == ONEIRI_DENIED && length < sizeof result) {
        /* One line for each reason: code, start, end and sentence. */
        char code[32], sentence[CAPACITY];
        size_t start, end;
        result[length] = '\0';
        if (sscanf(result, "%31[^\t]\t%zu\t%zu\t%255[^\n]", code, &start, &end, sentence) == 4)
            printf("denied    %s, bytes %zu to %zu: %s\n", code, start, end, sentence);
    }
}

int main(void)
{
    const char *text = "extends = \"ssrf\"";
    char result[CAPACITY];
    size_t length;
    oneiri_error error;
    oneiri_policy *policy;
    if (oneiri_policy_compile(text, strlen(text), &policy, NULL, 0, NULL, NULL) != ONEIRI_OK)
        return EXIT_FAILURE;
    print_check(policy, "HTTPS://API.example.com:443/v1/./users/ada");
    print_check(policy, "http://10.0.0.1/");
    oneiri_policy_free(policy);

    text = "host = 3";
    if (oneiri_policy_compile(text, strlen(text), NULL, result, sizeof result, &length, &error) == ONEIRI_INVALID)
        printf("no policy byte %zu: %.*s\n", error.start, (int)length, result);

    text = "https://api.example.com/v1/users/{id}{?fields*}";
    oneiri_template *template;
    if (oneiri_template_compile(text, strlen(text), &template, NULL, 0, NULL, NULL) != ONEIRI_OK)
        return EXIT_FAILURE;
    text = "https://api.example.com/v1/users/ada";
    if (oneiri_template_match(template, text, strlen(text), result, sizeof result, &length, NULL) == ONEIRI_OK)
        printf("values    %.*s\n", (int)length, result);
    text = "{\"id\": \"bob/7\", \"fields\": [\"name\", \"age\"]}";
    if (oneiri_template_expand(template, text, strlen(text), result, sizeof result, &length, NULL) == ONEIRI_OK)
        printf("expanded  %.*s\n", (int)length, result);
    oneiri_template_free(template);

    text = "https:\\\\EXAMPLE.org/a/../b c";
    if (oneiri_apply(ONEIRI_WHATWG_HREF, ONEIRI_URI, 0, text, strlen(text), NULL, 0, result, sizeof result, &length,
                     NULL) == ONEIRI_OK)
        printf("href      %.*s\n", (int)length, result);
    return EXIT_SUCCESS;
}
