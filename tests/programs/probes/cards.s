# A card whose descriptors lie in memory writes there. Its ring has one slot; the descriptor lies at SCRATCH, the frame at
# SCRATCH + 64. Frames come without end.

        .equ    CARD, 0xf0100000

# t2: how many frames were received.
        .macro  begin_ring
        li      t0, CARD
        li      t1, SCRATCH
        sw      t1, 0(t0)               # RXBASE
        li      t2, SCRATCH + 64
        sw      t2, 0(t1)
        li      t1, 64
        sw      t1, 0x2c(t0)            # RXBYTES
        li      t1, 1
        sw      t1, 4(t0)               # RXSIZE
        lw      t2, 8(t0)               # RXHEAD
        .endm

# Gives the card its slot.
        .macro  give
        li      t0, CARD
        addi    t1, t2, 1
        sw      t1, 12(t0)              # RXTAIL
        .endm

        .macro  await_frame
        li      t0, CARD
97:     lw      t1, 8(t0)
        beq     t1, t2, 97b
        .endm

# probe: SC fails behind what a device has written to the word
# Unprivileged 8.2: "The SC must fail if a write from some other device to the bytes accessed by the LR can be observed to
# occur between the LR and SC"
        begin_ring
        li      a3, SCRATCH + 4
        lr.w    a0, (a3)
        give
        await_frame
        sc.w    a1, zero, (a3)
        lw      a2, 0(a3)
        srli    a2, a2, 31              # of a frame that was received
        expect  a0, 0
        expect  a1, 1
        expect  a2, 1

# probe: SC fails behind bytes of a frame
# Unprivileged 8.2: "a write from some other device to the bytes accessed by the LR"
        begin_ring
        li      a3, SCRATCH + 64
        lr.w    a0, (a3)
        give
        await_frame
        sc.w    a1, zero, (a3)
        lw      a2, 0(a3)
        snez    a2, a2
        expect  a0, 0
        expect  a1, 1
        expect  a2, 1
