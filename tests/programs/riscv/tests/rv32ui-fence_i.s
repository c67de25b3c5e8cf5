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
li a3, 111
lh a0, insn
lh a1, insn+2
.align 6
sh a0, 2f, t0
sh a1, 2f+2, t0
fence.i
la a5, 2f
jalr t1, a5, 0
test_2: li gp, 2
nop
li x7, ((444) & ((1 << (32 - 1) << 1) - 1))
bne a3, x7, fail
li a4, 100
1: addi a4, a4, -1
bnez a4, 1b
sh a0, 3f, t0
sh a1, 3f+2, t0
fence.i
.align 6
la a5, 3f
jalr t1, a5, 0
test_3: li gp, 3
nop
li x7, ((777) & ((1 << (32 - 1) << 1) - 1))
bne a3, x7, fail
bne x0, gp, pass
fail: slli gp, gp, 1
ori gp, gp, 1
j riscv_done
pass: li gp, 1
j riscv_done
unimp
.data
insn:
addi a3, a3, 333
2: addi a3, a3, 222
jalr a5, t1, 0
3: addi a3, a3, 555
jalr a5, t1, 0
