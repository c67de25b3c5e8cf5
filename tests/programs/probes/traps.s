# Exceptions: cause, address, value, and what the instruction does not do.

# probe: a load from nowhere is an access fault and leaves its destination
# Privileged 3.1.15, table 3.6: 5 is "Load access fault"; 3.1.16: "mtval will contain the faulting virtual address"
        li      t0, BAD
        li      a0, 77
1:      lw      a0, 16(t0)
        trapped 5, 1b, BAD + 16
        expect  a0, 77

# probe: a store to nowhere is a store access fault
# Privileged 3.1.15, table 3.6: 7 is "Store/AMO access fault"
        li      t0, BAD
1:      sb      a0, 3(t0)
        trapped 7, 1b, BAD + 3

# probe: a load into x0 raises its exception
# Unprivileged 2.6: "Loads with a destination of x0 must still raise any exceptions"
        li      t0, BAD
1:      lw      zero, 0(t0)
        trapped 5, 1b, BAD

# probe: a misaligned load of a half word
# Privileged 3.1.15, table 3.6: 4 is "Load address misaligned"; 3.1.16: "the faulting virtual address"
# QEMU 7.2: does it
        li      t0, SCRATCH
        li      a0, 77
1:      lhu     a0, 1(t0)
        trapped 4, 1b, SCRATCH + 1
        expect  a0, 77

# probe: a misaligned load of a word
# Privileged 3.1.15, table 3.6: 4 is "Load address misaligned"
# QEMU 7.2: does it
        li      t0, SCRATCH
        li      a0, 77
1:      lw      a0, 2(t0)
        trapped 4, 1b, SCRATCH + 2
        expect  a0, 77

# probe: a misaligned store changes nothing
# Privileged 3.1.15, table 3.6: 6 is "Store/AMO address misaligned"
# QEMU 7.2: does it
        li      t0, SCRATCH
        sw      zero, 0(t0)
        sw      zero, 4(t0)
        li      a0, -1
1:      sw      a0, 2(t0)
        trapped 6, 1b, SCRATCH + 2
        lw      a0, 0(t0)
        lw      a1, 4(t0)
        expect  a0, 0
        expect  a1, 0

# probe: where nothing is, a misaligned load is misaligned
# Privileged 3.1.15, table 3.7: "Optionally: Load/store/AMO address misaligned" stands before the access fault
# QEMU 7.2: access fault of the aligned word
        li      t0, BAD
1:      lw      a0, 2(t0)
        trapped 4, 1b, BAD + 2

# probe: an instruction of ones is illegal
# Privileged 3.1.15, table 3.6: 2 is "Illegal instruction"; 3.1.16: mtval has "the actual faulting instruction"
1:      .word   0xffffffff
        trapped 2, 1b, 0xffffffff

# probe: an instruction of zeros is illegal
# Unprivileged 1.5: "encodings with bits [15:0] all zeros are defined as illegal instructions"
1:      .word   0
        trapped 2, 1b, 0

# probe: an illegal instruction has no effect on the register that its rd names
# Unprivileged 2.4: funct7 of ADD is 0 or 32 (SUB) in the base; 0x7b5050b3 is neither, and names x1
        li      ra, 77
1:      .word   0x7b5050b3
        trapped 2, 1b, 0x7b5050b3
        expect  ra, 77

# probe: EBREAK
# Privileged 3.1.15, table 3.6: 3 is "Breakpoint"; 3.3.1: "epc register to be set to the address of the ECALL or EBREAK
# instruction itself"; 3.1.16: mtval has "the faulting virtual address", or 0
# QEMU 7.2: mtval is 0
1:      ebreak
        trapped 3, 1b, 1b

# probe: ECALL
# Privileged 3.1.15, table 3.6: 11 is "Environment call from M-mode"; 3.1.16: "For other traps, mtval is set to zero"
1:      ecall
        trapped 11, 1b, 0

# probe: ECALL performs no other operation
# Privileged 3.3.1: "generates an environment-call-from-M-mode exception, and performs no other operation"
        li      a0, 1
        li      a7, 93
        ecall
        expect  a0, 1
        expect  a7, 93

# probe: an exception writes mtval of the one before anew
# Privileged 3.1.16: "When a trap is taken into M-mode, mtval is either set to zero or written"
        li      t0, BAD
        lw      a0, 0(t0)
1:      ecall
        expect  s3, 0
        expect  s5, 2

# probe: a jump to a misaligned address
# Unprivileged 2.2: the exception is "reported on the branch or jump instruction, not on the target"; Privileged 3.1.16
        la      t0, 2f
        li      a0, 77
1:      jalr    a0, 2(t0)
2:      trapped 0, 1b, 2b + 2
        expect  a0, 77

# probe: JAL to a misaligned address
# Unprivileged 2.2: "reported on the branch or jump instruction, not on the target instruction"
# QEMU 7.2: mtval is the address of the jump
        li      ra, 77
1:      .word   0x006000ef              # jal ra, .+6
2:      trapped 0, 1b, 1b + 6
        expect  ra, 77

# probe: a taken branch to a misaligned address
# Unprivileged 2.2: an exception "is generated on a taken branch or unconditional jump if the target address is not
# four-byte aligned"
# QEMU 7.2: mtval is the address of the branch
1:      .word   0x00000363              # beq zero, zero, .+6
        trapped 0, 1b, 1b + 6

