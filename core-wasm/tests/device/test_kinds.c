/* The tests of each kind of devices. */
#include "device/kinds.h"

int main(void) {
  int failed = 0;
#define DEVICE(NAME, number, kind, list) failed |= test_##list();
#include "sim_devices.def"
  return failed;
}
