# mcycle, minstret, their shadows and time.

# probe: minstret counts each instruction once
# Privileged 3.1.10: "counts the number of instructions the hart has retired"
# QEMU 7.2: minstret counts as its clock does
        csrr    a0, minstret
        nop
        beqz    zero, 1f
        nop
1:      lw      t0, 0(s0)
        csrr    a1, minstret
        sub     a0, a1, a0
        expect  a0, 4

# probe: what is written to minstret is what the next instruction reads
# Unprivileged 9.1: "a value written to instret by one instruction will be the value read by the following instruction"
# QEMU 7.2: minstret counts as its clock does
        li      t0, 100
        csrw    minstret, t0
        csrr    a0, minstret
        csrr    a1, minstret
        expect  a0, 100
        expect  a1, 101

# probe: instret and instreth are minstret and minstreth
# Unprivileged 10.1; Privileged 3.1.10, 3.1.11: "The cycle, instret, and hpmcountern CSRs are read-only shadows of mcycle,
# minstret, and mhpmcounter n"
# QEMU 7.2: minstret counts as its clock does
        li      t0, 5
        csrw    minstreth, t0
        li      t0, 1000
        csrw    minstret, t0
        csrr    a0, instret
        csrr    a1, instreth
        expect  a0, 1000
        expect  a1, 5

# probe: minstret carries into its upper half
# Privileged 3.1.10: "minstret registers have 64-bit precision"
# QEMU 7.2: minstret counts as its clock does
        csrw    minstreth, zero
        li      t0, -1
        csrw    minstret, t0
        nop
        csrr    a0, minstret
        csrr    a1, minstreth
        expect  a0, 0
        expect  a1, 1

# probe: a write to a half of minstret leaves the other half
# Privileged 3.1.10: "writes change only bits 31-0", "writes change only bits 63-32"
# QEMU 7.2: minstret counts as its clock does
        li      t0, 7
        csrw    minstreth, t0
        li      t0, 50
        csrw    minstret, t0
        csrr    a0, minstreth
        li      t0, 9
        csrw    minstreth, t0
        csrr    a1, minstreth
        csrr    a2, minstret
        sltiu   a2, a2, 60
        expect  a0, 7
        expect  a1, 9
        expect  a2, 1

# probe: all 64 bits of minstret wrap around
# Privileged 3.1.10: "minstret registers have 64-bit precision"
# QEMU 7.2: minstret counts as its clock does
        li      t0, -1
        csrw    minstreth, t0
        csrw    minstret, t0
        nop
        csrr    a0, minstret
        csrr    a1, minstreth
        expect  a0, 0
        expect  a1, 0

# probe: ECALL and EBREAK do not count
# Privileged 3.3.1: "they are not considered to retire, and should not increment the minstret CSR"
# QEMU 7.2: minstret counts as its clock does
        la      t0, 1f
        csrw    mtvec, t0
        csrw    minstret, zero
        ecall
        .balign 4
1:      csrr    a0, minstret
        la      t0, 4f
        csrw    mtvec, t0
        csrw    minstret, zero
        ebreak
        .balign 4
4:      csrr    a1, minstret
        expect  a0, 0
        expect  a1, 0

# probe: an instruction that raises an exception does not count
# Unprivileged 10.1: instret "counts the number of instructions retired by this hart"
# QEMU 7.2: minstret counts as its clock does
        la      t0, 1f
        csrw    mtvec, t0
        li      t1, BAD
        csrw    minstret, zero
        lw      t0, 0(t1)
        .balign 4
1:      csrr    a0, minstret
        expect  a0, 0

# probe: MRET counts
# Privileged 3.1.10: "counts the number of instructions the hart has retired"
# QEMU 7.2: minstret counts as its clock does
        la      t0, 1f
        csrw    mepc, t0
        li      t0, MPP
        csrw    mstatus, t0
        csrw    minstret, zero
        mret
1:      csrr    a0, minstret
        expect  a0, 1

# probe: mcycle goes on from what is written
# Privileged 3.1.10: mcycle "can be written with a given value"
# QEMU 7.2: counts faster than its instructions go
        li      t0, 0x40000000
        csrw    mcycle, t0
        csrr    a0, mcycle
        sub     a0, a0, t0
        sltiu   a0, a0, 100
        expect  a0, 1

# probe: cycle and cycleh are mcycle and mcycleh
# Privileged 3.1.11: "The cycle, instret, and hpmcountern CSRs are read-only shadows"
# QEMU 7.2: counts faster than its instructions go
        li      t0, 3
        csrw    mcycleh, t0
        li      t1, 0x50000000
        csrw    mcycle, t1
        csrr    a0, cycle
        csrr    a1, cycleh
        sub     a0, a0, t1
        sltiu   a0, a0, 100
        expect  a0, 1
        expect  a1, 3

# probe: mcycle carries into its upper half
# Privileged 3.1.10: "The mcycle and minstret registers have 64-bit precision"
# QEMU 7.2: loses the carry
        csrw    mcycleh, zero
        li      t0, -1
        csrw    mcycle, t0
        nop
        nop
        csrr    a0, mcycleh
        csrr    a1, mcycle
        sltiu   a1, a1, 100
        expect  a0, 1
        expect  a1, 1

# probe: a write to mcycle does not change time
# Unprivileged 10.1: time "counts wall-clock real time that has passed from an arbitrary start time in the past"
        csrr    a0, time
        li      t0, 0x70000000
        csrw    mcycle, t0
        csrr    a1, time
        sub     a0, a1, a0
        li      t0, 0x10000
        sltu    a0, a0, t0
        expect  a0, 1

# probe: time is mtime
# Privileged 3.1.11: "The time CSR is a read-only shadow of the memory-mapped mtime register"
# QEMU 7.2: time lags mtime
        li      t2, MTIME
        csrr    a0, time
        lw      a1, 0(t2)
        csrr    a2, time
        lw      a3, 4(t2)
        csrr    a4, timeh
        sltu    a0, a1, a0
        sltu    a2, a2, a1
        sub     a3, a3, a4
        expect  a0, 0
        expect  a2, 0
        expect  a3, 0

# probe: cycle never goes back
# Unprivileged 10.1: "a count of the number of clock cycles executed by the processor core"
        csrr    a0, cycle
        csrr    a1, cycle
        csrr    a2, cycle
        sltu    a3, a0, a1
        sltu    a4, a1, a2
        expect  a3, 1
        expect  a4, 1