# probe: a branch that is not taken goes to no misaligned address
# Unprivileged 2.2: "No instruction-address-misaligned exception is generated for a conditional branch that is not taken"
        .word   0x00001363              # bne zero, zero, .+6
        no_trap

# probe: JALR clears the lowest bit of its target
# Unprivileged 2.5: "then setting the least-significant bit of the result to zero"
        la      t0, 1f
        jalr    a0, 1(t0)
1:      no_trap
        expect  a0, 1b

# probe: a jump into nowhere links, and is the fault of its target
# Privileged 3.1.15, table 3.6: 1 is "Instruction access fault"; 3.1.14: mepc is the address "of the instruction that
# encountered the exception", here the one that could not be fetched
        li      t0, BAD
1:      jalr    ra, 8(t0)
        trapped 1, BAD + 8, BAD + 8
        expect  ra, 1b + 4

# probe: a trap keeps MIE in MPIE and clears it
# Privileged 3.1.6.1: "xPIE is set to the value of xIE; xIE is set to 0; and xPP is set to y"
        csrwi   mstatus, MIE
        ecall
        expect  s4, MPP | MPIE

# probe: a trap without MIE clears MPIE
# Privileged 3.1.6.1: "xPIE is set to the value of xIE"
        li      t0, MPIE
        csrw    mstatus, t0
        ecall
        expect  s4, MPP

# probe: MRET takes MIE from MPIE and sets MPIE
# Privileged 3.1.6.1: "xIE is set to xPIE; ... xPIE is set to 1; and xPP is set to the least-privileged supported mode (U
# if U-mode is implemented, else M)"
# QEMU 7.2: MPP is 0 behind MRET
        csrwi   mstatus, MIE
        ecall
        csrr    a0, mstatus
        csrwi   mstatus, 0
        ecall
        csrr    a1, mstatus
        csrwi   mstatus, 0
        expect  a0, MPP | MPIE | MIE
        expect  a1, MPP | MPIE

# probe: MRET goes to mepc, whatever the trap was
# Privileged 3.3.2: "xRET sets the pc to the value stored in the xepc register"
        la      t0, 1f
        csrw    mepc, t0
        li      t0, MPP
        csrw    mstatus, t0
        li      a0, 1
        mret
        li      a0, 2
1:      expect  a0, 1
        no_trap

# probe: a trap within a handler needs what software has kept
# Privileged 3.1.6.1: "only one entry per stack is required"
# QEMU 7.2: MPP is 0 behind MRET
        la      t0, 2f
        csrw    mtvec, t0
        csrwi   mstatus, MIE
        li      a3, 0
1:      ecall
        csrr    a4, mstatus
        j       4f
        .balign 4
2:      addi    a3, a3, 1
        li      t0, 2
        beq     a3, t0, 3f
        csrr    a0, mepc
        csrr    a1, mstatus
5:      ecall
        csrr    a2, mstatus
        csrw    mstatus, a1
        addi    a0, a0, 4
        csrw    mepc, a0
        mret
3:      csrr    a5, mepc
        addi    t0, a5, 4
        csrw    mepc, t0
        mret
4:      csrwi   mstatus, 0
        expect  a3, 2
        expect  a0, 1b + 4
        expect  a1, MPP | MPIE
        expect  a5, 5b
        expect  a2, MPP | MPIE
        expect  a4, MPP | MPIE | MIE

# probe: exceptions of the vectored mode go to the base
# Privileged 3.1.7: "When MODE=Vectored, all synchronous exceptions into machine mode cause the pc to be set to the address
# in the BASE field"
        la      t0, 2f + 1
        csrw    mtvec, t0
        li      a0, 0
1:      ecall
        j       3f
        .balign 256
2:      j       4f
        .rept   31
        addi    a0, a0, 1
        .endr
4:      csrr    t0, mepc
        addi    t0, t0, 4
        csrw    mepc, t0
        mret
3:      expect  a0, 0

# probe: SRET, URET and SFENCE.VMA are illegal where there is machine mode alone
# Privileged 3.3.2: "SRET must be provided if supervisor mode is supported, and should raise an illegal instruction
# exception otherwise"
# QEMU 7.2: takes SFENCE.VMA as a fence
        .word   0x10200073
        expect  s1, 2
        .word   0x00200073
        expect  s5, 2
        expect  s1, 2
        .word   0x12000073
        expect  s5, 3
        expect  s1, 2

# probe: a load of a byte or half word of the CLINT is an access fault
# Privileged 3.6.2: "I/O regions can specify which combinations of read, write, or execute accesses to which data widths are
# supported"
        li      t0, MTIMECMP
1:      lb      a0, 0(t0)
        trapped 5, 1b, MTIMECMP
2:      lhu     a0, 2(t0)
        expect  s1, 5
        expect  s2, 2b
        expect  s3, MTIMECMP + 2

# probe: a store of a byte or half word to the CLINT is an access fault and stores nothing
# Privileged 3.6.2: "to which data widths are supported"
        li      t0, MTIMECMP
1:      sb      zero, 0(t0)
        trapped 7, 1b, MTIMECMP
2:      sh      zero, 4(t0)
        expect  s1, 7
        expect  s2, 2b
        expect  s3, MTIMECMP + 4
        lw      a0, 0(t0)
        lw      a1, 4(t0)
        expect  a0, -1
        expect  a1, -1
