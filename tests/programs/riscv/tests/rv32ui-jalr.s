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
li t0, 0
la t1, target_2
jalr t0, t1, 0
linkaddr_2:
j fail
target_2:
la t1, linkaddr_2
bne t0, t1, fail
test_3:
li gp, 3
la t0, target_3
jalr t0, t0, 0
linkaddr_3:
j fail
target_3:
la t1, linkaddr_3
bne t0, t1, fail
test_4: li gp, 4
li x4, 0
1: la x6, 2f
jalr x13, x6, 0
bne x0, gp, fail
2: addi x4, x4, 1
li x5, 2
bne x4, x5, 1b
test_5: li gp, 5
li x4, 0
1: la x6, 2f
nop
jalr x13, x6, 0
bne x0, gp, fail
2: addi x4, x4, 1
li x5, 2
bne x4, x5, 1b
test_6: li gp, 6
li x4, 0
1: la x6, 2f
nop
nop
jalr x13, x6, 0
bne x0, gp, fail
2: addi x4, x4, 1
li x5, 2
bne x4, x5, 1b
.option push
.align 2
.option norvc
test_7: li gp, 7
li t0, 1
la t1, 1f
jr t1, -4
addi t0, t0, 1
addi t0, t0, 1
addi t0, t0, 1
addi t0, t0, 1
1: addi t0, t0, 1
addi t0, t0, 1
li x7, ((4) & ((1 << (32 - 1) << 1) - 1))
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
