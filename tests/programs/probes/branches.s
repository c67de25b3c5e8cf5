# How far branches and jumps go. What lies between is no instruction (zeros), so a jump too far or too short is a trap.

# Goes over so many bytes to what follows.
        .macro  forward jump:vararg
        .irp    distance, 8, 16, 32, 64, 128, 256, 512, 1024, 2048, 4092
        addi    a0, a0, 1
        \jump, .+\distance
        .zero   \distance - 4
        .endr
        .endm

# From the last of these jumps to the first one, and on behind them.
        .macro  backward jump:vararg
        j       4f
        .balign 8
        j       5f
        nop
        .irp    distance, 16, 32, 64, 128, 256, 512, 1024, 2048, 4096
        .zero   \distance - 12
3:      addi    a0, a0, 1
        \jump, .-\distance
        .endr
4:      j       3b
5:
        .endm

# probe: branches go forward to 4 kB
# Unprivileged 2.5: "The 12-bit B-immediate encodes signed offsets in multiples of 2 bytes ... The conditional branch range is
# +-4 KiB"
        li      a0, 0
        forward beq zero, zero
        no_trap
        expect  a0, 10

# probe: branches go back to 4 kB
# Unprivileged 2.5: "The conditional branch range is +-4 KiB"
        li      a0, 0
        li      a1, -1
        backward bltu zero, a1
        no_trap
        expect  a0, 9

# probe: JAL goes over each power of two forward
# Unprivileged 2.5: "the J-immediate encodes a signed offset in multiples of 2 bytes"
        li      a0, 0
        forward jal a1
        no_trap
        expect  a0, 10

# probe: JAL goes over each power of two back
# Unprivileged 2.5: "the J-immediate encodes a signed offset in multiples of 2 bytes"
        li      a0, 0
        backward jal a1
        no_trap
        expect  a0, 9

# A JAL to where nothing is; mtval has its target.
        .macro  astray offset
        la      ra, 8f
7:      .word   0x6f | ((\offset) >> 20 & 1) << 31 | ((\offset) >> 1 & 0x3ff) << 21 | ((\offset) >> 11 & 1) << 20 | ((\offset) >> 12 & 0xff) << 12
8:      expect  s3, 7b + \offset
        .endm

# probe: JAL goes to 1 MB
# Unprivileged 2.5: "Jumps can therefore target a +-1 MiB range"; Privileged 3.1.16: mtval has "the faulting virtual address"
# QEMU 7.2: has memory there
        astray  0x10000
        astray  0x20000
        astray  0x40000
        astray  0x80000
        astray  0xffffc
        astray  0x14000
        astray  0x18000
        astray  0x55554
        astray  0xaaaa8
        astray  -0x10000
        astray  -0x20000
        astray  -0x80000
        astray  -0x100000
        astray  -0xaaaac
        expect  s5, 14
        expect  s1, 1
