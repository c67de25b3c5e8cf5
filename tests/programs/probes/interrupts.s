# Interrupts: when they are taken, which first, and what the handler finds.

# probe: a software interrupt that waits is taken right behind the instruction that lets it in
# Privileged 3.1.9: the conditions "must also be evaluated immediately following the execution of ... an explicit write to a
# CSR on which these interrupt trap conditions expressly depend"
        csrwi   mie, SOFTWARE
        software 1
        li      a0, 0
        csrsi   mstatus, MIE
1:      addi    a0, a0, 1
        csrci   mstatus, MIE
        trapped INTERRUPT + 3, 1b, 0
        expect  s4, MPP | MPIE
        expect  a0, 1

# probe: so it is behind a write of mie
# Privileged 3.1.9: "an explicit write to a CSR ... (including mip, mie, mstatus, and mideleg)"
        csrsi   mstatus, MIE
        software 1
        csrsi   mie, SOFTWARE
1:      csrci   mstatus, MIE
        trapped INTERRUPT + 3, 1b, 0

# probe: so it is behind MRET, and nothing of its target comes first
# Privileged 3.1.9: "immediately following the execution of an xRET instruction"
        csrwi   mie, SOFTWARE
        software 1
        la      t0, 1f
        csrw    mepc, t0
        li      t0, MPP | MPIE
        csrw    mstatus, t0
        li      a0, 0
        mret
1:      addi    a0, a0, 1
        csrci   mstatus, MIE
        trapped INTERRUPT + 3, 1b, 0
        expect  a0, 1

# probe: 1,000 windows of mstatus let 1,000 interrupts in
# Privileged 3.1.9: "immediately following ... an explicit write to a CSR", here csrsi, before csrci
        csrwi   mie, SOFTWARE
        li      a0, 1000
        li      t2, MSIP
        li      t3, 1
1:      sw      t3, 0(t2)
        lw      zero, 0(t2)
        csrsi   mstatus, MIE
        csrci   mstatus, MIE
        addi    a0, a0, -1
        bnez    a0, 1b
        expect  s5, 1000

# probe: 1,000 windows of mie let 1,000 interrupts in
# Privileged 3.1.9: "including mip, mie, mstatus"
        csrwi   mstatus, MIE
        li      a0, 1000
        li      t2, MSIP
        li      t3, 1
1:      sw      t3, 0(t2)
        lw      zero, 0(t2)
        csrwi   mie, SOFTWARE
        csrw    mie, zero
        addi    a0, a0, -1
        bnez    a0, 1b
        expect  s5, 1000

# probe: 1,000 windows behind MRET let 1,000 interrupts in
# Privileged 3.1.9: "immediately following the execution of an xRET instruction"; the target closes the window
        csrwi   mie, SOFTWARE
        li      a0, 1000
        li      t2, MSIP
        li      t3, 1
        li      t4, MPP | MPIE
        la      a1, 2f
1:      sw      t3, 0(t2)
        lw      zero, 0(t2)
        csrw    mepc, a1
        csrw    mstatus, t4
        mret
2:      csrci   mstatus, MIE
        addi    a0, a0, -1
        bnez    a0, 1b
        expect  s5, 1000

# probe: 1,000 windows that a swap of mstatus opens and closes
# Privileged 3.1.9: "an explicit write to a CSR", of whatever instruction
        csrwi   mie, SOFTWARE
        li      a0, 1000
        li      t2, MSIP
        li      t3, 1
        li      a1, MIE
1:      sw      t3, 0(t2)
        lw      zero, 0(t2)
        csrrw   a1, mstatus, a1
        csrrw   a1, mstatus, a1
        addi    a0, a0, -1
        bnez    a0, 1b
        expect  s5, 1000

# probe: nothing is taken behind the instruction that closes the window
# Privileged 3.1.9: an interrupt traps if "the MIE bit in the mstatus register is set"
        csrwi   mie, SOFTWARE
        csrsi   mstatus, MIE
        csrci   mstatus, MIE
        software 1
        nop
        nop
        no_trap
        csrr    a0, mip
        expect  a0, SOFTWARE

# probe: a pending interrupt without its bit of mie waits
# Privileged 3.1.9: "bit i is set in both mip and mie"
        li      t0, TIMER | EXTERNAL
        csrw    mie, t0
        software 1
        csrsi   mstatus, MIE
        nop
        nop
        csrci   mstatus, MIE
        no_trap

# probe: software goes before the timer
# Privileged 3.1.9: "decreasing priority order: MEI, MSI, MTI, SEI, SSI, STI"
# The handler of the first lowers both here, so the second is never taken.
        li      t0, SOFTWARE | TIMER
        csrw    mie, t0
        software 1
        compare 0, 0
        csrsi   mstatus, MIE
1:      csrci   mstatus, MIE
        trapped INTERRUPT + 3, 1b, 0

# probe: each of two that wait is taken, one behind the other
# Privileged 3.1.9: "immediately following the execution of an xRET instruction"
        la      t0, 2f
        csrw    mtvec, t0
        li      t0, SOFTWARE | TIMER
        csrw    mie, t0
        software 1
        compare 0, 0
        li      a0, 0
        csrsi   mstatus, MIE
