# FENCE and FENCE.I, and instructions that are hints.

# probe: unused fields of FENCE are ignored
# Unprivileged 2.7: rs1 and rd "are reserved for finer-grain fences in future extensions. For forward compatibility, base
# implementations shall ignore these fields"
        li      a0, 77
        .word   0x0ff5850f              # fence iorw, iorw with rs1 a1 and rd a0
        expect  a0, 77
        no_trap

# probe: reserved modes and sets of FENCE are normal fences
# Unprivileged 2.7: "Base implementations shall treat all such reserved configurations as normal fences with fm=0000"
        .word   0x8330000f              # fence.tso
        .word   0x5330000f              # mode 5
        .word   0x0000000f              # nothing before nothing
        .word   0x8ff0000f              # mode 8 with other sets
        no_trap

# probe: unused fields of FENCE.I are ignored
# Unprivileged 3: imm, rs1 and rd "are reserved for finer-grain fences in future extensions. For forward compatibility, base
# implementations shall ignore these fields"
        li      a0, 77
        .word   0x1235950f              # fence.i with imm 0x123, rs1 a1 and rd a0
        fence.i
        expect  a0, 77
        no_trap

# probe: hints change nothing
# Unprivileged 2.9: "HINTs are encoded as integer computational instructions with rd=x0"
        .word   0x00112013              # slti zero, sp, 1
        .word   0x4020d013              # srai zero, ra, 2
        .word   0x00310033              # add zero, sp, gp
        .word   0x12345037              # lui zero, 0x12345
        .word   0x12345017              # auipc zero, 0x12345
        mv      a0, zero
        expect  a0, 0
        no_trap
