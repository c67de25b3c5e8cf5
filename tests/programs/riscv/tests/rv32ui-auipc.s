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
.align 3
lla a0, 1f + 10000
jal a1, 1f
1: sub a0, a0, a1
li x7, ((10000) & ((1 << (32 - 1) << 1) - 1))
bne a0, x7, fail
test_3: li gp, 3
.align 3
lla a0, 1f - 10000
jal a1, 1f
1: sub a0, a0, a1
li x7, ((-10000) & ((1 << (32 - 1) << 1) - 1))
bne a0, x7, fail
bne x0, gp, pass
fail: slli gp, gp, 1
ori gp, gp, 1
j riscv_done
pass: li gp, 1
j riscv_done
unimp
.data
