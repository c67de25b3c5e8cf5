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
test_2: li gp, 2
li a0, 1
slli a0, a0, 16
li x7, ((65536) & ((1 << (32 - 1) << 1) - 1))
bne a0, x7, fail
test_3: li gp, 3
.word 0x02051513
li x7, ((1) & ((1 << (32 - 1) << 1) - 1))
bne x0, x7, fail
# slli a0, a0, 32
bne x0, gp, pass
fail: slli gp, gp, 1
ori gp, gp, 1
j riscv_done
pass: li gp, 1
j riscv_done
.align 2
.global mtvec_handler
mtvec_handler:
li t0, 3
bne gp, t0, fail
csrr t0, mcause
li t1, 0x2
bne t0, t1, fail
j pass
unimp
.data
