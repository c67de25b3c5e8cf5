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
li gp, 2
li t1, 0
la t0, 1f
jalr t1, t0, 2
1:
.option rvc
c.j 1f
c.j 2f
.option norvc
1:
j fail
2:
li gp, 3
la t0, 1f
jalr t1, t0, 1
1:
j 1f
j fail
1:
li gp, 4
li t1, 0
la t0, 1f
jalr t1, t0, 3
1:
.option rvc
c.j 1f
c.j 2f
.option norvc
1:
j fail
2:
li gp, 5
li t1, 0
la t0, 1f
jal t1, 2f
1:
.option rvc
c.j 1f
2:
c.j 2f
.option norvc
1:
j fail
2:
li gp, 6
li t1, 0
la t0, 1f
beqz x0, 2f
1:
.option rvc
c.j 1f
2:
c.j 2f
.option norvc
1:
j fail
2:
li gp, 7
bnez x0, 1f
j 2f
.option rvc
c.j 1f
1:
c.j 1f
.option norvc
1:
j fail
2:
csrsi misa, 1 << ('c' - 'a')
csrr t2, misa
andi t2, t2, 1 << ('c' - 'a')
beqz t2, pass
csrci misa, 1 << ('c' - 'a')
csrr t2, misa
andi t2, t2, 1 << ('c' - 'a')
bnez t2, pass
csrr t0, mtvec
la t1, 1f
addi t1, t1, 2
csrw mtvec, t1
j 1f
.option rvc
c.nop
1:
j pass
.option norvc
2:
csrw mtvec, t0
csrsi misa, 1 << ('c' - 'a')
li gp, 8
csrr t2, misa
andi t2, t2, 1 << ('c' - 'a')
beqz t2, pass
.option rvc
c.nop
csrci misa, 1 << ('c' - 'a')
1:
c.nop
.option norvc
csrr t2, misa
andi t2, t2, 1 << ('c' - 'a')
beqz t2, fail
la t0, 1f
addi t0, t0, -2
csrw mepc, t0
csrci misa, 1 << ('c' - 'a')
li t2, 0x00001800
csrs mstatus, t2
mret
beqz x0, 1f
1:
csrsi misa, 1 << ('c' - 'a')
j pass
bne x0, gp, pass
fail: slli gp, gp, 1
ori gp, gp, 1
j riscv_done
pass: li gp, 1
j riscv_done
.align 2
.global mtvec_handler
mtvec_handler:
li a0, 2
beq gp, a0, 1f
li a0, 4
beq gp, a0, 1f
li a0, 5
beq gp, a0, 1f
li a0, 6
beq gp, a0, 1f
j fail
1:
bnez t1, fail
li a1, 0x0
csrr a0, mcause
bne a0, a1, fail
csrr a1, mepc
addi a1, a1, 4
bne t0, a1, fail
csrr a0, mtval
beqz a0, 1f
addi a0, a0, -2
bne a0, t0, fail
1:
addi a1, a1, 8
csrw mepc, a1
mret
unimp
.data
