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
li gp, 1
csrw pmpcfg0, zero
li t0, -1
csrw pmpaddr0, t0
csrr t0, pmpaddr0
neg t1, t0
and a7, t0, t1
beqz a7, fail
srl a7, a7, 1
beqz a7, pass
.macro set_pmpaddr_bit value
.if \value
csrs pmpaddr0, a7
.else
csrc pmpaddr0, a7
.endif
.endm
.macro set_mode_off
csrc pmpcfg0, (0x3 << 3)
.endm
.macro set_mode_napot
csrs pmpcfg0, (0x3 << 3)
.endm
.macro check_pmpaddr_bit expected_value
li gp, (2 + \@)
csrr t6, pmpaddr0
and t6, t6, a7
.if \expected_value
beqz t6, fail
.else
bnez t6, fail
.endif
.endm
.macro check_pmpaddr_bit_clear
csrr t6, pmpaddr0
and t6, t6, a7
bnez t6, fail
.endm
set_mode_napot
set_pmpaddr_bit 0
check_pmpaddr_bit 0
set_pmpaddr_bit 1
check_pmpaddr_bit 1
set_mode_off
check_pmpaddr_bit 0
set_mode_napot
check_pmpaddr_bit 1
set_pmpaddr_bit 0
set_mode_off
set_pmpaddr_bit 1
set_mode_napot
check_pmpaddr_bit 1
set_mode_off
csrc pmpaddr0, zero
csrs pmpaddr0, zero
set_mode_napot
check_pmpaddr_bit 1
set_mode_off
not t0, a7
csrs pmpaddr0, t0
set_mode_napot
check_pmpaddr_bit 0
j pass
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
