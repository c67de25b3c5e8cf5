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
test_2:
li gp, 2
li ra, 0
jal x4, target_2
linkaddr_2:
nop
nop
j fail
target_2:
la x2, linkaddr_2
bne x2, x4, fail
test_3: li gp, 3
li ra, 1
jal x0, 1f
addi ra, ra, 1
addi ra, ra, 1
addi ra, ra, 1
addi ra, ra, 1
1: addi ra, ra, 1
addi ra, ra, 1
li x7, ((3) & ((1 << (32 - 1) << 1) - 1))
bne ra, x7, fail
bne x0, gp, pass
fail: slli gp, gp, 1
ori gp, gp, 1
j riscv_done
pass: li gp, 1
j riscv_done
unimp
.data