1:      csrci   mstatus, MIE
        j       4f
        .balign 4
2:      csrr    t5, mcause
        andi    t5, t5, 15
        slli    a0, a0, 4
        or      a0, a0, t5
        csrr    a1, mepc
        li      t6, 7
        beq     t5, t6, 3f
        li      t5, MSIP
        sw      zero, 0(t5)
        lw      t5, 0(t5)
        mret
3:      li      t5, MTIMECMP
        li      t6, -1
        sw      t6, 4(t5)
        lw      t6, 4(t5)
        mret
4:      expect  a0, 0x37
        expect  a1, 1b

# probe: an interrupt that waits goes before the exception of the next instruction
# Privileged 3.1.14: mepc is "the virtual address of the instruction that was interrupted", which has not been executed
        csrwi   mie, SOFTWARE
        software 1
        li      t2, BAD
        csrsi   mstatus, MIE
1:      lw      a0, 0(t2)
        csrci   mstatus, MIE
        expect  s5, 2
        expect  s1, 5
        expect  s2, 1b
        expect  s4, MPP | MPIE

# probe: the vectored mode adds four times the cause
# Privileged 3.1.7: "interrupts cause the pc to be set to the address in the BASE field plus four times the interrupt cause
# number. For example, a machine-mode timer interrupt ... causes the pc to be set to BASE+0x1c"
        la      t0, 2f + 1
        csrw    mtvec, t0
        li      t0, SOFTWARE | TIMER
        csrw    mie, t0
        li      a0, 0
        software 1
        csrsi   mstatus, MIE
        csrci   mstatus, MIE
        compare 0, 0
        csrsi   mstatus, MIE
        csrci   mstatus, MIE
        j       4f
        .balign 256
2:      .rept   3
        j       5f
        .endr
        j       3f
        .rept   3
        j       5f
        .endr
        j       6f
        .rept   8
        j       5f
        .endr
5:      li      a0, -1
        csrw    mie, zero
        mret
3:      ori     a0, a0, 1
        li      t5, MSIP
        sw      zero, 0(t5)
        lw      t5, 0(t5)
        mret
6:      ori     a0, a0, 2
        li      t5, MTIMECMP
        li      t6, -1
        sw      t6, 4(t5)
        lw      t6, 4(t5)
        mret
4:      expect  a0, 3

# probe: a handler that sets MIE is interrupted
# Privileged 3.1.6.1: software "will save the privilege stack before re-enabling interrupts"
        la      t0, 2f
        csrw    mtvec, t0
        csrwi   mie, SOFTWARE
        li      a0, 0
        software 1
        csrsi   mstatus, MIE
1:      csrci   mstatus, MIE
        j       5f
        .balign 4
2:      li      t5, MSIP
        sw      zero, 0(t5)
        lw      t5, 0(t5)
        bnez    a0, 4f
        li      a0, 1
        csrr    a1, mepc
        csrr    a2, mstatus
        li      t5, MSIP
        li      t6, 1
        sw      t6, 0(t5)
        lw      t6, 0(t5)
        csrsi   mstatus, MIE
3:      csrci   mstatus, MIE
        csrw    mstatus, a2
        csrw    mepc, a1
        mret
4:      addi    a0, a0, 1
        csrr    a3, mepc
        mret
5:      expect  a0, 2
        expect  a1, 1b
        expect  a3, 3b

# probe: WFI goes on where an interrupt waits, without MIE
# Privileged 3.3.3: "The operation of WFI must be unaffected by the global interrupt bits in mstatus"; "execution will resume
# at pc + 4"
        csrwi   mie, SOFTWARE
        software 1
        wfi
        csrr    a0, mip
        expect  a0, SOFTWARE
        no_trap

# probe: WFI waits for the timer, without MIE
# Privileged 3.3.3: "the hart must resume if a locally enabled interrupt becomes pending"
# QEMU 7.2: time lags mtime
        li      t0, TIMER
        csrw    mie, t0
        li      t2, MTIME
        lw      a1, 0(t2)
        addi    a1, a1, 1000
        li      t0, MTIMECMP
        sw      zero, 4(t0)
        sw      a1, 0(t0)
1:      wfi
        csrr    a0, mip
        andi    a0, a0, TIMER
        beqz    a0, 1b
        csrr    a2, time
        sltu    a2, a2, a1
        expect  a0, TIMER
        expect  a2, 0
        no_trap

# probe: the interrupt that ends WFI is taken behind it
# Privileged 3.3.3: "the interrupt trap will be taken on the following instruction, i.e., execution resumes in the trap
# handler and mepc = pc + 4"
        li      t0, TIMER
        csrw    mie, t0
        li      t2, MTIME
        lw      a1, 0(t2)
        addi    a1, a1, 1000
        li      t0, MTIMECMP
        csrsi   mstatus, MIE
        sw      a1, 0(t0)
        sw      zero, 4(t0)
1:      wfi
2:      beqz    s5, 1b
        csrci   mstatus, MIE
        trapped INTERRUPT + 7, 2b, 0
