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
.align 2
.option push
.option norvc
li gp, 2
li a1, 666
test_2: li gp, 2
j 1f
.align 3
data: .dword 0xfedcba9876543210
.dword 0xfedcba9876543210
.align 12
.skip 4094
1: addi a1, a1, 1
li x7, ((667) & ((1 << (32 - 1) << 1) - 1))
bne a1, x7, fail
li sp, 0x1234
test_3: li gp, 3
.option push
.option rvc
c.addi4spn a0, sp, 1020
.align 2
.option pop
li x7, ((0x1234 + 1020) & ((1 << (32 - 1) << 1) - 1))
bne a0, x7, fail
test_4: li gp, 4
.option push
.option rvc
c.addi16sp sp, 496
.align 2
.option pop
li x7, ((0x1234 + 496) & ((1 << (32 - 1) << 1) - 1))
bne sp, x7, fail
test_5: li gp, 5
.option push
.option rvc
c.addi16sp sp, -512
.align 2
.option pop
li x7, ((0x1234 + 496 - 512) & ((1 << (32 - 1) << 1) - 1))
bne sp, x7, fail
la a1, data
test_6: li gp, 6
.option push
.option rvc
c.lw a0, 4(a1)
addi a0, a0, 1
c.sw a0, 4(a1)
c.lw a2, 4(a1)
.align 2
.option pop
li x7, ((0xfffffffffedcba99) & ((1 << (32 - 1) << 1) - 1))
bne a2, x7, fail
test_8: li gp, 8
.option push
.option rvc
ori a0, x0, 1
c.addi a0, -16
.align 2
.option pop
li x7, ((-15) & ((1 << (32 - 1) << 1) - 1))
bne a0, x7, fail
test_9: li gp, 9
.option push
.option rvc
ori a5, x0, 1
c.li a5, -16
.align 2
.option pop
li x7, ((-16) & ((1 << (32 - 1) << 1) - 1))
bne a5, x7, fail
test_11: li gp, 11
.option push
.option rvc
c.lui s0, 0xfffe1
c.srai s0, 12
.align 2
.option pop
li x7, ((0xffffffffffffffe1) & ((1 << (32 - 1) << 1) - 1))
bne s0, x7, fail
test_12: li gp, 12
.option push
.option rvc
c.lui s0, 0xfffe1
c.srli s0, 12
.align 2
.option pop
li x7, ((0x000fffe1) & ((1 << (32 - 1) << 1) - 1))
bne s0, x7, fail
test_14: li gp, 14
.option push
.option rvc
c.li s0, -2
c.andi s0, ~0x10
.align 2
.option pop
li x7, ((~0x11) & ((1 << (32 - 1) << 1) - 1))
bne s0, x7, fail
test_15: li gp, 15
.option push
.option rvc
li s1, 20
li a0, 6
c.sub s1, a0
.align 2
.option pop
li x7, ((14) & ((1 << (32 - 1) << 1) - 1))
bne s1, x7, fail
test_16: li gp, 16
.option push
.option rvc
li s1, 20
li a0, 6
c.xor s1, a0
.align 2
.option pop
li x7, ((18) & ((1 << (32 - 1) << 1) - 1))
bne s1, x7, fail
test_17: li gp, 17
.option push
.option rvc
li s1, 20
li a0, 6
c.or s1, a0
.align 2
.option pop
li x7, ((22) & ((1 << (32 - 1) << 1) - 1))
bne s1, x7, fail
test_18: li gp, 18
.option push
.option rvc
li s1, 20
li a0, 6
c.and s1, a0
.align 2
.option pop
li x7, ((4) & ((1 << (32 - 1) << 1) - 1))
bne s1, x7, fail
test_21: li gp, 21
.option push
.option rvc
li s0, 0x1234
c.slli s0, 4
.align 2
.option pop
li x7, ((0x12340) & ((1 << (32 - 1) << 1) - 1))
bne s0, x7, fail
test_30: li gp, 30
.option push
.option rvc
li ra, 0
c.j 1f
c.j 2f
1:c.j 1f
2:j fail
1:
.align 2
.option pop
li x7, ((0) & ((1 << (32 - 1) << 1) - 1))
bne ra, x7, fail
test_31: li gp, 31
.option push
.option rvc
li a0, 0
c.beqz a0, 1f
c.j 2f
1:c.j 1f
2:j fail
1:
.align 2
.option pop
li x7, ((0) & ((1 << (32 - 1) << 1) - 1))
bne x0, x7, fail
test_32: li gp, 32
.option push
.option rvc
li a0, 1
c.bnez a0, 1f
c.j 2f
1:c.j 1f
2:j fail
1:
.align 2
.option pop
li x7, ((0) & ((1 << (32 - 1) << 1) - 1))
bne x0, x7, fail
test_33: li gp, 33
.option push
.option rvc
li a0, 1
c.beqz a0, 1f
c.j 2f
1:c.j fail
2:
.align 2
.option pop
li x7, ((0) & ((1 << (32 - 1) << 1) - 1))
bne x0, x7, fail
test_34: li gp, 34
.option push
.option rvc
li a0, 0
c.bnez a0, 1f
c.j 2f
1:c.j fail
2:
.align 2
.option pop
li x7, ((0) & ((1 << (32 - 1) << 1) - 1))
bne x0, x7, fail
test_35: li gp, 35
.option push
.option rvc
la t0, 1f
li ra, 0
c.jr t0
c.j 2f
1:c.j 1f
2:j fail
1:
.align 2
.option pop
li x7, ((0) & ((1 << (32 - 1) << 1) - 1))
bne ra, x7, fail
test_36: li gp, 36
.option push
.option rvc
la t0, 1f
li ra, 0
c.jalr t0
c.j 2f
1:c.j 1f
2:j fail
1:sub ra, ra, t0
.align 2
.option pop
li x7, ((-2) & ((1 << (32 - 1) << 1) - 1))
bne ra, x7, fail
test_37: li gp, 37
.option push
.option rvc
la t0, 1f
li ra, 0
c.jal 1f
c.j 2f
1:c.j 1f
2:j fail
1:sub ra, ra, t0
.align 2
.option pop
li x7, ((-2) & ((1 << (32 - 1) << 1) - 1))
bne ra, x7, fail
la sp, data
test_40: li gp, 40
.option push
.option rvc
c.lwsp a0, 12(sp)
addi a0, a0, 1
c.swsp a0, 12(sp)
c.lwsp a2, 12(sp)
.align 2
.option pop
li x7, ((0xfffffffffedcba99) & ((1 << (32 - 1) << 1) - 1))
bne a2, x7, fail
test_42: li gp, 42
.option push
.option rvc
li a0, 0x123
c.mv t0, a0
c.add t0, a0
.align 2
.option pop
li x7, ((0x246) & ((1 << (32 - 1) << 1) - 1))
bne t0, x7, fail
.option pop
bne x0, gp, pass
fail: slli gp, gp, 1
ori gp, gp, 1
j riscv_done
pass: li gp, 1
j riscv_done
unimp
.data
