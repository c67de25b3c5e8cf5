# Two harts: what each has of its own, and what one does to the other. Behind "hart 1:" stands what the second one does; it
# begins with the first one and is over when DONE has the probe's number (join).

        .equ    WORD, SCRATCH + 64      # what both use
        .equ    FLAG, SCRATCH + 96
        .equ    ANSWER, SCRATCH + 128

# Waits until the word is the value.
        .macro  await place, value
        li      t0, \place
        li      t1, \value
97:     lw      t2, 0(t0)
        bne     t2, t1, 97b
        .endm

        .macro  put place, register
        li      t0, \place
        fence   rw, rw
        sw      \register, 0(t0)
        .endm

        .macro  say place, value
        li      t1, \value
        put     \place, t1
        .endm

        .macro  read register, place
        li      t0, \place
        lw      \register, 0(t0)
        .endm

# probe: each hart has an identity of its own
# Privileged 3.1.5: "Hart IDs must be unique within the execution environment"; "at least one hart must have a hart ID of zero"
        csrr    a0, mhartid
        join
        read    a1, ANSWER
        expect  a0, FIRST
        expect  a1, FIRST + 1
# hart 1:
        csrr    a0, mhartid
        put     ANSWER, a0

# probe: each hart has registers of its own
# Unprivileged 9: "a separate address space of 4096 Control and Status registers associated with each hart"
# QEMU 7.2: minstret counts as its clock does
        li      a0, 0x1234
        csrw    mscratch, a0
        csrw    minstret, zero
        join
        csrr    a0, mscratch
        csrr    a2, minstreth
        read    a1, ANSWER
        expect  a0, 0x1234
        expect  a1, 0x5678
        expect  a2, 0
# hart 1:
        li      a0, 0x5678
        csrw    mscratch, a0
        li      a1, 77
        csrw    minstreth, a1
        csrr    a0, mscratch
        put     ANSWER, a0

# probe: LR and SC of both harts lose no increment
# Unprivileged 8.3: "if some harts in an execution environment are executing constrained LR/SC loops ... at least one hart will
# eventually exit its constrained LR/SC loop"
        li      t0, WORD
        li      a2, 200
1:      lr.w    a0, (t0)
        addi    a0, a0, 1
        sc.w    a1, a0, (t0)
        bnez    a1, 1b
        addi    a2, a2, -1
        bnez    a2, 1b
        join
        read    a0, WORD
        expect  a0, 400
# hart 1:
        li      t0, WORD
        li      a2, 200
1:      lr.w    a0, (t0)
        addi    a0, a0, 1
        sc.w    a1, a0, (t0)
        bnez    a1, 1b
        addi    a2, a2, -1
        bnez    a2, 1b

# probe: AMOs of both harts lose no increment
# Unprivileged 8.4: "atomically load a data value from the address in rs1 ... then store the result back"
        li      t0, WORD
        li      a0, 1
        li      a2, 300
1:      amoadd.w a1, a0, (t0)
        addi    a2, a2, -1
        bnez    a2, 1b
        join
        read    a0, WORD
        expect  a0, 900
# hart 1:
        li      t0, WORD
        li      a0, 2
        li      a2, 300
1:      amoadd.w.aqrl zero, a0, (t0)
        addi    a2, a2, -1
        bnez    a2, 1b

# probe: AMOs and LR/SC exclude each other
# Unprivileged 8.2: "The SC must fail if a store to the reservation set from another hart can be observed to occur between the
# LR and SC"
        li      t0, WORD
        li      a2, 200
1:      lr.w    a0, (t0)
        addi    a0, a0, 1
        sc.w    a1, a0, (t0)
        bnez    a1, 1b
        addi    a2, a2, -1
        bnez    a2, 1b
        join
        read    a0, WORD
        expect  a0, 800
# hart 1:
        li      t0, WORD
        li      a0, 3
        li      a2, 200
1:      amoadd.w zero, a0, (t0)
        addi    a2, a2, -1
        bnez    a2, 1b

# probe: a lock of AMOSWAP guards a counter
# Unprivileged 8.4, figure 8.2: "Sample code for mutual exclusion"
        li      a4, 100
        li      a2, FLAG
        li      a3, WORD
