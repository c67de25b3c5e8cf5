/* Tests in C: each program prints one line per test, "ok name" or "FAIL name", and exits with 1 when
 * one failed. core-wasm/check.mjs compiles and runs every test_*.c of tests and counts the lines. */
#ifndef TEST_H
#define TEST_H

#include <stdio.h>

/* The short list of checks runs one random machine out of this number: check.mjs. */
#ifndef TEST_ONE_IN
#define TEST_ONE_IN 1
#endif

static int test_failures;    /* number of failed tests so far */
static int test_broken_here; /* number of broken expectations in the current test */

#define EXPECT(condition)                                                                 \
  do {                                                                                    \
    if (!(condition)) {                                                                   \
      if (test_broken_here++ < 5) printf("  %s:%d: %s\n", __FILE__, __LINE__, #condition); \
    }                                                                                     \
  } while (0)

#define EXPECT_EQUAL(actual, expected)                                                              \
  do {                                                                                              \
    const unsigned long long actual_ = (unsigned long long)(actual);                                \
    const unsigned long long expected_ = (unsigned long long)(expected);                            \
    if (actual_ != expected_ && test_broken_here++ < 5)                                             \
      printf("  %s:%d: %s is %llu, expected %llu\n", __FILE__, __LINE__, #actual, actual_, expected_); \
  } while (0)

#define RUN(test)                                              \
  do {                                                         \
    test_broken_here = 0;                                      \
    test();                                                    \
    printf("%s %s\n", test_broken_here ? "FAIL" : "ok", #test); \
    test_failures += test_broken_here != 0;                    \
  } while (0)

#define TEST_EXIT_CODE (test_failures != 0)

#endif
