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
lui x1, 0x00000
li x7, ((0x0000000000000000) & ((1 << (32 - 1) << 1) - 1))
bne x1, x7, fail
test_3: li gp, 3
lui x1, 0xfffff
sra x1,x1,1
li x7, ((0xfffffffffffff800) & ((1 << (32 - 1) << 1) - 1))
bne x1, x7, fail
test_4: li gp, 4
lui x1, 0x7ffff
sra x1,x1,20
li x7, ((0x00000000000007ff) & ((1 << (32 - 1) << 1) - 1))
bne x1, x7, fail
test_5: li gp, 5
lui x1, 0x80000
sra x1,x1,20
li x7, ((0xfffffffffffff800) & ((1 << (32 - 1) << 1) - 1))
bne x1, x7, fail
test_6: li gp, 6
lui x0, 0x80000
li x7, ((0) & ((1 << (32 - 1) << 1) - 1))
bne x0, x7, fail
bne x0, gp, pass
fail: slli gp, gp, 1
ori gp, gp, 1
j riscv_done
pass: li gp, 1
j riscv_done
unimp
.data