1:      li      a0, 1
        lw      a1, 0(a2)
        bnez    a1, 1b
        amoswap.w.aq a1, a0, (a2)
        bnez    a1, 1b
        lw      a1, 0(a3)
        addi    a1, a1, 1
        sw      a1, 0(a3)
        amoswap.w.rl zero, zero, (a2)
        addi    a4, a4, -1
        bnez    a4, 1b
        join
        read    a0, WORD
        expect  a0, 200
# hart 1:
        li      a4, 100
        li      a2, FLAG
        li      a3, WORD
1:      li      a0, 1
        lw      a1, 0(a2)
        bnez    a1, 1b
        amoswap.w.aq a1, a0, (a2)
        bnez    a1, 1b
        lw      a1, 0(a3)
        addi    a1, a1, 1
        sw      a1, 0(a3)
        amoswap.w.rl zero, zero, (a2)
        addi    a4, a4, -1
        bnez    a4, 1b

# probe: SC fails behind a store of the other hart
# Unprivileged 8.2: "The SC must fail if a store to the reservation set from another hart can be observed to occur between the
# LR and SC"
        li      a3, WORD
        lr.w    a0, (a3)
        say     FLAG, 1
        await   FLAG, 2
        li      a0, 9
        sc.w    a1, a0, (a3)
        lw      a2, 0(a3)
        expect  a1, 1
        expect  a2, 5
# hart 1:
        await   FLAG, 1
        say     WORD, 5
        say     FLAG, 2

# probe: SC fails behind a store of the value that was there
# Unprivileged 8.2: LR and SC avoid the ABA problem, "because it monitors all accesses to the address rather than only checking
# for changes in the data value"
# QEMU 7.2: compares the value alone
        li      a3, WORD
        lr.w    a0, (a3)
        say     FLAG, 1
        await   FLAG, 2
        sc.w    a1, a0, (a3)
        expect  a1, 1
# hart 1:
        await   FLAG, 1
        read    a0, WORD
        put     WORD, a0
        say     FLAG, 2

# probe: SC fails behind a byte that the other hart stored
# Unprivileged 8.2: the reservation set "subsumes the bytes in the addressed word"
        li      a3, WORD
        lr.w    a0, (a3)
        say     FLAG, 1
        await   FLAG, 2
        sc.w    a1, zero, (a3)
        lw      a2, 0(a3)
        expect  a1, 1
        expect  a2, 0x7f000000
# hart 1:
        await   FLAG, 1
        li      t0, WORD
        li      a0, 0x7f
        sb      a0, 3(t0)
        say     FLAG, 2

# probe: SC fails behind an AMO of the other hart
# Unprivileged 8.2: "a store to the reservation set from another hart"; an AMO stores (8.4)
        li      a3, WORD
        lr.w    a0, (a3)
        say     FLAG, 1
        await   FLAG, 2
        li      a0, 9
        sc.w    a1, a0, (a3)
        lw      a2, 0(a3)
        expect  a1, 1
        expect  a2, 4
# hart 1:
        await   FLAG, 1
        li      t0, WORD
        li      a0, 4
        amoor.w zero, a0, (t0)
        say     FLAG, 2

# probe: of two reservations one ends with the other's SC
# Unprivileged 8.2: "The SC must fail if a store to the reservation set from another hart can be observed to occur"
        li      a3, WORD
        lr.w    a0, (a3)
        say     FLAG, 1
        await   FLAG, 2
        li      a0, 9
        sc.w    a1, a0, (a3)
        join
        lw      a2, 0(a3)
        read    a4, ANSWER
        expect  a1, 1
        expect  a2, 6
        expect  a4, 0
# hart 1:
        await   FLAG, 1
        li      a3, WORD
        li      a1, 6
        lr.w    a0, (a3)
        sc.w    a2, a1, (a3)
        put     ANSWER, a2
        say     FLAG, 2

# probe: an LR of the other hart takes no reservation away
# Unprivileged 8.3: "Loads and load-reserved instructions do not by themselves impede the progress of other harts' LR/SC
# sequences"
        li      a3, WORD
        li      a2, 50
1:      lr.w    a0, (a3)
        addi    a0, a0, 1
        sc.w    a1, a0, (a3)
        bnez    a1, 1b
        addi    a2, a2, -1
        bnez    a2, 1b
        say     FLAG, 1
        read    a0, WORD
        expect  a0, 50
