.text
 main:

li a0, 42
 li a7, 93
 ecall

