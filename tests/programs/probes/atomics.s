# LR, SC and the nine AMOs of one hart.

# An AMO: what was in memory comes to a2, what `result` says is in memory then.
        .macro  amo name, memory, operand, result
        li      t0, SCRATCH
        li      t1, \memory
        sw      t1, 0(t0)
        li      a1, \operand
        \name   a2, a1, (t0)
        lw      a3, 0(t0)
        expect  a2, \memory
        expect  a3, \result
        .endm

# probe: AMOSWAP
# Unprivileged 8.4: "atomically load a data value from the address in rs1, place the value into register rd, apply a binary
# operator to the loaded value and the original value in rs2, then store the result back"
        amo     amoswap.w, 0x80000000, 0x7fffffff, 0x7fffffff
        amo     amoswap.w.aq, -1, 0, 0
        amo     amoswap.w.rl, 1, -1, -1
        amo     amoswap.w.aqrl, 5, 5, 5

# probe: AMOADD
# Unprivileged 8.4: "integer add"
        amo     amoadd.w, 0x7fffffff, 1, 0x80000000
        amo     amoadd.w.aq, -1, 1, 0
        amo     amoadd.w.rl, 0x80000000, 0x80000000, 0
        amo     amoadd.w.aqrl, -5, -7, -12

# probe: AMOXOR
# Unprivileged 8.4: "bitwise XOR"
        amo     amoxor.w, 0x55555555, -1, 0xaaaaaaaa
        amo     amoxor.w.aq, -1, -1, 0
        amo     amoxor.w.rl, 0, 0x80000000, 0x80000000
        amo     amoxor.w.aqrl, 0x0ff00ff0, 0x00ffff00, 0x0f0ff0f0

# probe: AMOAND
# Unprivileged 8.4: "bitwise AND"
        amo     amoand.w, 0x55555555, -1, 0x55555555
        amo     amoand.w.aq, -1, 0x80000001, 0x80000001
        amo     amoand.w.rl, 0, -1, 0
        amo     amoand.w.aqrl, 0x0ff00ff0, 0x00ffff00, 0x00f00f00

# probe: AMOOR
# Unprivileged 8.4: "bitwise OR"
        amo     amoor.w, 0x55555555, 0xaaaaaaaa, -1
        amo     amoor.w.aq, 0, 0x80000001, 0x80000001
        amo     amoor.w.rl, 7, 0, 7
        amo     amoor.w.aqrl, 0x0ff00ff0, 0x00ffff00, 0x0ffffff0

# probe: AMOMIN
# Unprivileged 8.4: "signed ... integer maximum and minimum"
        amo     amomin.w, 1, -1, -1
        amo     amomin.w.aq, 0x80000000, 0x7fffffff, 0x80000000
        amo     amomin.w.rl, 3, 4, 3
        amo     amomin.w.aqrl, -4, -3, -4

# probe: AMOMAX
# Unprivileged 8.4: "signed ... integer maximum and minimum"
        amo     amomax.w, 1, -1, 1
        amo     amomax.w.aq, 0x80000000, 0x7fffffff, 0x7fffffff
        amo     amomax.w.rl, 3, 4, 4
        amo     amomax.w.aqrl, -4, -3, -3

# probe: AMOMINU
# Unprivileged 8.4: "unsigned integer maximum and minimum"
        amo     amominu.w, 1, -1, 1
        amo     amominu.w.aq, 0x80000000, 0x7fffffff, 0x7fffffff
        amo     amominu.w.rl, 4, 3, 3
        amo     amominu.w.aqrl, -4, -3, -4

# probe: AMOMAXU
# Unprivileged 8.4: "unsigned integer maximum and minimum"
        amo     amomaxu.w, 1, -1, -1
        amo     amomaxu.w.aq, 0x80000000, 0x7fffffff, 0x80000000
        amo     amomaxu.w.rl, 4, 3, 4
        amo     amomaxu.w.aqrl, -4, -3, -3

# probe: an AMO whose registers are one
# Unprivileged 8.4: "the original value in rs2"
        li      t0, SCRATCH
        li      t1, 30
        sw      t1, 0(t0)
        li      a0, 12
        amoadd.w a0, a0, (t0)
        lw      a1, 0(t0)
        mv      a2, t0
        amoswap.w a2, zero, (a2)
        lw      a3, 0(t0)
        expect  a0, 30
        expect  a1, 42
        expect  a2, 42
        expect  a3, 0

# probe: an AMO into x0 stores
# Unprivileged 8.4: "the return value would be discarded by writing to x0"
        li      t0, SCRATCH
        sw      zero, 0(t0)
        li      a0, 9
        amoor.w zero, a0, (t0)
        lw      a1, 0(t0)
        expect  a1, 9

# probe: a misaligned LR is a load exception
# Privileged 3.1.15: "load and load-reserved instructions generate load exceptions"; Unprivileged 8.2: "If the address is not
# naturally aligned, an address-misaligned exception or an access-fault exception will be generated"
        li      t0, SCRATCH + 2
        li      a0, 77
1:      lr.w    a0, (t0)
        trapped 4, 1b, SCRATCH + 2
        expect  a0, 77

# probe: a misaligned SC is a store exception, with a reservation
# Privileged 3.1.15: "store, store-conditional, and AMO instructions generate store/AMO exceptions"
# QEMU 7.2: fails, without an exception
        li      t0, SCRATCH
        lr.w    a1, (t0)
        addi    t0, t0, 2
        li      a0, 77
