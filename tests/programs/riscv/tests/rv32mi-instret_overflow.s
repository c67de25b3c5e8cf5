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
la t0, 1f
csrrw t0, mtvec, t0
csrci mcountinhibit, 0x4
.balign 4
1:
csrw mtvec, t0
test_2: li gp, 2
csrwi minstret, 0
csrr a0, minstret
li x7, ((0) & ((1 << (32 - 1) << 1) - 1))
bne a0, x7, fail
test_3: li gp, 3
li t0, 0xffffffff
csrw minstret, t0
csrw minstreth, t0
nop
csrr a0, minstret
li x7, ((0) & ((1 << (32 - 1) << 1) - 1))
bne a0, x7, fail
test_4: li gp, 4
csrr a0, minstreth
li x7, ((0) & ((1 << (32 - 1) << 1) - 1))
bne a0, x7, fail
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
j fail
unimp
.data
