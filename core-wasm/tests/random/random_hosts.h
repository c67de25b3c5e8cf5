#ifndef RANDOM_HOSTS_H
#define RANDOM_HOSTS_H

#include "random_config.h"

enum { RANDOM_HOST_DATA_WORDS = 55 };

typedef struct host_shape {
  int is_echo; /* some traffic consists of echo requests */
  uint32_t frame_bytes; /* of most frames */
} host_shape;

/* Gives the first card a host, and its traffic contents. */
host_shape random_host(choices *from, sim_config *config);
/* The program that serves the host, and its data at the start of its memory. Both return their number of words. */
uint32_t random_host_driver(choices *from, uint32_t *words, int is_echo);
uint32_t random_host_data(choices *from, uint32_t *words, uint32_t answer_bytes);

#endif
