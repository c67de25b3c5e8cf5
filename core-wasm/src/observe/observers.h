/* Private to the observers. They live in the machine's memory block behind the state and are not part
 * of a snapshot, so they may hold pointers. */
#ifndef SIM_OBSERVERS_H
#define SIM_OBSERVERS_H

#include "observe/observe.h"

/* Bounds of sim_observer_config, so that sizes never overflow a 32-bit size_t. */
enum {
  EVENT_CAPACITY_LIMIT = 1 << 24,
  ROW_CAPACITY_LIMIT = 1 << 22,
  LATENCY_CAPACITY_LIMIT = 1 << 22,
  BIN_CAPACITY_LIMIT = 1 << 18,
  BIN_CAPACITY_MINIMUM = 4,
  PYRAMID_FAN_OUT = 4,
  PYRAMID_LEVEL_LIMIT = 10, /* 4^9 = BIN_CAPACITY_LIMIT, plus the base level */
  TRACK_INDEX_LIMIT = 64 /* numbers of contexts, NICs, lines, queues */
};

typedef struct event_log {
  sim_event *ring;
  uint32_t capacity;
  uint64_t next;
} event_log;

typedef struct latency_log {
  sim_latency *ring;
  uint32_t capacity;
  uint64_t next;
} latency_log;

typedef struct row_window {
  sim_window_row *rows;
  uint32_t capacity;
  uint32_t count;
  uint64_t from;
  uint64_t to;
  int full;
} row_window;

typedef struct series_bin {
  uint64_t sum;
  uint32_t minimum; /* UINT32_MAX if nothing was recorded */
  uint32_t maximum;
  uint32_t kind_mask;
  uint32_t reserved;
} series_bin;

typedef enum series_form {
  SERIES_SPAN,  /* a state that is on or off in each cycle */
  SERIES_LEVEL, /* a fill, which holds its value until it changes */
  SERIES_COUNT  /* events at cycles */
} series_form;

typedef struct series_track {
  uint64_t known_to; /* the bins include all cycles before this one */
  uint64_t bin_end;  /* first cycle after the last used bin */
  uint32_t level;    /* value of a fill from known_to on */
  uint32_t used;     /* number of base bins up to the last used one */
  uint32_t folded;   /* base bins that the upper levels of the pyramid include */
  series_form form;
} series_track;

typedef struct series {
  sim_track *ids;
  series_track *tracks;
  series_bin *bins; /* [track][pyramid bin]: base level first, then its parents, ... */
  uint32_t track_count;
  uint32_t bin_capacity;
  uint32_t bins_per_track; /* begin + bin_capacity * bin_cycles */
  uint32_t level_count;
  uint32_t level_first[PYRAMID_LEVEL_LIMIT]; /* index of the level's first bin within a track */
  uint64_t begin;
  uint64_t bin_cycles;
  uint64_t end;             /* begin + bin_capacity * bin_cycles */
  uint64_t counts_known_to; /* counts before this cycle were reported before a restore */
  uint16_t track_of[sim_track_kind_COUNT][TRACK_INDEX_LIMIT][SIM_LAYER_LIMIT];
} series;

struct sim_observers {
  event_log events;
  latency_log latencies;
  row_window window;
  series series;
};

/* Lists the tracks that follow from the configuration; `ids` may be NULL. Returns their number. */
uint32_t series_list_tracks(const sim_config *config, sim_track *ids);
/* Lays out the pyramid of one track; returns its bins over all levels. */
uint32_t series_shape(series *s, uint32_t bin_capacity);
/* Builds the index of the list of tracks, which must be complete. */
void series_create(series *s);
/* Makes room for cycles up to `present`, and extends a fill until then. */
void series_advance(series *s, uint32_t track, uint64_t present);
void series_query(series *s, uint32_t track, uint64_t present, uint64_t from_cycle, uint64_t to_cycle,
                  uint32_t count, sim_column *columns);

void series_bin_clear(series_bin *bin);
void series_bin_join(series_bin *into, const series_bin *from);

#endif
