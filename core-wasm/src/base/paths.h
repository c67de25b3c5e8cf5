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
  PATH_CONTEXTS = 4,     /* several contexts on a core: from issue to issue */
  PATH_REST = 8,         /* devices are not called while nothing of theirs is due */
  PATH_ENTRY = 16,       /* the steps of an interrupt entry follow each other while devices rest */
  PATH_POLLS = 32,       /* runs of a poll that finds nothing are passed together */
  PATH_PROGRAMS = 64,    /* a program on a core of its own: its stages in registers */
  PATH_STANDSTILL = 128, /* the cycles in which a stepped core stands still are passed together */
  PATH_SHAPES = 256      /* loops for the pipelines of the sources, whose stages the compiler knows */
};

#define HAS_PATH(path) (((WITHOUT) & (path)) == 0)

#endif
