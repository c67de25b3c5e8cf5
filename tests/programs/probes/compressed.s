# Instructions of 16 bits: what changes about traps and addresses where C is there.

# probe: misa has C
# Privileged 3.1.1, table 3.2: C is bit 2
        csrr    a0, misa
        andi    a0, a0, 0x105
        expect  a0, 0x105

# probe: a jump to a half word is no exception
# Unprivileged 16.1: "instructions can start on any 16-bit boundary"; "no instructions can raise instruction-address-misaligned
# exceptions"
        li      a0, 0
        j       1f
        .balign 4
        c.nop
1:      addi    a0, a0, 1
        .balign 4
        expect  a0, 1
        no_trap

# probe: mepc keeps bit 1
# Privileged 3.1.14: "The low bit of mepc (mepc[0]) is always zero"
# QEMU 7.2: holds bit 0, too
        li      t0, -1
        csrw    mepc, t0
        csrr    a0, mepc
        expect  a0, 0xfffffffe

# probe: MRET goes to a half word
# Privileged 3.3.2: "xRET sets the pc to the value stored in the xepc register"
        la      t0, 1f
        csrw    mepc, t0
        li      t0, MPP
        csrw    mstatus, t0
        li      a0, 0
        mret
        .balign 4
        c.nop
1:      addi    a0, a0, 1
        .balign 4
        expect  a0, 1

# probe: an instruction of 16 zeros is illegal and 2 bytes long
# Unprivileged 1.5: "considered to be of minimal length: 16 bits if any 16-bit instruction-set extension is present"
        .balign 4
1:      .half   0
2:      c.nop
        trapped 2, 1b, 0

# probe: C.EBREAK
# Unprivileged 16.5: C.EBREAK "expands to ebreak"; Privileged 3.3.1: mepc is "the address of the ECALL or EBREAK instruction
# itself"
# QEMU 7.2: mtval is 0
        .balign 4
        c.nop
1:      c.ebreak
        .balign 4
        trapped 3, 1b, 1b

# probe: mtval has the 16 bits of an illegal instruction
# Privileged 3.1.16: "the shortest of: the actual faulting instruction ..."; "all unused upper bits are cleared to zero"
        .balign 4
1:      .half   0x6101                  # c.addi16sp with an immediate of 0 is reserved
        c.nop
        trapped 2, 1b, 0x6101

# probe: a load of floating point is illegal without F
# Unprivileged 16.3: C.FLW is an RV32FC instruction
        .balign 4
1:      .half   0x6000                  # c.flw fs0, 0(s0)
        c.nop
        trapped 2, 1b, 0x6000

# probe: JAL and JALR link the address behind them
# Unprivileged 16.4: C.JAL "writes the address of the instruction following the jump (pc+2) to the link register, x1"
        .balign 4
1:      c.jal   2f
2:      mv      a0, ra
        la      t0, 4f
        .balign 4
3:      c.jalr  t0
4:      mv      a1, ra
        .balign 4
        expect  a0, 1b + 2
        expect  a1, 3b + 2

# probe: an instruction of four bytes that lies in two words
# Privileged 3.1.14: mepc is the address of "the instruction that ... encountered the exception"
        .balign 4
        c.nop
1:      .word   0xffffffff
        c.nop
        trapped 2, 1b, 0xffffffff

# probe: a compressed load that traps
# Unprivileged 16.3: C.LW "expands to lw rd', offset[6:2](rs1')"
        li      a1, BAD
        li      a0, 77
        .balign 4
        c.nop
1:      c.lw    a0, 4(a1)
        .balign 4
        trapped 5, 1b, BAD + 4
        expect  a0, 77

# probe: an interrupt between two instructions of 16 bits
# Privileged 3.1.14: mepc is "the virtual address of the instruction that was interrupted"
        csrwi   mie, SOFTWARE
        software 1
        .balign 4
        csrsi   mstatus, MIE
        c.nop
1:      c.nop
        csrci   mstatus, MIE
        trapped INTERRUPT + 3, 1b - 2, 0

# probe: instructions of 16 bits count one each
# Unprivileged 16.1: "RVC ... instructions"; Privileged 3.1.10: "counts the number of instructions the hart has retired"
# QEMU 7.2: minstret counts as its clock does
        csrr    a0, minstret
        c.nop
        c.nop
        nop
        csrr    a1, minstret
        sub     a0, a1, a0
        expect  a0, 4
