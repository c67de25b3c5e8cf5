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
la a0, coreid
li a1, 1
amoadd.w a2, a1, (a0)
1:li a3, 1
bgeu a2, a3, 1b
1: lw a1, (a0)
bltu a1, a3, 1b
test_2: li gp, 2
la a0, foo
li a5, 0xdeadbeef
sc.w a4, a5, (a0)
li x7, ((1) & ((1 << (32 - 1) << 1) - 1))
bne a4, x7, fail
test_3: li gp, 3
lw a4, foo
li x7, ((0) & ((1 << (32 - 1) << 1) - 1))
bne a4, x7, fail
la a0, foo
li a1, 1<<10
addi a2, a2, 1
1: lr.w a4, (a0)
add a4, a4, a2
sc.w a4, a4, (a0)
bnez a4, 1b
addi a1, a1, -1
bnez a1, 1b
la a0, barrier
li a1, 1
amoadd.w x0, a1, (a0)
1: lw a1, (a0)
blt a1, a3, 1b
fence
test_5: li gp, 5
lw a0, foo
slli a1, a3, 10 -1
1:sub a0, a0, a1
addi a3, a3, -1
bgez a3, 1b
li x7, ((0) & ((1 << (32 - 1) << 1) - 1))
bne a0, x7, fail
test_6: li gp, 6
la a0, foo
1:lr.w a1, (a0)
sc.w a1, x0, (a0)
bnez a1, 1b
sc.w a1, x0, (a0)
sc.w a2, x0, (a0)
add a1, a1, a2
li x7, ((2) & ((1 << (32 - 1) << 1) - 1))
bne a1, x7, fail
bne x0, gp, pass
fail: slli gp, gp, 1
ori gp, gp, 1
j riscv_done
pass: li gp, 1
j riscv_done
unimp
.data
coreid: .word 0
barrier: .word 0
foo: .word 0
.skip 1024
fooTest3: .word 0
