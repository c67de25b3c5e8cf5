# Code that is written, and memory that is executed.

# Writes the word at `from` to `to`.
        .macro  move to, from
        la      t0, \from
        lw      t1, 0(t0)
        la      t0, \to
        sw      t1, 0(t0)
        .endm

# probe: behind FENCE.I an instruction that was stored is executed
# Unprivileged 3: "A FENCE.I instruction ensures that a subsequent instruction fetch on a RISC-V hart will see any previous data
# stores already visible to the same RISC-V hart"
        li      a0, 0
        move    2f, 1f
        fence.i
        j       2f
1:      addi    a0, a0, 2
2:      addi    a0, a0, 1
        expect  a0, 2
        no_trap

# probe: what is stored to code is loaded from there
# Privileged 3.6.2: "Main memory regions always support read and write of all access widths"
        la      t0, 1f
        li      a0, 0x12345678
        sw      a0, 0(t0)
        li      a1, 0x7b
        sb      a1, 3(t0)
        lw      a2, 0(t0)
        lhu     a3, 2(t0)
        expect  a2, 0x7b345678
        expect  a3, 0x7b34
        no_trap
        j       2f
1:      .word   0
2:

# probe: a byte of an instruction is stored
# Unprivileged 3: "any previous data stores", of whatever width
        la      t0, 1f
        li      a1, 0x05                # of addi a0, zero, 5: the immediate
        lbu     a2, 2(t0)
        andi    a2, a2, 0xf
        slli    a1, a1, 4
        or      a2, a2, a1
        sb      a2, 2(t0)
        fence.i
1:      addi    a0, zero, 1
        expect  a0, 5
        no_trap

# probe: a loop that changes itself
# Unprivileged 3: "a subsequent instruction fetch on a RISC-V hart will see any previous data stores"
        li      a0, 0
        li      a1, 10
1:      la      t0, 2f
        lw      t1, 0(t0)
        li      t2, 0x100000            # the immediate goes up by one
        add     t1, t1, t2
        sw      t1, 0(t0)
        fence.i
2:      addi    a2, zero, 0
        add     a0, a0, a2
        addi    a1, a1, -1
        bnez    a1, 1b
        expect  a0, 55
        no_trap

# probe: a routine in memory is called
# Privileged 3.6.2: main memory regions "can specify whether instruction fetch is supported"; here it is
        li      a3, SCRATCH
        la      t0, 1f
        lw      t1, 0(t0)
        sw      t1, 0(a3)
        lw      t1, 4(t0)
        sw      t1, 4(a3)
        fence.i
        li      a0, 5
        jalr    a3
        j       2f
1:      slli    a0, a0, 3
        ret
2:      expect  a0, 40
        no_trap

# probe: an illegal instruction in memory
# Privileged 3.1.14 and 3.1.16: mepc is its address, mtval "the actual faulting instruction"
        li      a3, SCRATCH
        li      t1, 0xffffffff
        sw      t1, 0(a3)
        la      t0, 1f
        lw      t1, 0(t0)
        sw      t1, 4(a3)
        fence.i
        jalr    a3
        j       2f
1:      ret
2:      trapped 2, SCRATCH, 0xffffffff

# probe: a trap handler in memory
# Privileged 3.1.7: mtvec holds "a vector base address", of whatever memory
        li      a3, SCRATCH
        la      t0, 1f
        li      t2, 4
3:      lw      t1, 0(t0)
        sw      t1, 0(a3)
        addi    t0, t0, 4
        addi    a3, a3, 4
        addi    t2, t2, -1
        bnez    t2, 3b
        fence.i
        li      a3, SCRATCH
        csrw    mtvec, a3
        ecall
        j       2f
1:      csrr    a0, mepc
        addi    a1, a0, 4
        csrw    mepc, a1
        mret
2:      expect  a0, 2b - 24

# probe: an interrupt between two instructions in memory
# Privileged 3.1.14: mepc is "the virtual address of the instruction that was interrupted"
        li      a3, SCRATCH
        la      t0, 1f
        li      t2, 3
3:      lw      t1, 0(t0)
        sw      t1, 0(a3)
        addi    t0, t0, 4
        addi    a3, a3, 4
        addi    t2, t2, -1
        bnez    t2, 3b
        fence.i
        csrwi   mie, SOFTWARE
        software 1
        li      a3, SCRATCH
        jalr    a3
        j       2f
1:      csrsi   mstatus, MIE
        csrci   mstatus, MIE
        ret
2:      trapped INTERRUPT + 3, SCRATCH + 4, 0

# probe: a jump to a misaligned place in memory
# Unprivileged 2.2: an exception "is generated on a taken branch or unconditional jump if the target address is not four-byte
# aligned"
        li      a3, SCRATCH
1:      jalr    2(a3)
        trapped 0, 1b, SCRATCH + 2

# probe: zeros in memory are illegal
# Unprivileged 1.5: "Encodings with bits [15:0] all zeros are defined as illegal instructions"
        li      a3, SCRATCH
        li      t1, 0x00008067          # ret
        sw      t1, 4(a3)
        jalr    a3
        trapped 2, SCRATCH, 0

# probe: another hart executes what was stored behind its own FENCE.I
# Unprivileged 3: "the writing hart has to execute a data FENCE before requesting that all remote RISC-V harts execute a FENCE.I"
        la      t0, 1f
        lw      t1, 0(t0)
        la      t0, patched
        sw      t1, 0(t0)
        fence   rw, rw
        li      t0, SCRATCH
        li      t1, 1
        sw      t1, 0(t0)
        join
        li      t0, SCRATCH
        lw      a0, 4(t0)
        expect  a0, 2
        no_trap
        j       2f
1:      addi    a0, a0, 2
patched:
        addi    a0, a0, 1
        ret
2:
# hart 1:
        li      a0, 0
        li      t0, SCRATCH
1:      lw      t1, 0(t0)
        beqz    t1, 1b
        fence.i
        jal     patched
        li      t0, SCRATCH
        sw      a0, 4(t0)
