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
csrrc x0, cycle, x0
li x7, ((0) & ((1 << (32 - 1) << 1) - 1))
bne x0, x7, fail
test_3: li gp, 3
csrrs x0, cycle, x0
li x7, ((0) & ((1 << (32 - 1) << 1) - 1))
bne x0, x7, fail
test_4: li gp, 4
csrrci x0, cycle, 0
li x7, ((0) & ((1 << (32 - 1) << 1) - 1))
bne x0, x7, fail
test_5: li gp, 5
csrrsi x0, cycle, 0
li x7, ((0) & ((1 << (32 - 1) << 1) - 1))
bne x0, x7, fail
test_6: li gp, 6
csrrc x0, instret, x0
li x7, ((0) & ((1 << (32 - 1) << 1) - 1))
bne x0, x7, fail
test_7: li gp, 7
csrrs x0, instret, x0
li x7, ((0) & ((1 << (32 - 1) << 1) - 1))
bne x0, x7, fail
test_8: li gp, 8
csrrci x0, instret, 0
li x7, ((0) & ((1 << (32 - 1) << 1) - 1))
bne x0, x7, fail
test_9: li gp, 9
csrrsi x0, instret, 0
li x7, ((0) & ((1 << (32 - 1) << 1) - 1))
bne x0, x7, fail
test_12: li gp, 12
csrrc x0, cycleh, x0
li x7, ((0) & ((1 << (32 - 1) << 1) - 1))
bne x0, x7, fail
test_13: li gp, 13
csrrs x0, cycleh, x0
li x7, ((0) & ((1 << (32 - 1) << 1) - 1))
bne x0, x7, fail
test_14: li gp, 14
csrrci x0, cycleh, 0
li x7, ((0) & ((1 << (32 - 1) << 1) - 1))
bne x0, x7, fail
test_15: li gp, 15
csrrsi x0, cycleh, 0
li x7, ((0) & ((1 << (32 - 1) << 1) - 1))
bne x0, x7, fail
test_16: li gp, 16
csrrc x0, instreth, x0
li x7, ((0) & ((1 << (32 - 1) << 1) - 1))
bne x0, x7, fail
test_17: li gp, 17
csrrs x0, instreth, x0
li x7, ((0) & ((1 << (32 - 1) << 1) - 1))
bne x0, x7, fail
test_18: li gp, 18
csrrci x0, instreth, 0
li x7, ((0) & ((1 << (32 - 1) << 1) - 1))
bne x0, x7, fail
test_19: li gp, 19
csrrsi x0, instreth, 0
li x7, ((0) & ((1 << (32 - 1) << 1) - 1))
bne x0, x7, fail
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
