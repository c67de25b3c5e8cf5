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
li t1, 0x8
li t0, 0x00001800
csrc mstatus, t0
csrr t2, mstatus
and t0, t0, t2
beqz t0, 1f
li t1, 0xb
1:
li t0, 0x00001800
csrc mstatus, t0
la t0, 1f
csrw mepc, t0
mret
1:
li gp, 1
do_scall:
scall
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
csrr t0, mcause
csrr t2, mtvec
andi t2, t2, 2
beqz t2, skip_mask
andi t0, t0, 255
skip_mask:
bne t0, t1, fail
la t2, do_scall
csrr t0, mepc
bne t0, t2, fail
j pass
unimp
.data
