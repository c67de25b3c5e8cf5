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
li gp, 2
la a0, 1f
csrrw a0, mtvec, a0
li a1, 0x8
csrs tcontrol, a1
.p2align 2
1:
csrw mtvec, a0
csrsi mstatus, 0x00000008
csrw tselect, x0
csrr a1, tselect
bne x0, a1, pass
la a2, 1f
csrw tdata2, a2
li a0, (2 << (32 - 4)) | (1<<6) | (1<<2)
csrw tdata1, a0
csrr a1, tdata1
bne a0, a1, 2f
.align 2
1:
beqz x0, fail
li gp, 3
lw a0, (a2)
2:
li gp, 4
li a0, (2 << (32 - 4)) | (1<<6) | (1<<0)
csrw tdata1, a0
csrr a1, tdata1
bne a0, a1, 2f
la a2, data1
csrw tdata2, a2
lw a2, (a2)
beqz a2, fail
li gp, 5
sw x0, (a2)
2:
li gp, 6
li a0, (2 << (32 - 4)) | (1<<6) | (1<<1)
csrw tdata1, a0
csrr a1, tdata1
bne a0, a1, 2f
sw a2, (a2)
li gp, 7
lw a2, (a2)
bnez a2, fail
li a0, 1
csrw tselect, a0
csrr a1, tselect
bne a0, a1, pass
li a0, (2 << (32 - 4)) | (1<<6) | (1<<0)
csrw tdata1, a0
la a3, data2
csrw tdata2, a3
li gp, 8
lw a3, (a3)
beqz a3, fail
li gp, 10
la a2, data1
sw a2, (a2)
li gp, 11
lw a2, (a2)
bnez a2, fail
2:
bne x0, gp, pass
fail: slli gp, gp, 1
ori gp, gp, 1
j riscv_done
pass: li gp, 1
j riscv_done
.align 2
.global mtvec_handler
mtvec_handler:
andi t0, gp, 1
bnez t0, fail
li t0, 0x3
csrr t1, mcause
bne t0, t1, fail
csrr t0, mepc
addi t0, t0, 4
csrw mepc, t0
mret
unimp
.data
data1: .word 0
data2: .word 0
