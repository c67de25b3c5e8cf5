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
  PATH_REST = 8,         /* devices are not called while they have nothing to do */
  PATH_ENTRY = 16,       /* the steps of an interrupt entry are passed without other work while devices rest */
  PATH_POLLS = 32,       /* turns of a poll that finds nothing are passed together */
  PATH_PROGRAMS = 64,    /* a program on a core of its own: its stages in registers */
  PATH_STANDSTILL = 128, /* cycles in which a stepped core is stalled are passed together */
  PATH_SHAPES = 256      /* loops for the pipelines of the sources, whose stages are constants for the compiler */
};

#define HAS_PATH(path) (((WITHOUT) & (path)) == 0)

#endif
