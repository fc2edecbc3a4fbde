$oneiri_library
valid: gtm_long_t oneiri_m_valid(I:gtm_string_t*) : SIGSAFE
split: gtm_status_t oneiri_m_split(I:gtm_string_t*, O:gtm_string_t*[512]) : SIGSAFE
places: gtm_status_t oneiri_m_places(I:gtm_string_t*, O:gtm_long_t*, O:gtm_long_t*, O:gtm_long_t*, O:gtm_long_t*, O:gtm_long_t*, O:gtm_long_t*, O:gtm_long_t*) : SIGSAFE
encode: gtm_long_t oneiri_m_encode(I:gtm_string_t*, I:gtm_string_t*, I:gtm_int_t, O:gtm_string_t*[2048]) : SIGSAFE
encodeLong: gtm_long_t oneiri_m_encode(I:gtm_string_t*, I:gtm_string_t*, I:gtm_int_t, O:gtm_string_t*[1048576]) : SIGSAFE
decode: gtm_long_t oneiri_m_decode(I:gtm_string_t*, I:gtm_int_t, O:gtm_string_t*[2048]) : SIGSAFE
decodeLong: gtm_long_t oneiri_m_decode(I:gtm_string_t*, I:gtm_int_t, O:gtm_string_t*[1048576]) : SIGSAFE
normalize: gtm_long_t oneiri_m_normalize(I:gtm_string_t*, O:gtm_string_t*[2048]) : SIGSAFE
normalizeLong: gtm_long_t oneiri_m_normalize(I:gtm_string_t*, O:gtm_string_t*[1048576]) : SIGSAFE
resolve: gtm_long_t oneiri_m_resolve(I:gtm_string_t*, I:gtm_string_t*, O:gtm_string_t*[2048]) : SIGSAFE
resolveLong: gtm_long_t oneiri_m_resolve(I:gtm_string_t*, I:gtm_string_t*, O:gtm_string_t*[1048576]) : SIGSAFE
