#include "choices.h"
#include "test.h"

static void bytes_are_taken_as_the_range_needs(void) {
  const uint8_t bytes[] = {7, 0x01, 0x02, 9, 1};
  choices from = choices_from_bytes(bytes, sizeof bytes);
  EXPECT_EQUAL(choose(&from, 5, 5), 5); /* no byte */
  EXPECT_EQUAL(choose(&from, 10, 14), 10 + 7 % 5);
  EXPECT_EQUAL(choose(&from, 0, 999), 0x0102);
  EXPECT_EQUAL(choose(&from, 0, 255), 9);
  EXPECT_EQUAL(from.bytes_left, 1);
}

static void the_lowest_is_chosen_when_no_bytes_are_left(void) {
  choices from = choices_from_bytes(NULL, 0);
  EXPECT_EQUAL(choose(&from, 3, UINT32_MAX), 3);
  EXPECT_EQUAL(choose_magnitude(&from, 4, UINT64_MAX), 4);
}

static void magnitudes_stay_in_range_and_reach_both_ends(void) {
  choices from = choices_from_seed(1);
  int lowest = 0, highest = 0, wide = 0;
  for (int i = 0; i < 2000; i++) {
    const uint64_t value = choose_magnitude(&from, 10, 1000);
    EXPECT(value >= 10 && value <= 1000);
    lowest += value == 10;
    highest += value == 1000;
    wide += choose_magnitude(&from, 0, UINT64_MAX) > UINT64_MAX / 4;
  }
  EXPECT(lowest > 0 && highest > 0 && wide > 0);
}

static void a_seed_gives_the_same_choices_again(void) {
  choices a = choices_from_seed(7), b = choices_from_seed(7), other = choices_from_seed(8);
  int differ = 0;
  for (int i = 0; i < 50; i++) {
    const uint32_t value = choose(&a, 0, UINT32_MAX);
    EXPECT_EQUAL(choose(&b, 0, UINT32_MAX), value);
    differ += choose(&other, 0, UINT32_MAX) != value;
  }
  EXPECT(differ > 40);
}

int main(void) {
  RUN(bytes_are_taken_as_the_range_needs);
  RUN(the_lowest_is_chosen_when_no_bytes_are_left);
  RUN(magnitudes_stay_in_range_and_reach_both_ends);
  RUN(a_seed_gives_the_same_choices_again);
  return TEST_EXIT_CODE;
}