# hart 1:
        li      a3, WORD
        li      t0, FLAG
1:      lr.w    a0, (a3)
        lw      a1, 0(t0)
        beqz    a1, 1b

# probe: what is stored before a flag is seen behind it
# Unprivileged 2.7: "no other RISC-V hart or external device can observe any operation in the successor set following a FENCE
# before any operation in the predecessor set preceding the FENCE"
        li      a2, 50
        li      a3, FLAG
        li      a4, WORD
1:      sw      a2, 0(a4)
        fence   w, w
        sw      a2, 0(a3)
2:      lw      t0, 0(a3)
        bnez    t0, 2b
        addi    a2, a2, -1
        bnez    a2, 1b
        join
        read    a0, ANSWER
        expect  a0, 0
# hart 1:
        li      a2, 50
        li      a3, FLAG
        li      a4, WORD
        li      a5, 0
1:      lw      t0, 0(a3)
        beqz    t0, 1b
        fence   r, r
        lw      t1, 0(a4)
        sub     t1, t1, t0
        or      a5, a5, t1
        sw      zero, 0(a3)
        addi    a2, a2, -1
        bnez    a2, 1b
        put     ANSWER, a5

# probe: msip interrupts the hart that it belongs to
# Privileged 3.1.9: "memory-mapped control registers, which are used by remote harts to provide machine-level interprocessor
# interrupts"
        csrwi   mie, SOFTWARE
        csrsi   mstatus, MIE
        await   FLAG, 1
        li      t0, MSIP + 4
        li      t1, 1
        sw      t1, 0(t0)
        join
        csrci   mstatus, MIE
        li      t0, MSIP + 4
        lw      a2, 0(t0)
        read    a0, ANSWER
        read    a1, ANSWER + 4
        no_trap
        expect  a0, INTERRUPT + 3
        expect  a1, 1
        expect  a2, 0
# hart 1:
        csrwi   mie, SOFTWARE
        csrsi   mstatus, MIE
        say     FLAG, 1
1:      beqz    s5, 1b
        csrci   mstatus, MIE
        put     ANSWER, s1
        put     ANSWER + 4, s5

# probe: another hart ends WFI
# Privileged 3.3.3: "the hart must resume if a locally enabled interrupt becomes pending"
        await   FLAG, 1
        li      a0, 200
1:      addi    a0, a0, -1
        bnez    a0, 1b
        li      t0, MSIP + 4
        li      t1, 1
        sw      t1, 0(t0)
        join
        read    a0, ANSWER
        expect  a0, SOFTWARE
        no_trap
# hart 1:
        csrwi   mie, SOFTWARE
        say     FLAG, 1
1:      wfi
        csrr    a0, mip
        beqz    a0, 1b
        put     ANSWER, a0

# probe: each hart has a comparator, and both have one time
# Privileged 3.2.1: "the RTC must be shared by all the harts in a system"; 3.1.9: mip is the hart's own
# QEMU 7.2: timeh does not follow a store to mtime
        await   FLAG, 1
        csrr    a0, mip
        li      t0, MTIMECMP + 8
        lw      a3, 4(t0)
        li      t0, MTIME
        li      t1, 7
        sw      t1, 4(t0)
        say     FLAG, 2
        join
        li      t0, MTIME
        sw      zero, 4(t0)
        read    a1, ANSWER
        read    a2, ANSWER + 4
        expect  a0, 0
        expect  a1, TIMER
        expect  a2, 7
        expect  a3, 0
# hart 1:
        li      t0, MTIMECMP + 8
        sw      zero, 0(t0)
        sw      zero, 4(t0)
        lw      t1, 0(t0)
        csrr    a0, mip
        put     ANSWER, a0
        say     FLAG, 1
        await   FLAG, 2
        csrr    a0, timeh
        put     ANSWER + 4, a0

# probe: an exception is the hart's own
# Privileged 3.1.15: "When a trap is taken into M-mode, mcause is written", of the hart that takes it
        csrw    mcause, zero
        ecall
        join
        csrr    a0, mcause
        read    a1, ANSWER
        expect  s5, 1
        expect  a0, 11
        expect  a1, 5
# hart 1:
        li      t0, BAD
        lw      a0, 0(t0)
        csrr    a0, mcause
        put     ANSWER, a0
