/* assert as emcc's library (musl) writes it: a count belongs to a place in the syntax of a function, and glibc's assert
 * has another one. */
#undef assert
#define assert(condition) ((void)((condition) || (__assert_fail(#condition, __FILE__, __LINE__, __func__), 0)))

_Noreturn void __assert_fail(const char *, const char *, int, const char *);
