/* The C call alone: nanoseconds of processor time for each oneiri_parse of a text of 50 bytes. */
#include <stdio.h>
#include <string.h>
#include <time.h>

#include "oneiri.h"

int main(void) {
    const char *text = "http://www.example.com/some/where/place?query=1#fr";
    const size_t length = strlen(text);
    const int calls = 1000000;
    struct timespec start, end;
    oneiri_parts parts;
    size_t sum = 0;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &start);
    for (int call = 0; call < calls; call++) {
        if (oneiri_parse(ONEIRI_IRI_REFERENCE, text, length, &parts, NULL) != ONEIRI_OK) return 1;
        sum += parts.fragment.end;
    }
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &end);
    if (sum != (size_t)calls * length) return 1;
    printf("call %.1f\n", ((end.tv_sec - start.tv_sec) * 1e9 + (end.tv_nsec - start.tv_nsec)) / calls);
    return 0;
}
