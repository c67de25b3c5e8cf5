.text
la t0, riscv_trap
csrw mtvec, t0
li t0, 0
j riscv_begin
.align 2
riscv_trap : j mtvec_handler
riscv_unexpected : li gp, 1337
riscv_done : j riscv_done
riscv_begin:
.align 2
.option norvc
la s0, data
li s1, 0x4
li s2, 0x5
li gp, 2
la t2, 1f
addi t1, s0, 1
lh t1, 1(s0)
li t2, ((-((0xbbcc) >> ((16)-1)) << (16)) | ((0xbbcc) & ((1 << (16))-1)))
bne t1, t2, fail
1:
li gp, 3
la t2, 1f
addi t1, s0, 1
lhu t1, 1(s0)
li t2, 0xbbcc
bne t1, t2, fail
1:
li gp, 4
la t2, 1f
addi t1, s0, 1
lw t1, 1(s0)
li t2, ((-((0x99aabbcc) >> ((32)-1)) << (32)) | ((0x99aabbcc) & ((1 << (32))-1)))
bne t1, t2, fail
1:
li gp, 5
la t2, 1f
addi t1, s0, 2
lw t1, 2(s0)
li t2, ((-((0x8899aabb) >> ((32)-1)) << (32)) | ((0x8899aabb) & ((1 << (32))-1)))
bne t1, t2, fail
1:
li gp, 6
la t2, 1f
addi t1, s0, 3
lw t1, 3(s0)
li t2, ((-((0x778899aa) >> ((32)-1)) << (32)) | ((0x778899aa) & ((1 << (32))-1)))
bne t1, t2, fail
1:
li s1, 0x6
li s2, 0x7
li gp, 22
la t2, 1f
addi t1, s0, 1
sh x0, 1(s0)
lb t1, (1 - 1)(s0)
beqz t1, fail
lb t1, (1 + 2)(s0)
beqz t1, fail
lb t1, (1 + 0)(s0)
bnez t1, fail
lb t1, (1 + 2 - 1)(s0)
bnez t1, fail
1:
li gp, 23
la t2, 1f
addi t1, s0, 5
sw x0, 5(s0)
lb t1, (5 - 1)(s0)
beqz t1, fail
lb t1, (5 + 4)(s0)
beqz t1, fail
lb t1, (5 + 0)(s0)
bnez t1, fail
lb t1, (5 + 4 - 1)(s0)
bnez t1, fail
1:
li gp, 24
la t2, 1f
addi t1, s0, 10
sw x0, 10(s0)
lb t1, (10 - 1)(s0)
beqz t1, fail
lb t1, (10 + 4)(s0)
beqz t1, fail
lb t1, (10 + 0)(s0)
bnez t1, fail
lb t1, (10 + 4 - 1)(s0)
bnez t1, fail
1:
li gp, 25
la t2, 1f
addi t1, s0, 15
sw x0, 15(s0)
lb t1, (15 - 1)(s0)
beqz t1, fail
lb t1, (15 + 4)(s0)
beqz t1, fail
lb t1, (15 + 0)(s0)
bnez t1, fail
lb t1, (15 + 4 - 1)(s0)
bnez t1, fail
1:
bne x0, gp, pass
fail: slli gp, gp, 1
ori gp, gp, 1
j riscv_done
pass: li gp, 1
j riscv_done
.align 3
.global mtvec_handler
mtvec_handler:
csrr t0, mcause
beq t0, s1, 1f
beq t0, s2, 1f
j fail
1:
csrr t0, mtval
beqz t0, 1f
bne t0, t1, fail
lb t0, (t0)
beqz t0, fail
1:
csrw mepc, t2
mret
unimp
.data
data:
.align 3
.word 0xaabbccdd
.word 0x66778899
.word 0x22334455
.word 0xeeffee11
.fill 0xff, 1, 80
