/* Reads texts as libcurl does. The lines of this folder's drivers: see ../src/bin/parsers/main.rs. */
#include <curl/curl.h>
#include <stdio.h>
#include <stdlib.h>
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

int main(void)
{
    static char line[1 << 20];
    while(fgets(line, sizeof line, stdin)) {
        char *second = strchr(line, ' ');
        char *base = second ? decode(second + 1) : NULL, *text = decode(line);
        CURLU *url = curl_url();
        if(!text || (second && (!base || curl_url_set(url, CURLUPART_URL, base, flags))) ||
           curl_url_set(url, CURLUPART_URL, text, flags))
            puts("!");
        else {
            field(url, CURLUPART_SCHEME, " ");
            userinfo(url);
            field(url, CURLUPART_HOST, " ");
            field(url, CURLUPART_PORT, " ");
            field(url, CURLUPART_PATH, " ");
            field(url, CURLUPART_QUERY, " ");
            field(url, CURLUPART_FRAGMENT, "\n");
        }
        curl_url_cleanup(url);
    }
    return 0;
}
