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
do_break:
sbreak
j fail
bne x0, gp, pass
fail: slli gp, gp, 1
ori gp, gp, 1
j riscv_done
pass: li gp, 1
j riscv_done
.align 2
.global mtvec_handler
mtvec_handler:
li t1, 0x3
csrr t0, mcause
csrr t2, mtvec
andi t2, t2, 2
beqz t2, skip_mask
andi t0, t0, 255
skip_mask:
bne t0, t1, fail
la t1, do_break
csrr t0, mepc
bne t0, t1, fail
j pass
unimp
.data
