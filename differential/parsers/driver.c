/* Reads texts as libcurl does. The lines of this folder's drivers: see ../src/bin/parsers/main.rs. */
#include <curl/curl.h>
#include <stdio.h>
#include <stdlib.h>
#include <locale.h>
#include <string.h>

/* What libcurl sets when it is given a URL to fetch. */
static const unsigned int flags = CURLU_GUESS_SCHEME | CURLU_NON_SUPPORT_SCHEME;

/* Decodes the digits after an `x`, in place. A text with a NUL is no C string: NULL. */
static char *decode(char *field)
{
    char *out = field, *in = field + 1;
    for(; in[0] > ' ' && in[1] > ' '; in += 2) {
        char digits[3] = {in[0], in[1], 0};
        *out++ = (char)strtol(digits, NULL, 16);
        if(!out[-1])
            return NULL;
    }
    *out = 0;
    return field;
}

static void put(const char *text)
{
    for(; *text; text++)
        printf("%02x", (unsigned char)*text);
}

static void field(CURLU *url, CURLUPart part, const char *separator)
{
    char *text = NULL;
    if(curl_url_get(url, part, &text, 0))
        fputs("-", stdout);
    else {
        fputs("x", stdout);
        put(text);
    }
    curl_free(text);
    fputs(separator, stdout);
}

static void userinfo(CURLU *url)
{
    static const struct { CURLUPart part; const char *before; } parts[] = {
        {CURLUPART_USER, ""}, {CURLUPART_PASSWORD, ":"}, {CURLUPART_OPTIONS, ";"}};
    int some = 0;
    for(size_t i = 0; i < 3; i++) {
        char *text = NULL;
        if(!curl_url_get(url, parts[i].part, &text, 0)) {
            if(!some)
                fputs("x", stdout);
            some = 1;
            put(parts[i].before);
            put(text);
        }
        curl_free(text);
    }
    fputs(some ? " " : "- ", stdout);
}

/* The host that libcurl connects to. It maps a name beyond ASCII, and what comes of that may be an address, or no name at all: NULL. */
static char *mapped_host(CURLU *url)
{
    char *given = NULL, *mapped = NULL, *read = NULL, again[1 << 16];
    curl_url_get(url, CURLUPART_HOST, &given, 0);
    int is_ascii = 1;
    for(const char *byte = given; byte && *byte; byte++)
        is_ascii &= (unsigned char)*byte < 0x80;
    if(is_ascii)
        return given ? given : strdup("");
    curl_free(given);
    if(curl_url_get(url, CURLUPART_HOST, &mapped, CURLU_PUNYCODE) || !*mapped || strpbrk(mapped, "%/:?#@[]\\ ") || strlen(mapped) > 60000)
        return NULL;
    if(mapped[strlen(mapped) - 1] == '.')
        return mapped;
    snprintf(again, sizeof again, "http://%s/", mapped);
    CURLU *second = curl_url();
    if(!curl_url_set(second, CURLUPART_URL, again, flags))
        curl_url_get(second, CURLUPART_HOST, &read, 0);
    curl_url_cleanup(second);
    curl_free(mapped);
    return read;
}

int main(void)
{
    static char line[1 << 20];
    /* libidn2 takes names in the encoding of the locale. */
    setlocale(LC_ALL, "C.UTF-8");
    while(fgets(line, sizeof line, stdin)) {
        char *second = strchr(line, ' ');
        char *base = second ? decode(second + 1) : NULL, *text = decode(line);
        CURLU *url = curl_url();
        char *host = NULL;
        if(!text || (second && (!base || curl_url_set(url, CURLUPART_URL, base, flags))) ||
           curl_url_set(url, CURLUPART_URL, text, flags) || !(host = mapped_host(url)))
            puts("!");
        else {
            field(url, CURLUPART_SCHEME, " ");
            userinfo(url);
            fputs(*host ? "x" : "-", stdout);
            put(host);
            fputs(" ", stdout);
            field(url, CURLUPART_PORT, " ");
            field(url, CURLUPART_PATH, " ");
            field(url, CURLUPART_QUERY, " ");
            field(url, CURLUPART_FRAGMENT, "\n");
        }
        curl_free(host);
        curl_url_cleanup(url);
    }
    return 0;
}
