# The PLIC, with three consoles as sources 1 to 3 and two targets. A console's line is up while its transmitter's interrupt is
# enabled; the program raises and lowers it. All cited texts are of the RISC-V PLIC Specification 1.0.0.

        .equ    PRIORITIES, 0xfc000000
        .equ    PENDING, 0xfc001000
        .equ    ENABLES, 0xfc002000     # of target 1: at + 0x80
        .equ    TARGETS, 0xfc200000     # threshold, and 4 further on claim and completion; of target 1: at + 0x1000
        .equ    UARTS, 0xf0200000
        .equ    ALL, 0xe

        .macro  raise source
        li      t0, UARTS + 0x100 * (\source - 1)
        sb      zero, 1(t0)
        li      t1, 2
        sb      t1, 1(t0)
        .endm

        .macro  lower source
        li      t0, UARTS + 0x100 * (\source - 1)
        sb      zero, 1(t0)
        .endm

        .macro  priority source, value
        li      t0, PRIORITIES + 4 * \source
        li      t1, \value
        sw      t1, 0(t0)
        .endm

        .macro  enable target, sources
        li      t0, ENABLES + 0x80 * \target
        li      t1, \sources
        sw      t1, 0(t0)
        .endm

        .macro  threshold target, value
        li      t0, TARGETS + 0x1000 * \target
        li      t1, \value
        sw      t1, 0(t0)
        .endm

        .macro  claim register, target
        li      t0, TARGETS + 0x1000 * \target
        lw      \register, 4(t0)
        .endm

        .macro  complete target, source
        li      t0, TARGETS + 0x1000 * \target
        li      t1, \source
        sw      t1, 4(t0)
        .endm

        .macro  pending register
        li      t0, PENDING
        lw      \register, 0(t0)
        .endm

        .macro  external register
        csrr    \register, mip
        srli    \register, \register, 11
        andi    \register, \register, 1
        .endm

# All lines down, nothing pending or claimed, priorities 1, no threshold, nothing enabled.
calm:   lower   1
        lower   2
        lower   3
        priority 1, 1
        priority 2, 1
        priority 3, 1
        threshold 1, 0
        threshold 0, 0
        enable  1, 0
        enable  0, ALL
        claim   t2, 0
        claim   t2, 0
        claim   t2, 0
        complete 0, 1
        complete 0, 2
        complete 0, 3
        enable  0, 0
        ret

# probe: priorities hold three bits
# "Interrupt Priorities": "each priority register must support any combination of values in the bits that are variable within
# the register"
        jal     calm
        priority 1, -1
        lw      a0, 0(t0)
        priority 1, 5
        lw      a1, 0(t0)
        priority 1, 2
        lw      a2, 0(t0)
        expect  a0, 7
        expect  a1, 5
        expect  a2, 2

# probe: source 0 is not there
# "Memory Map": "Reserved (interrupt source 0 does not exist)"; "Interrupt Enables": "Bit 0 of enable register 0 represents the
# non-existent interrupt ID 0 and is hardwired to 0"
        jal     calm
        priority 0, 7
        lw      a0, 0(t0)
        enable  0, -1
        lw      a1, 0(t0)
        pending a2
        andi    a2, a2, 1
        expect  a0, 0
        expect  a1, ALL
        expect  a2, 0

# probe: a threshold holds three bits
# "Priority Thresholds": "The threshold register is a WARL field"
        jal     calm
        threshold 0, -1
        lw      a0, 0(t0)
        threshold 0, 4
        lw      a1, 0(t0)
        expect  a0, 7
        expect  a1, 4

# probe: a source that is not enabled is pending, and no more
# "Interrupt Flow": notification goes to targets with "any pending interrupts enabled"; "Interrupt Claim Process": "an ID of
# zero, if there were no pending interrupts for the target"
        jal     calm
        raise   2
        pending a0
        external a1
        claim   a2, 0
        pending a3
        expect  a0, 4
        expect  a1, 0
        expect  a2, 0
        expect  a3, 4

# probe: a priority of 0 never interrupts
# "Interrupt Priorities": "A priority value of 0 is reserved to mean never interrupt and effectively disables the interrupt"
        jal     calm
        enable  0, ALL
        priority 1, 0
        raise   1
        external a0
        claim   a1, 0
        expect  a0, 0
        expect  a1, 0

# probe: a source of priority 1 interrupts where the threshold is 0
# "Priority Thresholds": "a threshold value of zero permits all interrupts with non-zero priority"
        jal     calm
        enable  0, ALL
        external a0
        raise   1
        external a1
        expect  a0, 0
        expect  a1, 1

# probe: a threshold masks priorities up to it
# "Priority Thresholds": "The PLIC will mask all PLIC interrupts of a priority less than or equal to threshold"
        jal     calm
        enable  0, ALL
        priority 1, 3
        raise   1
        threshold 0, 2
        external a0
        threshold 0, 3
        external a1
        threshold 0, 4
        external a2
        threshold 0, 0
        external a3
        expect  a0, 1
        expect  a1, 0
        expect  a2, 0
        expect  a3, 1

