# The first instructions of a program in C. The machine has set sp; a0 and a1 (the packet in hand, its bytes) go on to
# main, and when main returns the program is over.
        .section .text.start, "ax"
        .globl  _start
_start:
        .option push
        .option norelax
        la      gp, __global_pointer$
        .option pop
        tail    main
