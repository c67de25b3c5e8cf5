# Control and status registers: which there are, which can be written, and what their fields hold.

# probe: registers without a meaning here are there and read-only zero
# Privileged 3.1.6: mstatush is there on RV32; 3.1.17: mconfigptr "must be implemented, but it may be zero"
        csrr    a0, mstatush
        csrr    a1, mconfigptr
        csrw    mstatush, s0
        csrr    a2, mstatush
        expect  a0, 0
        expect  a1, 0
        expect  a2, 0
        no_trap

# probe: counters of events are there and read-only zero
# Privileged 3.1.10: "All counters should be implemented, but a legal implementation is to make both the counter and its
# corresponding event selector be read-only 0"
# QEMU 7.2: has counters that can be written
        li      t0, -1
        csrw    mhpmcounter3, t0
        csrw    mhpmcounter31, t0
        csrw    mhpmcounter3h, t0
        csrw    mhpmcounter31h, t0
        csrw    mhpmevent3, t0
        csrw    mhpmevent31, t0
        li      a0, 0
        .irp    name, mhpmcounter3, mhpmcounter31, mhpmcounter3h, mhpmcounter31h, mhpmevent3, mhpmevent31
        csrr    t1, \name
        or      a0, a0, t1
        .endr
        expect  a0, 0
        no_trap

# probe: shadows of the counters of events are there, and can only be read
# Privileged 3.1.11: "The cycle, instret, and hpmcountern CSRs are read-only shadows of mcycle, minstret, and mhpmcountern"
# QEMU 7.2: has counters that can be written
        li      a0, 0
        .irp    name, hpmcounter3, hpmcounter31, hpmcounter3h, hpmcounter31h
        csrr    t1, \name
        or      a0, a0, t1
        .endr
1:      .word   0xc0351073              # csrw hpmcounter3, a0
        trapped 2, 1b, 0xc0351073
        expect  a0, 0

# probe: identities are readable
# Privileged 3.1.2 to 3.1.5: mvendorid, marchid, mimpid, mhartid "must be readable in any implementation", and of harts "at
# least one hart must have a hart ID of zero"
# QEMU 7.2: names itself in marchid and mimpid
        csrr    a0, mvendorid
        csrr    a1, marchid
        csrr    a2, mimpid
        csrr    a3, mhartid
        expect  a0, 0
        expect  a1, 0
        expect  a2, 0
        expect  a3, FIRST
        no_trap

# probe: a write to a read-only register is illegal and leaves its destination
# Privileged 2.1: attempts "to write a read-only register also raise illegal instruction exceptions"
        li      a0, 77
1:      .word   0xf1451573              # csrrw a0, mhartid, a0
        trapped 2, 1b, 0xf1451573
        expect  a0, 77

# probe: CSRRS and CSRRC of x0 write nothing
# Unprivileged 9.1: "if rs1=x0, then the instruction will not write to the CSR at all"
        .word   0xf1402573              # csrrs a0, mhartid, zero
        .word   0xf14035f3              # csrrc a1, mhartid, zero
        no_trap

# probe: CSRRSI and CSRRCI of 0 write nothing
# Unprivileged 9.1: "if the uimm[4:0] field is zero, then these instructions will not write to the CSR"
        .word   0xf1406573              # csrrsi a0, mhartid, 0
        .word   0xf14075f3              # csrrci a1, mhartid, 0
        no_trap

# probe: CSRRWI of 0 writes
# Unprivileged 9.1, table 9.1: CSRRWI writes whatever uimm is
        .word   0xf1405573              # csrrwi a0, mhartid, 0
        expect  s1, 2
        expect  s5, 1

# probe: CSRRS and CSRRC of a register that holds 0 write
# Unprivileged 9.1: "if rs1 specifies a register holding a zero value other than x0, the instruction will still attempt to
# write the unmodified value back to the CSR"
# QEMU 7.2: no exception
        li      a1, 0
        .word   0xf145a573              # csrrs a0, mhartid, a1
        expect  s5, 1
        .word   0xf145b573              # csrrc a0, mhartid, a1
        expect  s5, 2
        expect  s1, 2

# probe: the counters that user programs read are read-only
# Unprivileged 10.1: "read-only user-level counters"
        .word   0xc0059073              # csrw cycle, a1
        expect  s5, 1
        .word   0xc0159073              # csrw time, a1
        expect  s5, 2
        .word   0xc0259073              # csrw instret, a1
        expect  s5, 3
        expect  s1, 2

# probe: registers of modes that are not there are not there
# Privileged 2.1: "Attempts to access a non-existent CSR raise an illegal instruction exception"; 3.1.8: "In systems without
# S-mode, the medeleg and mideleg registers should not exist"; 3.1.11: without U-mode, nor should mcounteren
# QEMU 7.2: has medeleg and mideleg without a supervisor mode
        .word   0x30202573              # csrr a0, medeleg
        expect  s5, 1
        .word   0x30302573              # csrr a0, mideleg
        expect  s5, 2
        .word   0x30602573              # csrr a0, mcounteren
        expect  s5, 3
        .word   0x10002573              # csrr a0, sstatus
        expect  s5, 4
        .word   0x18002573              # csrr a0, satp
        expect  s5, 5
        expect  s1, 2

# probe: machine mode has no access to registers of the debug mode
# Privileged 2.1: "Implementations should raise illegal instruction exceptions on machine-mode access to the latter set of
# registers", 0x7b0 to 0x7bf
1:      .word   0x7b002573              # csrr a0, dcsr
        trapped 2, 1b, 0x7b002573

