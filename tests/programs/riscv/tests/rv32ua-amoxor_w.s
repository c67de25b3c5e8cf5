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
li a0, 0xffffffff80000000
li a1, 0xfffffffffffff800
la a3, amo_operand
sw a0, 0(a3)
amoxor.w a4, a1, 0(a3)
li x7, ((0xffffffff80000000) & ((1 << (32 - 1) << 1) - 1))
bne a4, x7, fail
test_3: li gp, 3
lw a5, 0(a3)
li x7, ((0x7ffff800) & ((1 << (32 - 1) << 1) - 1))
bne a5, x7, fail
test_4: li gp, 4
li a1, 0xc0000001
amoxor.w a4, a1, 0(a3)
li x7, ((0x7ffff800) & ((1 << (32 - 1) << 1) - 1))
bne a4, x7, fail
test_5: li gp, 5
lw a5, 0(a3)
li x7, ((0xffffffffbffff801) & ((1 << (32 - 1) << 1) - 1))
bne a5, x7, fail
bne x0, gp, pass
fail: slli gp, gp, 1
ori gp, gp, 1
j riscv_done
pass: li gp, 1
j riscv_done
unimp
.data
.bss
.align 3
amo_operand:
.dword 0
