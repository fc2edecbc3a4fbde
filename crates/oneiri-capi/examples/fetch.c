/* Fetches URLs that strangers name with libcurl 7.85 or later: fetch 'extends = "ssrf"' URL...
 *
 * The policy checks each URL and each redirect, and libcurl opens sockets only to addresses that the policy admits.
 */

#include <curl/curl.h>
#include <netinet/in.h>
#include <stdio.h>
#include <string.h>
#include <time.h>

#include "oneiri.h"

enum { REDIRECTS = 10, BODY = 10 << 20, SECONDS = 30 };
static oneiri_policy *policy;
static CURL *curl;
static char url[4096]; /* The canonical text. */
static size_t length, left;

/* libcurl calls this for each address, before it connects. */
static curl_socket_t open_socket(void *data, curlsocktype purpose, struct curl_sockaddr *to)
{
    const void *address = &to->addr, *octets = &((const struct sockaddr_in *)address)->sin_addr;
    (void)data, (void)purpose;
    if (to->family == AF_INET6)
        octets = &((const struct sockaddr_in6 *)address)->sin6_addr;
    else if (to->family != AF_INET)
        return CURL_SOCKET_BAD;
    int32_t status = oneiri_policy_admits(policy, url, length, octets, to->family == AF_INET6 ? 16 : 4);
    return status == ONEIRI_OK ? socket(to->family, to->socktype, to->protocol) : CURL_SOCKET_BAD;
}

/* The target of the response, if it is a redirect. */
static const char *location(void)
{
    struct curl_header *header;
    long status = 0;
    curl_easy_getinfo(curl, CURLINFO_RESPONSE_CODE, &status);
    int is_redirect = status == 301 || status == 302 || status == 303 || status == 307 || status == 308;
    return is_redirect && !curl_easy_header(curl, "Location", 0, CURLH_HEADER, -1, &header) ? header->value : NULL;
}

/* Prints a piece of a body. A redirect's is only counted. */
static size_t body(char *data, size_t size, size_t count, void *to)
{
    if (count > left)
        return 0;
    left -= count;
    return location() ? count : fwrite(data, size, count, to);
}

static const char *fetch(const char *text)
{
    time_t end = time(NULL) + SECONDS, now;
    int redirects = 0;
    left = BODY;
    for (size_t base = 0; text && redirects <= REDIRECTS && (now = time(NULL)) < end; base = length, redirects++) {
        /* The base of a redirect is the URL before it. */
        int32_t status = oneiri_policy_check(policy, text, strlen(text), base ? url : NULL, base, url, sizeof url - 1, &length);
        if (length >= sizeof url)
            return "the URL is too long";
        url[length] = '\0';
        if (status != ONEIRI_OK)
            return status == ONEIRI_DENIED ? url : "no URL";
        curl_easy_setopt(curl, CURLOPT_URL, url);
        curl_easy_setopt(curl, CURLOPT_TIMEOUT, (long)(end - now));
        CURLcode code = curl_easy_perform(curl);
        if (code != CURLE_OK)
            return curl_easy_strerror(code);
        text = location();
    }
    return text ? "too many redirects, or the time is over" : NULL;
}

int main(int argc, char **argv)
{
    if (argc < 2 || oneiri_policy_compile(argv[1], strlen(argv[1]), &policy, NULL, 0, NULL, NULL) != ONEIRI_OK ||
        (curl = curl_easy_init()) == NULL)
        return 2;
    curl_easy_setopt(curl, CURLOPT_OPENSOCKETFUNCTION, open_socket);
    curl_easy_setopt(curl, CURLOPT_WRITEFUNCTION, body);
    curl_easy_setopt(curl, CURLOPT_WRITEDATA, stdout);
    /* No proxy of the environment, and no other protocol. */
    curl_easy_setopt(curl, CURLOPT_PROXY, "");
    curl_easy_setopt(curl, CURLOPT_PROTOCOLS_STR, "http,https");
    /* A connection for one URL may lead to an address that the policy does not admit for another one. */
    curl_easy_setopt(curl, CURLOPT_FRESH_CONNECT, 1L);
    curl_easy_setopt(curl, CURLOPT_PATH_AS_IS, 1L);
    int failed = 0;
    for (int nth = 2; nth < argc; nth++) {
        const char *fault = fetch(argv[nth]);
        failed |= fault != NULL;
        if (fault)
            fprintf(stderr, "%s\n", fault);
    }
    curl_easy_cleanup(curl);
    oneiri_policy_free(policy);
    return failed;
}
