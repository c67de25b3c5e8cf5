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
csrr a0, misa
srl a0, a0, 30
li x7, ((0x1) & ((1 << (32 - 1) << 1) - 1))
bne a0, x7, fail
test_3: li gp, 3
csrr a0, mhartid
li x7, ((0x0) & ((1 << (32 - 1) << 1) - 1))
bne a0, x7, fail
csrr a0, mimpid
csrr a0, marchid
csrr a0, mvendorid
li t0, 0
csrs mtvec, t0
csrs mepc, t0
bne x0, gp, pass
fail: slli gp, gp, 1
ori gp, gp, 1
j riscv_done
pass: li gp, 1
j riscv_done
unimp
.data