1:      sc.w    a0, a1, (t0)
        trapped 6, 1b, SCRATCH + 2
        expect  a0, 77

# probe: a misaligned AMO is a store exception and changes nothing
# Privileged 3.1.15: "store, store-conditional, and AMO instructions generate store/AMO exceptions"
        li      t0, SCRATCH
        sw      zero, 0(t0)
        sw      zero, 4(t0)
        addi    t0, t0, 1
        li      a0, 77
        li      a1, -1
1:      amoor.w a0, a1, (t0)
        trapped 6, 1b, SCRATCH + 1
        expect  a0, 77
        lw      a2, -1(t0)
        lw      a3, 3(t0)
        expect  a2, 0
        expect  a3, 0

# probe: an LR of nowhere is a load access fault, an AMO a store access fault
# Privileged 3.1.15: "load-reserved instructions generate load exceptions, whereas ... AMO instructions generate store/AMO
# exceptions"
# QEMU 7.2: the AMO is a load access fault
        li      t0, BAD
1:      lr.w    a0, (t0)
        trapped 5, 1b, BAD
2:      amoadd.w a0, a0, (t0)
        expect  s1, 7
        expect  s2, 2b
        expect  s3, BAD

# probe: device registers have no AMO and no reservation
# Privileged 3.6.3.1: "AMONone indicates that no AMO operations are supported"; 3.6.3.2: "RsrvNone indicates that no LR/SC
# operations are supported"
# QEMU 7.2: has both
        li      t0, MTIMECMP
1:      amoadd.w a0, a0, (t0)
        trapped 7, 1b, MTIMECMP
2:      lr.w    a0, (t0)
        expect  s1, 5
        expect  s2, 2b
        expect  s3, MTIMECMP

# probe: SC behind LR stores and gives 0
# Unprivileged 8.2: "If the SC.W succeeds, the instruction writes the word in rs2 to memory, and it writes zero to rd"
        li      t0, SCRATCH
        li      t1, 0x80000001
        sw      t1, 0(t0)
        lr.w    a0, (t0)
        li      a1, 6
        sc.w    a2, a1, (t0)
        lw      a3, 0(t0)
        expect  a0, 0x80000001
        expect  a2, 0
        expect  a3, 6

# probe: SC without a reservation fails and stores nothing
# Unprivileged 8.2: "If the SC.W fails, the instruction does not write to memory, and it writes a nonzero value to rd"; "The
# failure code with value 1 is reserved to encode an unspecified failure"
        li      t0, SCRATCH
        sw      zero, 0(t0)
        lr.w    a0, (t0)
        sc.w    a0, zero, (t0)
        li      a1, 6
        sc.w    a2, a1, (t0)
        lw      a3, 0(t0)
        expect  a2, 1
        expect  a3, 0

# probe: SC of another word fails
# Unprivileged 8.2: "The SC must fail if the address is not within the reservation set of the most recent LR"; here the set is
# the word
        li      t0, SCRATCH
        sw      zero, 32(t0)
        lr.w    a0, (t0)
        addi    t1, t0, 32
        li      a1, 6
        sc.w    a2, a1, (t1)
        lw      a3, 32(t0)
        expect  a2, 1
        expect  a3, 0

# probe: an SC that failed has ended the reservation
# Unprivileged 8.2: "Regardless of success or failure, executing an SC.W instruction invalidates any reservation held by this
# hart"
        li      t0, SCRATCH
        addi    t1, t0, 32
        lr.w    a0, (t0)
        sc.w    a1, a0, (t1)
        sc.w    a2, a0, (t0)
        expect  a1, 1
        expect  a2, 1

# probe: an SC pairs with the latest LR
# Unprivileged 8.2: "An SC can only pair with the most recent LR in program order"
        li      t0, SCRATCH
        addi    t1, t0, 32
        lr.w    a0, (t0)
        lr.w    a1, (t1)
        sc.w    a2, a0, (t0)
        expect  a2, 1
        lr.w    a0, (t0)
        lr.w    a1, (t1)
        sc.w    a3, a1, (t1)
        expect  a3, 0

# probe: orders change no result of LR and SC
# Unprivileged 8.2: "Setting the aq bit on the LR instruction, and setting both the aq and the rl bit on the SC instruction
# makes the LR/SC sequence sequentially consistent"
        li      t0, SCRATCH
        li      a1, 3
        lr.w.aq a0, (t0)
        sc.w.rl a2, a1, (t0)
        lr.w.aqrl a0, (t0)
        sc.w.aqrl a3, a1, (t0)
        expect  a0, 3
        expect  a2, 0
        expect  a3, 0

# probe: MRET ends a reservation here
# Privileged 3.3.2: "the xRET instruction is allowed to clear any outstanding LR address reservation but is not required to"
        li      t0, SCRATCH
        lr.w    a0, (t0)
        ecall
        sc.w    a1, a0, (t0)
        expect  a1, 1

# probe: a constrained loop succeeds
# Unprivileged 8.3: "the execution environment must guarantee that one of the following events eventually occurs"
        li      t0, SCRATCH
        sw      zero, 0(t0)
        li      a2, 100
1:      lr.w    a0, (t0)
        addi    a0, a0, 1
        sc.w    a1, a0, (t0)
        bnez    a1, 1b
        addi    a2, a2, -1
        bnez    a2, 1b
        lw      a0, 0(t0)
        expect  a0, 100
