/* A call-out that takes a text and gives a number, as that of valid does, and does nothing. */
#include "gtmxc_types.h"

gtm_long_t empty(int count, gtm_string_t *text)
{
    (void) count;
    (void) text;
    return 0;
}