# probe: a claim does not ask for the threshold
# "Interrupt Claim Process": "the claim operation is not affected by the setting of the priority threshold register"
        jal     calm
        enable  0, ALL
        threshold 0, 7
        raise   3
        external a0
        claim   a1, 0
        expect  a0, 0
        expect  a1, 3

# probe: among equals the lowest number goes first
# "Interrupt Identifiers": "Smaller values of interrupt ID take precedence over larger values of interrupt ID"
        jal     calm
        enable  0, ALL
        raise   3
        raise   2
        raise   1
        claim   a0, 0
        claim   a1, 0
        claim   a2, 0
        expect  a0, 1
        expect  a1, 2
        expect  a2, 3

# probe: the highest priority goes first
# "Interrupt Priorities": "interrupt priority increases with increasing integer values"
        jal     calm
        enable  0, ALL
        priority 3, 7
        priority 1, 5
        raise   1
        raise   2
        raise   3
        claim   a0, 0
        claim   a1, 0
        claim   a2, 0
        expect  a0, 3
        expect  a1, 1
        expect  a2, 2

# probe: a priority that is changed counts for what is pending
# "Interrupt Claim Process": "atomically determine the ID of the highest-priority pending interrupt for the target"
        jal     calm
        enable  0, ALL
        raise   1
        raise   2
        priority 2, 2
        claim   a0, 0
        priority 1, 0
        external a1
        priority 1, 1
        external a2
        expect  a0, 2
        expect  a1, 0
        expect  a2, 1

# probe: a claim clears the pending bit while the line stays up
# "Interrupt Claim Process": "A successful claim will also atomically clear the corresponding pending bit"
        jal     calm
        enable  0, ALL
        raise   1
        pending a0
        claim   a1, 0
        pending a2
        external a3
        expect  a0, 2
        expect  a1, 1
        expect  a2, 0
        expect  a3, 0

# probe: with another source pending a claim leaves MEIP
# "Interrupt Claim Process": "other lower-priority pending interrupts might then become visible to the target, and so the PLIC
# EIP bit might not be cleared after a claim"
        jal     calm
        enable  0, ALL
        raise   1
        raise   2
        claim   a0, 0
        external a1
        claim   a2, 0
        external a3
        expect  a0, 1
        expect  a1, 1
        expect  a2, 2
        expect  a3, 0

# probe: a claim of nothing is 0
# "Interrupt Claim Process": "The PLIC core will return an ID of zero, if there were no pending interrupts for the target"
        jal     calm
        enable  0, ALL
        claim   a0, 0
        raise   1
        claim   a1, 0
        claim   a2, 0
        expect  a0, 0
        expect  a1, 1
        expect  a2, 0

# probe: a source that is claimed does not ask again before it is completed
# "Interrupt Gateways": "the gateway will not forward an additional interrupt request until it receives an interrupt completion
# message"
        jal     calm
        enable  0, ALL
        raise   1
        claim   a0, 0
        lower   1
        raise   1
        pending a1
        external a2
        expect  a0, 1
        expect  a1, 0
        expect  a2, 0

# probe: a line that is still up asks again when its source is completed
# "Interrupt Gateways": "if the interrupt is level-triggered and the interrupt is still asserted, a new interrupt request will
# be forwarded to the PLIC core"
        jal     calm
        enable  0, ALL
        raise   1
        claim   a0, 0
        complete 0, 1
        pending a1
        external a2
        claim   a3, 0
        expect  a0, 1
        expect  a1, 2
        expect  a2, 1
        expect  a3, 1

# probe: a line that went down before the completion does not ask again
# "Interrupt Gateways": "and the interrupt is still asserted"
        jal     calm
        enable  0, ALL
        raise   1
        claim   a0, 0
        lower   1
        complete 0, 1
        pending a1
        raise   1
        pending a2
        expect  a0, 1
        expect  a1, 0
        expect  a2, 2

# probe: a request stays when its line goes down
# "Interrupt Gateways": "The gateway does not have the facility to retract an interrupt request once forwarded to the PLIC core"
        jal     calm
        enable  0, ALL
        raise   2
        lower   2
        pending a0
        external a1
        claim   a2, 0
        expect  a0, 4
        expect  a1, 1
        expect  a2, 2

# probe: a completion of a source that is not claimed changes nothing
# "Interrupt Completion": "The PLIC does not check whether the completion ID is the same as the last claim ID for that target";
# the gateway of a source that is pending has a request in the core already
        jal     calm
        enable  0, ALL
        raise   1
        complete 0, 1
        pending a0
        claim   a1, 0
        claim   a2, 0
        complete 0, 2
        claim   a3, 0
        expect  a0, 2
        expect  a1, 1
        expect  a2, 0
        expect  a3, 0

# probe: a completion of no source is ignored
# "Interrupt Completion": "If the completion ID does not match an interrupt source that is currently enabled for the target, the
# completion is silently ignored"
        jal     calm
        enable  0, ALL
        raise   1
        claim   a0, 0
        complete 0, 0
        complete 0, 4
        complete 0, 65
        complete 0, -1
        pending a1
        expect  a0, 1
        expect  a1, 0
        no_trap

