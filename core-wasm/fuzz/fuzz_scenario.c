/* Turns bytes into a valid scenario. The machine has every property (properties.h), and none of them may trap. */
#include "fuzz.h"
#include "properties.h"

enum { CYCLES_LIMIT = 3000 };

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  static scenario made;
  property_summary summary = {0};
  choices from = choices_from_bytes(data, size);
  const uint64_t cycles = choose(&from, 1, CYCLES_LIMIT);
  scenario_from_choices(&from, &made);
  fuzz_expect(broken_property(&made, cycles, &from, &summary));
  return 0;
}
