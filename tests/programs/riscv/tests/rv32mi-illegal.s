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
.align 2
.option norvc
li gp, 2
bad2:
.word 0
j fail
li t0, 0x00001800
csrc mstatus, t0
li t1, (0x00001800 & -0x00001800) * 1
csrs mstatus, t1
csrr t2, mstatus
and t2, t2, t0
bne t1, t2, pass
test_vectored_interrupts:
csrwi mip, (1 << 1)
csrwi mie, (1 << 1)
la t0, mtvec_handler
addi t0, t0, 1
csrrw s0, mtvec, t0
csrr t0, mtvec
andi t0, t0, 1
beqz t0, msip
csrsi mstatus, 0x00000008
1:
j 1b
msip:
csrw mtvec, s0
csrwi mideleg, (1 << 1)
la t0, 1f
csrw mepc, t0
li t0, 0x00001800
csrc mstatus, t0
li t1, (0x00001800 & -0x00001800) * 1
csrs mstatus, t1
mret
1:
wfi
and t0, t0, zero
li t0, (0x00040000 | 0x00080000)
csrc sstatus, t0
and t1, t1, zero
li t1, (0x00040000 | 0x00080000)
csrs sstatus, t1
csrr t2, sstatus
and t2, t2, t0
beqz t2, bare_s_1
csrc sstatus, t0
sfence.vma
csrr t0, satp
bad5:
.word 0
j fail
bad6:
sfence.vma
j fail
bad7:
csrr t0, satp
j fail
test_tsr:
la t0, bad8
csrw sepc, t0
li t0, 0x00000100
csrs sstatus, t0
li t0, 0x00000020
csrc sstatus, t0
sret
bad8:
.word 0
j fail
la t0, 1f
csrw sepc, t0
bad9:
sret
1:
j fail
j skip_bare_s
bare_s_1:
sfence.vma
j fail
bare_s_2:
sfence.vma
j fail
csrr t0, satp
bare_s_3:
.word 0
j fail
j test_tsr
skip_bare_s:
bne x0, gp, pass
fail: slli gp, gp, 1
ori gp, gp, 1
j riscv_done
pass: li gp, 1
j riscv_done
.align 8
.global mtvec_handler
mtvec_handler:
j synchronous_exception
j msip
j fail
j fail
j fail
j fail
j fail
j fail
j fail
j fail
j fail
j fail
j fail
j fail
j fail
j fail
synchronous_exception:
li t1, 0x2
csrr t0, mcause
bne t0, t1, fail
csrr t0, mepc
csrr t2, mtval
beqz t2, 1f
lhu t1, 0(t0)
xor t2, t2, t1
lhu t1, 2(t0)
slli t1, t1, 16
xor t2, t2, t1
bnez t2, fail
1:
la t1, bad2
beq t0, t1, 2f
la t1, bad5
beq t0, t1, 5f
la t1, bad6
beq t0, t1, 6f
la t1, bad7
beq t0, t1, 7f
la t1, bad8
beq t0, t1, 8f
la t1, bad9
beq t0, t1, 9f
la t1, bare_s_1
beq t0, t1, 5f
la t1, bare_s_2
beq t0, t1, 7f
la t1, bare_s_3
beq t0, t1, 7f
j fail
2:
6:
7:
addi t0, t0, 8
csrw mepc, t0
mret
5:
li t1, 0x00100000
csrs mstatus, t1
j 2b
8:
li t1, 0x00400000
csrs mstatus, t1
j 2b
9:
j 2b
unimp
.data