# probe: a completion of a source that is not enabled is ignored
# "Interrupt Completion": "an interrupt source that is currently enabled for the target"
        jal     calm
        enable  0, ALL
        raise   2
        claim   a0, 0
        enable  0, 2
        complete 0, 2
        enable  0, ALL
        pending a1
        complete 0, 2
        pending a2
        expect  a0, 2
        expect  a1, 0
        expect  a2, 4

# probe: two claimed sources are completed in any order
# "Interrupt Completion": "The PLIC does not check whether the completion ID is the same as the last claim ID for that target"
        jal     calm
        enable  0, ALL
        raise   1
        raise   2
        claim   a0, 0
        claim   a1, 0
        complete 0, 1
        pending a2
        complete 0, 2
        pending a3
        expect  a0, 1
        expect  a1, 2
        expect  a2, 2
        expect  a3, 6

# probe: enable bits are the target's own
# "Interrupt Enables": "Enable bits for sources 0-31 on context 1" at base + 0x002080
        jal     calm
        enable  1, 2
        raise   1
        external a0
        claim   a1, 0
        claim   a2, 1
        expect  a0, 0
        expect  a1, 0
        expect  a2, 1

# probe: of two targets one gets the source
# "Interrupt Flow"; "Interrupt Notifications": "in a second target can respond and claim an interrupt ... such that when the
# first target tries to claim the interrupt it finds it has no active interrupts"
        jal     calm
        enable  0, ALL
        enable  1, ALL
        raise   3
        external a0
        claim   a1, 1
        external a2
        claim   a3, 0
        expect  a0, 1
        expect  a1, 3
        expect  a2, 0
        expect  a3, 0

# probe: a threshold is the target's own
# "Priority Thresholds": "PLIC provides context based threshold register"
        jal     calm
        enable  0, ALL
        threshold 1, 7
        raise   1
        external a0
        threshold 1, 0
        threshold 0, 7
        external a1
        expect  a0, 1
        expect  a1, 0

# probe: each target may complete what it has enabled
# "Interrupt Completion": "an interrupt source that is currently enabled for the target"
        jal     calm
        enable  0, ALL
        enable  1, 4
        raise   1
        raise   2
        claim   a0, 0
        claim   a1, 0
        complete 1, 1
        pending a2
        complete 1, 2
        pending a3
        expect  a0, 1
        expect  a1, 2
        expect  a2, 0
        expect  a3, 4

# probe: the external interrupt
# Privileged 3.1.15, table 3.6: interrupt 11 is "Machine external interrupt"
        jal     calm
        enable  0, ALL
        raise   1
        li      t0, EXTERNAL
        csrw    mie, t0
        csrsi   mstatus, MIE
1:      csrci   mstatus, MIE
        trapped INTERRUPT + 11, 1b, 0

# probe: external goes before software, and software before the timer
# Privileged 3.1.9: "decreasing priority order: MEI, MSI, MTI, SEI, SSI, STI"
        jal     calm
        enable  0, ALL
        raise   1
        software 1
        compare 0, 0
        la      t0, 2f
        csrw    mtvec, t0
        li      t0, EXTERNAL | SOFTWARE | TIMER
        csrw    mie, t0
        csrr    a1, mip
        li      a0, 0
        csrsi   mstatus, MIE
        nop
        csrci   mstatus, MIE
        j       3f
        .balign 4
2:      csrr    t5, mcause              # each is masked by its bit of mie
        andi    t5, t5, 15
        slli    a0, a0, 4
        or      a0, a0, t5
        li      t6, 1
        sll     t6, t6, t5
        csrc    mie, t6
        mret
3:      expect  a1, EXTERNAL | SOFTWARE | TIMER
        expect  a0, 0xb37

# probe: its vector is the eleventh
# Privileged 3.1.7: "BASE field plus four times the interrupt cause number"
        jal     calm
        enable  0, ALL
        raise   1
        la      t0, 2f + 1
        csrw    mtvec, t0
        li      t0, EXTERNAL
        csrw    mie, t0
        li      a0, 0
        csrsi   mstatus, MIE
        csrci   mstatus, MIE
        j       4f
        .balign 256
2:      .rept   11
        nop
        .endr
        j       3f
        .rept   4
        nop
        .endr
        addi    a0, a0, 1
3:      addi    a0, a0, 2
        csrw    mie, zero
        mret
4:      expect  a0, 2

# probe: WFI goes on for an external interrupt that MIE masks
# Privileged 3.3.3: "the hart must resume if a locally enabled interrupt becomes pending"
        jal     calm
        enable  0, ALL
        li      t0, EXTERNAL
        csrw    mie, t0
        raise   1
        wfi
        external a0
        expect  a0, 1
        no_trap

# probe: other accesses than of words are access faults
# "Memory Map": "The bits are accessed atomically with LW and SW instructions"; Privileged 3.6.2
        jal     calm
        li      t0, PRIORITIES
1:      lbu     a0, 4(t0)
        trapped 5, 1b, PRIORITIES + 4
2:      sh      zero, 4(t0)
        expect  s1, 7
        expect  s2, 2b
        lw      a0, 4(t0)
        expect  a0, 1
