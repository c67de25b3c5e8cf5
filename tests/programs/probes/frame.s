# What every probe has around it (README.md). probes.ts sets MSIP, MTIMECMP, MTIME, RESULTS, RESULT_BYTES, SCRATCH, TURN,
# FIRST (the first hart) and COMPRESSED (1 with C) before this.
# s0: where the next result goes. Of the last trap: s1 mcause, s2 mepc, s3 mtval, s4 mstatus in the handler; s5: how many
# traps there were since the probe began. t5 and t6 are the handler's. A probe has all other registers.

        .equ    BAD, 0x60000000         # nothing is there
        .equ    MIE, 0x8                # bits of mstatus
        .equ    MPIE, 0x80
        .equ    MPP, 0x1800
        .equ    SOFTWARE, 0x8           # bits of mie and mip
        .equ    TIMER, 0x80
        .equ    EXTERNAL, 0x800
        .equ    INTERRUPT, 0x80000000   # of mcause

# The register has the value that the specification gives.
        .macro  expect register, value
        sw      \register, 0(s0)
        addi    s0, s0, 4
        .section .rodata
        .word   \value
        .text
        .endm

# The probe's only trap has this cause, this mepc and this mtval.
        .macro  trapped cause, address, value
        expect  s5, 1
        expect  s1, \cause
        expect  s2, \address
        expect  s3, \value
        .endm

        .macro  no_trap
        expect  s5, 0
        .endm

# These stores have taken effect when they are over: a load of the register follows.
        .macro  software value
        li      t0, MSIP
        li      t1, \value
        sw      t1, 0(t0)
        lw      t1, 0(t0)
        .endm

        .macro  compare high, low
        li      t0, MTIMECMP
        li      t1, -1
        sw      t1, 0(t0)
        li      t1, \high
        sw      t1, 4(t0)
        li      t1, \low
        sw      t1, 0(t0)
        lw      t1, 0(t0)
        .endm

# The first hart waits until the second one is through with the probe.
        .macro  join
        li      t0, TURN
98:     lw      t1, 0(t0)
        lw      t2, 4(t0)
        bne     t1, t2, 98b
        .endm

        .text
        csrr    t0, mhartid
        addi    t0, t0, -FIRST
        bnez    t0, second
        li      t0, RESULTS
        li      t1, RESULTS + RESULT_BYTES
        li      t2, 0xcccccccc
1:      sw      t2, 0(t0)
        addi    t0, t0, 4
        bltu    t0, t1, 1b
        j       begin

# Each hart begins each probe here, called by t6.
fresh:  csrw    mstatus, zero
        csrw    mie, zero
        la      t0, handler
        csrw    mtvec, t0
        csrr    t0, mhartid
        addi    t0, t0, -FIRST
        slli    t0, t0, 2
        li      t1, MSIP
        add     t1, t1, t0
        sw      zero, 0(t1)
        lw      t2, 0(t1)
        slli    t0, t0, 1
        li      t1, MTIMECMP
        add     t1, t1, t0
        li      t2, -1
        sw      t2, 4(t1)
        sw      t2, 0(t1)
        lw      t2, 0(t1)
        li      s1, 0
        li      s2, 0
        li      s3, 0
        li      s4, 0
        li      s5, 0
        jr      t6

# What harts share is 0.
wipe:   li      t0, SCRATCH
        li      t1, SCRATCH + 256
1:      sw      zero, 0(t0)
        addi    t0, t0, 4
        bltu    t0, t1, 1b
        jr      t6

# Goes on behind the instruction of an exception, at ra where it could not be fetched. Lowers an interrupt.
        .balign 4
handler:
        csrr    s1, mcause
        csrr    s2, mepc
        csrr    s3, mtval
        csrr    s4, mstatus
        addi    s5, s5, 1
        bltz    s1, 2f
        li      t5, 1
        bne     s1, t5, 1f
        csrw    mepc, ra
        mret
1:      lbu     t5, 0(s2)
        andi    t5, t5, 3
        addi    t5, t5, -3
        snez    t5, t5
        andi    t5, t5, COMPRESSED
        slli    t5, t5, 1
        sub     t5, s2, t5
        addi    t5, t5, 4
        csrw    mepc, t5
        mret
2:      csrr    t6, mhartid
        addi    t6, t6, -FIRST
        slli    t6, t6, 2
        li      t5, MSIP
        add     t5, t5, t6
        sw      zero, 0(t5)
        lw      zero, 0(t5)
        slli    t6, t6, 1
        li      t5, MTIMECMP
        add     t5, t5, t6
        li      t6, -1
        sw      t6, 4(t5)
        sw      t6, 0(t5)
        lw      t6, 0(t5)
        li      t5, EXTERNAL
        csrc    mie, t5
        mret