# probe: without F there is no fcsr
# Privileged 2.1: "Attempts to access a non-existent CSR raise an illegal instruction exception"
1:      .word   0x00302573              # csrr a0, fcsr
        trapped 2, 1b, 0x00302573

# probe: a swap of a register with itself
# Unprivileged 9.1: "CSRRW reads the old value of the CSR ... The initial value in rs1 is written to the CSR"
        li      a0, 0x12345678
        csrw    mscratch, zero
        csrrw   a0, mscratch, a0
        csrr    a1, mscratch
        expect  a0, 0
        expect  a1, 0x12345678

# probe: immediates are zero-extended
# Unprivileged 9.1: "an XLEN-bit value obtained by zero-extending a 5-bit unsigned immediate"
        li      t0, -1
        csrw    mscratch, t0
        csrrci  a0, mscratch, 31
        csrr    a1, mscratch
        csrrwi  a2, mscratch, 16
        csrr    a3, mscratch
        expect  a0, -1
        expect  a1, 0xffffffe0
        expect  a2, 0xffffffe0
        expect  a3, 16

# probe: mscratch, mtval and mepc hold addresses, and traps alone write the last two
# Privileged 3.1.13, 3.1.14 and 3.1.16: "Otherwise, mepc is never written by the implementation", likewise mtval
        li      t0, 0xfedcba98
        csrw    mscratch, t0
        csrw    mtval, t0
        csrw    mepc, t0
        nop
        lw      t1, 0(s0)
        csrr    a0, mscratch
        csrr    a1, mtval
        csrr    a2, mepc
        expect  a0, 0xfedcba98
        expect  a1, 0xfedcba98
        expect  a2, 0xfedcba98

# probe: mcause holds the codes that there are
# Privileged 3.1.15: "The Exception Code is a WLRL field, so is only guaranteed to hold supported exception codes"
        li      t0, INTERRUPT + 11
        csrw    mcause, t0
        csrr    a0, mcause
        csrwi   mcause, 7
        csrr    a1, mcause
        expect  a0, INTERRUPT + 11
        expect  a1, 7

# probe: without C the two lowest bits of mepc are 0
# Privileged 3.1.14: "On implementations that support only IALIGN=32, the two low bits (mepc[1:0]) are always zero"
# QEMU 7.2: holds all bits of mepc
        li      t0, -1
        csrw    mepc, t0
        csrr    a0, mepc
        csrsi   mepc, 3
        csrr    a1, mepc
        expect  a0, 0xfffffffc
        expect  a1, 0xfffffffc

# probe: mtvec has one of the two modes
# Privileged 3.1.7, table 3.5: 0 is "Direct", 1 "Vectored", others "Reserved"; the field is WARL
        li      t0, 0x12345600
        csrw    mtvec, t0
        csrr    a0, mtvec
        csrsi   mtvec, 1
        csrr    a1, mtvec
        csrsi   mtvec, 2
        csrr    a2, mtvec
        andi    a2, a2, 2
        expect  a0, 0x12345600
        expect  a1, 0x12345601
        expect  a2, 0

# probe: mstatus has MIE and MPIE, and MPP is M
# Privileged 3.1.6.1: "xPP fields are WARL fields that can hold only privilege mode x and any implemented privilege mode
# lower than x"; 3.1.6.3 to 3.1.6.6: without S, U, F and V their fields are read-only 0
# QEMU 7.2: holds bits of modes that are not there, and another MPP
        csrw    mstatus, zero
        csrr    a0, mstatus
        li      t0, -1
        csrw    mstatus, t0
        csrr    a1, mstatus
        csrw    mstatus, zero
        expect  a0, MPP
        expect  a1, MPP | MPIE | MIE

# probe: mie has the bits of the interrupts that there are
# Privileged 3.1.9: "A bit in mie must be writable if the corresponding interrupt can ever become pending. Bits of mie that
# are not writable must be read-only zero"
# QEMU 7.2: has those of a supervisor mode
        li      t0, -1
        csrw    mie, t0
        csrr    a0, mie
        slli    a0, a0, 16              # those from 16 on are a platform's own
        srli    a0, a0, 16
        expect  a0, SOFTWARE | TIMER | EXTERNAL

# probe: mip is written by the CLINT alone
# Privileged 3.1.9: "MSIP is read-only in mip", "MTIP is read-only in mip", "MEIP is read-only in mip"
# QEMU 7.2: bits of a supervisor mode can be written
        li      t0, -1
        csrw    mip, t0
        csrr    a0, mip
        software 1
        csrw    mip, zero
        csrr    a1, mip
        csrci   mip, 8
        csrr    a2, mip
        software 0
        csrr    a3, mip
        expect  a0, 0
        expect  a1, SOFTWARE
        expect  a2, SOFTWARE
        expect  a3, 0
        no_trap

# probe: mip shows what mie masks
# Privileged 3.1.9: an interrupt traps if "bit i is set in both mip and mie"
        software 1
        csrwi   mstatus, MIE
        nop
        csrr    a0, mip
        csrwi   mstatus, 0
        expect  a0, SOFTWARE
        no_trap

# probe: misa names RV32 with I, M and A
# Privileged 3.1.1, tables 3.1 and 3.2: MXL is 1 for 32 bits; A is bit 0, I bit 8, M bit 12
        csrr    a0, misa
        expect  a0, 0x40001101

# probe: a write to misa is no exception
# Privileged 3.1.1: misa is "a WARL read-write register"
        csrw    misa, zero
        csrr    a0, misa
        expect  a0, 0x40001101
        no_trap
