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
la x2, tdat
li x1, 0x1234
la x15, 7f
sh x1, 0(x2)
lh x14, 0(x2)
j 8f
7: mv x14, x1
8:
li x7, ((0x1234) & ((1 << (32 - 1) << 1) - 1))
bne x14, x7, fail
test_3: li gp, 3
la x2, tdat
li x1, 0x5678
la x15, 7f
sh x1, 1(x2)
lh x14, 1(x2)
j 8f
7: mv x14, x1
8:
li x7, ((0x5678) & ((1 << (32 - 1) << 1) - 1))
bne x14, x7, fail
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
li t0, 0x6
csrr t1, mcause
bne t0, t1, fail
csrw mepc, x15
mret
unimp
.data
tdat:
.zero 4
