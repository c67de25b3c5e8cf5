/* Paths through the core that make it faster and change no state. `npm run bench -- --ablate` measures the worth of
 * each path: it compiles the core with -DWITHOUT=PATH_... (or a sum of paths) and compares its speed with the
 * complete core. */
#ifndef SIM_PATHS_H
#define SIM_PATHS_H

#ifndef WITHOUT
#define WITHOUT 0
#endif

enum {
  PATH_BLOCKS = 1,       /* one stream on a core: block by block instead of cycle by cycle */
  PATH_KNOWN_BLOCKS = 2, /* whole blocks whose lines of code are known to be the most recently used */
  PATH_FAST_MISS = 4,    /* data misses of the usual cache geometry, with the geometry known at compile time */
  PATH_CONTEXTS = 8,     /* several contexts on a core: from issue to issue */
  PATH_BURSTS = 16,      /* contexts that issue round robin, without asking which one can issue */
  PATH_REST = 32,        /* devices are not called while nothing of theirs is due */
  PATH_ENTRY = 64,       /* the steps of an interrupt entry follow each other while devices rest */
  PATH_POLLS = 128,      /* runs of a poll that finds nothing are passed together */
  PATH_PROGRAMS = 256    /* a program on a core of its own: its stages in registers */
};

#define HAS_PATH(path) (((WITHOUT) & (path)) == 0)

#endif
