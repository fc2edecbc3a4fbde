/* Reads an identifier: its components, its normal form, why a text is none, and whether two are the same.
 *
 * It prints:
 *
 *     scheme    HTTP
 *     host      Example.org
 *     port      80
 *     path      /a/../b%7Ec
 *     query     q=1
 *     normal    http://example.org/b~c?q=1
 *     invalid   byte 11: invalid IRI: host, byte 11: expected a closing "]", found the end (RFC 3986 section 3.2.2)
 *     the same  at the rung 4
 */

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "oneiri.h"

/* A text that grows. */
struct buffer {
    char *text;
    size_t length;
    size_t capacity;
};

/* Applies an operation to a text. For ONEIRI_INVALID the buffer holds the sentence that says why. */
static int32_t apply(int32_t operation, int32_t option, const char *text, struct buffer *buffer, oneiri_error *error)
{
    for (;;) {
        int32_t status = oneiri_apply(operation, ONEIRI_IRI, option, text, strlen(text), NULL, 0, buffer->text,
                                      buffer->capacity, &buffer->length, error);
        /* The result is complete, or no buffer would help. */
        if (status == ONEIRI_MISUSE || status == ONEIRI_INTERNAL || buffer->length <= buffer->capacity)
            return status;
        char *longer = realloc(buffer->text, buffer->length);
        if (longer == NULL) {
            fputs("out of memory\n", stderr);
            exit(EXIT_FAILURE);
        }
        buffer->text = longer;
        buffer->capacity = buffer->length;
    }
}

/* Prints a component, unless it is absent. No text here is longer than an int can say. */
static void print(const char *name, const char *text, oneiri_range range)
{
    if (range.start != SIZE_MAX)
        printf("%-9s %.*s\n", name, (int)(range.end - range.start), text + range.start);
}

int main(void)
{
    const char *text = "HTTP://Example.org:80/a/../b%7Ec?q=1";
    oneiri_parts parts;
    if (oneiri_parse(ONEIRI_IRI, text, strlen(text), &parts, NULL) != ONEIRI_OK)
        return EXIT_FAILURE;
    print("scheme", text, parts.scheme);
    print("userinfo", text, parts.userinfo);
    print("host", text, parts.host);
    print("port", text, parts.port);
    print("path", text, parts.path);
    print("query", text, parts.query);
    print("fragment", text, parts.fragment);

    struct buffer buffer = {NULL, 0, 0};
    if (apply(ONEIRI_NORMALIZE, ONEIRI_RUNG_SCHEME, text, &buffer, NULL) != ONEIRI_OK)
        return EXIT_FAILURE;
    printf("normal    %.*s\n", (int)buffer.length, buffer.text);

    oneiri_error error;
    if (apply(ONEIRI_CHECK, 0, "http://[::1", &buffer, &error) != ONEIRI_INVALID)
        return EXIT_FAILURE;
    printf("invalid   byte %zu: %.*s\n", error.start, (int)buffer.length, buffer.text);

    const char *other = "http://example.org/b~c?q=1";
    int32_t rung;
    if (oneiri_compare(ONEIRI_IRI, text, strlen(text), other, strlen(other), &rung, NULL) != ONEIRI_OK)
        return EXIT_FAILURE;
    if (rung == ONEIRI_DIFFERENT)
        puts("different");
    else
        printf("the same  at the rung %d\n", (int)rung);
    free(buffer.text);
    return EXIT_SUCCESS;
}
