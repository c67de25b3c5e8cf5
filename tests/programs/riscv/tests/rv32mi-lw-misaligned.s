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
li x15, 0x04030201
la x2, tdat
lw x14, 0(x2)
li x7, ((0x04030201) & ((1 << (32 - 1) << 1) - 1))
bne x14, x7, fail
test_3: li gp, 3
li x15, 0x05040302
la x2, tdat
lw x14, 1(x2)
li x7, ((0x05040302) & ((1 << (32 - 1) << 1) - 1))
bne x14, x7, fail
test_4: li gp, 4
li x15, 0x06050403
la x2, tdat
lw x14, 2(x2)
li x7, ((0x06050403) & ((1 << (32 - 1) << 1) - 1))
bne x14, x7, fail
test_5: li gp, 5
li x15, 0x07060504
la x2, tdat
lw x14, 3(x2)
li x7, ((0x07060504) & ((1 << (32 - 1) << 1) - 1))
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
li t0, 0x4
csrr t1, mcause
bne t0, t1, fail
mv a4, a5
csrr t0, mepc
addi t0, t0, 4
csrw mepc, t0
mret
unimp
.data
tdat:
.byte 0x01, 0x02, 0x03, 0x04, 0x05, 0x06, 0x07, 0x08
