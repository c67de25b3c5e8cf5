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
test_20: li gp, 20
csrw mscratch, zero
csrr a0, mscratch
li x7, ((0) & ((1 << (32 - 1) << 1) - 1))
bne a0, x7, fail
test_21: li gp, 21
csrrwi a0, mscratch, 0
csrrwi a0, mscratch, 0xF
li x7, ((0) & ((1 << (32 - 1) << 1) - 1))
bne a0, x7, fail
test_22: li gp, 22
csrrsi x0, mscratch, 0x10
csrr a0, mscratch
li x7, ((0x1f) & ((1 << (32 - 1) << 1) - 1))
bne a0, x7, fail
csrwi mscratch, 3
test_2: li gp, 2
csrr a0, mscratch
li x7, ((3) & ((1 << (32 - 1) << 1) - 1))
bne a0, x7, fail
test_3: li gp, 3
csrrci a1, mscratch, 1
li x7, ((3) & ((1 << (32 - 1) << 1) - 1))
bne a1, x7, fail
test_4: li gp, 4
csrrsi a2, mscratch, 4
li x7, ((2) & ((1 << (32 - 1) << 1) - 1))
bne a2, x7, fail
test_5: li gp, 5
csrrwi a3, mscratch, 2
li x7, ((6) & ((1 << (32 - 1) << 1) - 1))
bne a3, x7, fail
test_6: li gp, 6
li a0, 0xbad1dea
csrrw a1, mscratch, a0
li x7, ((2) & ((1 << (32 - 1) << 1) - 1))
bne a1, x7, fail
test_7: li gp, 7
li a0, 0x0001dea
csrrc a1, mscratch, a0
li x7, ((0xbad1dea) & ((1 << (32 - 1) << 1) - 1))
bne a1, x7, fail
test_8: li gp, 8
li a0, 0x000beef
csrrs a1, mscratch, a0
li x7, ((0xbad0000) & ((1 << (32 - 1) << 1) - 1))
bne a1, x7, fail
test_9: li gp, 9
li a0, 0xbad1dea
csrrw a0, mscratch, a0
li x7, ((0xbadbeef) & ((1 << (32 - 1) << 1) - 1))
bne a0, x7, fail
test_10: li gp, 10
li a0, 0x0001dea
csrrc a0, mscratch, a0
li x7, ((0xbad1dea) & ((1 << (32 - 1) << 1) - 1))
bne a0, x7, fail
test_11: li gp, 11
li a0, 0x000beef
csrrs a0, mscratch, a0
li x7, ((0xbad0000) & ((1 << (32 - 1) << 1) - 1))
bne a0, x7, fail
test_12: li gp, 12
csrr a0, mscratch
li x7, ((0xbadbeef) & ((1 << (32 - 1) << 1) - 1))
bne a0, x7, fail
csrr a0, misa
andi a0, a0, (1 << ('F' - 'A'))
beqz a0, 1f
li a1, 0x00006000
csrs mstatus, a1
test_13: li gp, 13
li x7, ((1) & ((1 << (32 - 1) << 1) - 1))
bne zero, x7, fail
1:
csrr a0, misa # a0 = csr(misa)
srli a0, a0, 20 # a0 = a0 >> 20
andi a0, a0, 1 # a0 = a0 & 1
beqz a0, finish # if no user mode, skip the rest of these checks
csrwi mcounteren, 1
csrr a0, misa # a0 = csr(misa)
srli a0, a0, 18 # a0 = a0 >> 20
andi a0, a0, 1 # a0 = a0 & 1
beqz a0, 1f
csrwi scounteren, 1
1:
li t0, 0x00001800
csrc mstatus, t0
la t0, 1f
csrw mepc, t0
mret
1:
test_14: li gp, 14
li a0, 255
csrrw a0, cycle, x0
li x7, ((255) & ((1 << (32 - 1) << 1) - 1))
bne a0, x7, fail
test_15: li gp, 15
li a0, 255
csrr a0, mstatus
li x7, ((255) & ((1 << (32 - 1) << 1) - 1))
bne a0, x7, fail
finish:
li gp, 1
j riscv_done
bne x0, gp, pass
fail: slli gp, gp, 1
ori gp, gp, 1
j riscv_done
pass: li gp, 1
j riscv_done
.align 2
.global mtvec_handler
mtvec_handler:
li t0, 13
bltu gp, t0, 1f
li t0, 15
bleu gp, t0, privileged
1:
csrr t0, mcause
li t1, 0x8
bne t0, t1, fail
li gp, 1
j riscv_done
privileged:
csrr t0, mcause
li t1, 0x2
bne t0, t1, fail
csrr t0, mepc
addi t0, t0, 4
csrw mepc, t0
mret
unimp
.data
fsw_data: .word 1
