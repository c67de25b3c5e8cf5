.text
la t0, riscv_trap
csrw mtvec, t0
li t0, 0
j riscv_begin
.align 2
riscv_trap : j riscv_unexpected
riscv_unexpected : li gp, 1337
riscv_done : j riscv_done
riscv_begin:
test_2: li gp, 2
li x13, ((0xff00ff00) & ((1 << (32 - 1) << 1) - 1))
andi x14, x13, ((0xf0f) | (-(((0xf0f) >> 11) & 1) << 11))
li x7, ((0xff00ff00) & ((1 << (32 - 1) << 1) - 1))
bne x14, x7, fail
test_3: li gp, 3
li x13, ((0x0ff00ff0) & ((1 << (32 - 1) << 1) - 1))
andi x14, x13, ((0x0f0) | (-(((0x0f0) >> 11) & 1) << 11))
li x7, ((0x000000f0) & ((1 << (32 - 1) << 1) - 1))
bne x14, x7, fail
test_4: li gp, 4
li x13, ((0x00ff00ff) & ((1 << (32 - 1) << 1) - 1))
andi x14, x13, ((0x70f) | (-(((0x70f) >> 11) & 1) << 11))
li x7, ((0x0000000f) & ((1 << (32 - 1) << 1) - 1))
bne x14, x7, fail
test_5: li gp, 5
li x13, ((0xf00ff00f) & ((1 << (32 - 1) << 1) - 1))
andi x14, x13, ((0x0f0) | (-(((0x0f0) >> 11) & 1) << 11))
li x7, ((0x00000000) & ((1 << (32 - 1) << 1) - 1))
bne x14, x7, fail
test_6: li gp, 6
li x11, ((0xff00ff00) & ((1 << (32 - 1) << 1) - 1))
andi x11, x11, ((0x0f0) | (-(((0x0f0) >> 11) & 1) << 11))
li x7, ((0x00000000) & ((1 << (32 - 1) << 1) - 1))
bne x11, x7, fail
test_7: li gp, 7
li x4, 0
1: li x1, ((0x0ff00ff0) & ((1 << (32 - 1) << 1) - 1))
andi x14, x1, ((0x70f) | (-(((0x70f) >> 11) & 1) << 11))
addi x6, x14, 0
addi x4, x4, 1
li x5, 2
bne x4, x5, 1b
li x7, ((0x00000700) & ((1 << (32 - 1) << 1) - 1))
bne x6, x7, fail
test_8: li gp, 8
li x4, 0
1: li x1, ((0x00ff00ff) & ((1 << (32 - 1) << 1) - 1))
andi x14, x1, ((0x0f0) | (-(((0x0f0) >> 11) & 1) << 11))
nop
addi x6, x14, 0
addi x4, x4, 1
li x5, 2
bne x4, x5, 1b
li x7, ((0x000000f0) & ((1 << (32 - 1) << 1) - 1))
bne x6, x7, fail
test_9: li gp, 9
li x4, 0
1: li x1, ((0xf00ff00f) & ((1 << (32 - 1) << 1) - 1))
andi x14, x1, ((0xf0f) | (-(((0xf0f) >> 11) & 1) << 11))
nop
nop
addi x6, x14, 0
addi x4, x4, 1
li x5, 2
bne x4, x5, 1b
li x7, ((0xf00ff00f) & ((1 << (32 - 1) << 1) - 1))
bne x6, x7, fail
test_10: li gp, 10
li x4, 0
1: li x1, ((0x0ff00ff0) & ((1 << (32 - 1) << 1) - 1))
andi x14, x1, ((0x70f) | (-(((0x70f) >> 11) & 1) << 11))
addi x4, x4, 1
li x5, 2
bne x4, x5, 1b
li x7, ((0x00000700) & ((1 << (32 - 1) << 1) - 1))
bne x14, x7, fail
test_11: li gp, 11
li x4, 0
1: li x1, ((0x00ff00ff) & ((1 << (32 - 1) << 1) - 1))
nop
andi x14, x1, ((0x0f0) | (-(((0x0f0) >> 11) & 1) << 11))
addi x4, x4, 1
li x5, 2
bne x4, x5, 1b
li x7, ((0x000000f0) & ((1 << (32 - 1) << 1) - 1))
bne x14, x7, fail
test_12: li gp, 12
li x4, 0
1: li x1, ((0xf00ff00f) & ((1 << (32 - 1) << 1) - 1))
nop
nop
andi x14, x1, ((0x70f) | (-(((0x70f) >> 11) & 1) << 11))
addi x4, x4, 1
li x5, 2
bne x4, x5, 1b
li x7, ((0x0000000f) & ((1 << (32 - 1) << 1) - 1))
bne x14, x7, fail
test_13: li gp, 13
andi x1, x0, ((0x0f0) | (-(((0x0f0) >> 11) & 1) << 11))
li x7, ((0) & ((1 << (32 - 1) << 1) - 1))
bne x1, x7, fail
test_14: li gp, 14
li x1, ((0x00ff00ff) & ((1 << (32 - 1) << 1) - 1))
andi x0, x1, ((0x70f) | (-(((0x70f) >> 11) & 1) << 11))
li x7, ((0) & ((1 << (32 - 1) << 1) - 1))
bne x0, x7, fail
bne x0, gp, pass
fail: slli gp, gp, 1
ori gp, gp, 1
j riscv_done
pass: li gp, 1
j riscv_done
unimp
.data
