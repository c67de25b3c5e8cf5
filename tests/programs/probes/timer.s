# mtime, mtimecmp and msip.

# probe: the timer is pending from mtimecmp on
# Privileged 3.2.1: pending "whenever mtime contains a value greater than or equal to mtimecmp"
        compare 0, 0
        csrr    a0, mip
        compare -1, -1
        csrr    a1, mip
        expect  a0, TIMER
        expect  a1, 0
        no_trap

# probe: it is pending when the time is reached, and not before
# Privileged 3.2.1: "greater than or equal to mtimecmp"
# QEMU 7.2: time lags mtime
        li      t2, MTIME
        lw      a0, 0(t2)
        addi    a0, a0, 1500
        li      t0, MTIMECMP
        sw      zero, 4(t0)
        sw      a0, 0(t0)
        lw      t1, 0(t0)
        csrr    a1, mip
1:      csrr    a2, mip
        csrr    a3, time
        bnez    a2, 2f
        j       1b
2:      sltu    a3, a3, a0
        expect  a1, 0
        expect  a2, TIMER
        expect  a3, 0

# probe: the halves of mtimecmp are compared as one number
# Privileged 3.2.1: mtimecmp is 64-bit
        compare 1, 0
        csrr    a0, mip
        expect  a0, 0

# probe: the comparison is unsigned
# Privileged 3.2.1: "treating the values as unsigned integers"
        compare 0x80000000, 0
        csrr    a0, mip
        expect  a0, 0

# probe: a store to one half of mtimecmp leaves the other
# Privileged 3.2.1: "In RV32, memory-mapped writes to mtimecmp modify only one 32-bit part of the register"
        li      t0, MTIMECMP
        li      t1, 0x12345678
        sw      t1, 0(t0)
        lw      a0, 4(t0)
        sw      zero, 4(t0)
        lw      a1, 0(t0)
        expect  a0, -1
        expect  a1, 0x12345678

# probe: mtime can be written, and MTIP follows
# Privileged 3.2.1: "a memory-mapped machine-mode read-write register, mtime"; "The interrupt remains posted until mtimecmp
# becomes greater than mtime"
        li      t2, MTIME
        lw      a3, 0(t2)
        lw      a4, 4(t2)
        compare 1, 0
        csrr    a0, mip
        li      t1, 2
        sw      t1, 4(t2)
        lw      t1, 4(t2)
        csrr    a1, mip
        sw      zero, 4(t2)
        lw      t1, 4(t2)
        csrr    a2, mip
        sw      a4, 4(t2)
        expect  a0, 0
        expect  a1, TIMER
        expect  a2, 0

# probe: mtime carries into its upper half
# Privileged 3.2.1: "The mtime register has a 64-bit precision on all RV32 and RV64 systems"
# QEMU 7.2: timeh does not follow a store to mtime
        li      t2, MTIME
        sw      zero, 4(t2)
        li      t1, -1
        sw      t1, 0(t2)
1:      lw      a0, 0(t2)
        bltz    a0, 1b
        lw      a0, 4(t2)
        csrr    a1, timeh
        sw      zero, 4(t2)
        expect  a0, 1
        expect  a1, 1

# probe: mtime wraps around
# Privileged 3.2.1: "The mtime register will wrap around if the count overflows"
        li      t2, MTIME
        li      t1, -1
        sw      t1, 4(t2)
        sw      t1, 0(t2)
1:      lw      a0, 0(t2)
        bltz    a0, 1b
        lw      a0, 4(t2)
        expect  a0, 0

# probe: a store to mtime does not change mcycle
# Privileged 3.1.10: mcycle "counts the number of clock cycles executed by the processor core"
        csrr    a0, mcycle
        li      t2, MTIME
        li      t1, 0x10000000
        sw      t1, 0(t2)
        csrr    a1, mcycle
        sub     a0, a1, a0
        li      t1, 0x100000
        sltu    a0, a0, t1
        sw      zero, 0(t2)
        expect  a0, 1

# probe: a timer interrupt that is moved on is not taken
# Privileged 3.2.1: "The interrupt remains posted until mtimecmp becomes greater than mtime (typically as a result of writing
# mtimecmp)"
        li      t0, TIMER
        csrw    mie, t0
        compare 0, 0
        compare -1, -1
        csrsi   mstatus, MIE
        nop
        csrci   mstatus, MIE
        no_trap

# probe: the timer interrupt
# Privileged 3.1.15, table 3.6: interrupt 7 is "Machine timer interrupt"; 3.1.16: "For other traps, mtval is set to zero"
        li      t0, TIMER
        csrw    mie, t0
        csrw    mtval, t0
        compare 0, 0
        csrsi   mstatus, MIE
1:      csrci   mstatus, MIE
        trapped INTERRUPT + 7, 1b, 0

# probe: msip has one bit
# Privileged 3.1.9: "MSIP ... is written by accesses to memory-mapped control registers"; the CLINT of the FU540-C000 manual,
# 9.2: "the least significant bit is reflected in the MSIP bit of the mip CSR. Other bits in the msip registers are
# hardwired to zero"
        software -1
        lw      a0, 0(t0)
        csrr    a1, mip
        software -2
        lw      a2, 0(t0)
        csrr    a3, mip
        expect  a0, 1
        expect  a1, SOFTWARE
        expect  a2, 0
        expect  a3, 0
