// Operands: how many they are, of what type, and which.
__global__ void k(float* a, const float* b, unsigned s, unsigned long long q, int n, double d,
                  unsigned short h, float x) {
  unsigned r[4];
  asm("add.u32 %0, %1, %7;" : "=r"(s) : "r"(s));
  asm("add.u32 %0, %1;" : "=r"(s) : "r"(s));
  asm("cp.async.commit_group 1;");
  asm("ldmatrix.sync.aligned.m8n8.x4.shared.b16 {%0, %1}, [%2];" : "=r"(r[0]), "=r"(r[1]) : "r"(s));
  asm("ldmatrix.sync.aligned.m8n8.x1.shared.b16 %0, [%1];" : "=r"(r[0]) : "r"(s));
  asm("ldmatrix.sync.aligned.m8n8.x1.shared.b16 {%0}, %1;" : "=r"(r[0]) : "r"(s));
  asm("ldmatrix.sync.m8n8.x1.shared.b16 {%0}, [%1];" : "=r"(r[0]) : "r"(s));
  asm("add.u32 %0, %1, 1;" : "=r"(s) : "l"(q));
  asm("ld.global.f32 %0, [%1];" : "=f"(x) : "r"(s));
  asm("add.u32 %0, %1, 1;" : "=r"(s) : "r"(x));
  asm("add.u32 %0, %1, 1;" : "=r"(s) : "r"(a));
  asm("add.u32 %0, %1, 1;" : "=r"(h) : "r"(s));
  asm("add.u32 %0, %1, 1;" : "=q"(s) : "r"(s));
  asm("add.u32 %0, %1, 1;" : "r"(s) : "r"(s));
  asm("add.u32 %0, %1, 1;" : "=r"(s) : "=r"(s));
  asm("cp.async.wait_group %0;" ::"r"(n));
  asm("cp.async.wait_group %0;" ::"n"(n));
  asm("cp.async.cg.shared.global [%0], [%1], 8;" ::"r"(s), "l"(b));
  asm("cp.async.ca.shared.global [%0], [%1], 12;" ::"r"(s), "l"(b));
  asm("cp.async.shared.global [%0], [%1], 16;" ::"r"(s), "l"(b));
  asm("mov.u32 5, %0;" ::"r"(s));
  asm("@q add.u32 %0, %0, 1;" : "+r"(s));
  asm("{ .reg .pred p; DONE: @p bra DON; }");
  asm("{ add.u32 %0, %0, 1;" : "+r"(s));
  asm("add.u32 %0, %0, 1\n add.u32 %0, %0, 2;" : "+r"(s));
  asm("add.u32 %0, %0, 1;" : "+r"(s) "r"(s));
  asm(s);
  asm(".reg .b33 t;");
  asm("mov.u32 %0, 1;" ::"r"(s));
  asm("cp.async.ca.shared.global [%0], [%1], 4, 8;" ::"r"(s), "l"(b));
}
// expect error 5:8: inline PTX: there is no operand %7: the statement has 2, %0 to %1 -> outputs are numbered first, then inputs
// expect error 6:8: inline PTX: 'add.u32' has 2 operands instead of 3 -> write add.u32 d, a, b;
// expect error 7:8: inline PTX: 'cp.async.commit_group' has 1 operand instead of 0 -> write cp.async.commit_group;
// expect error 8:8: inline PTX: '{%0, %1}' has 2 registers, and 'ldmatrix.sync.aligned.m8n8.x4.shared.b16' takes 4 there -> write {r0, r1, r2, r3}
// expect error 9:8: inline PTX: 'ldmatrix.sync.aligned.m8n8.x1.shared.b16' takes registers in braces, and '%0' has none -> write {r0}
// expect error 10:8: inline PTX: 'ldmatrix.sync.aligned.m8n8.x1.shared.b16' takes an address, and '%1' is none -> write it in brackets: [%1]
// expect error 11:8: inline PTX: 'ldmatrix.sync.m8n8.x1.shared.b16' lacks .aligned -> add .aligned to the instruction
// expect error 12:8: inline PTX: operand %1 has the constraint "l", but 'add.u32' takes a value of type u32 there -> give it the constraint "r"
// expect error 13:8: inline PTX: the address %1 of 'ld.global.f32' has 32 bits: only offsets in shared memory are so small -> write "l"(pointer), or .shared in the instruction
// expect error 14:44: inline PTX: the constraint "r" does not fit 'float' -> write "f" for 'float', or convert the value
// expect error 15:44: inline PTX: the constraint "r" does not fit 'float*' -> write "r"((unsigned)__cvta_generic_to_shared(pointer)) for an offset in shared memory, "l"(pointer) for an address
// expect error 16:35: inline PTX: the constraint "r" does not fit 'unsigned short' -> write "h" for 'unsigned short', or convert the value
// expect error 17:30: inline PTX: the constraint "=q" is not known
// expect error 18:30: inline PTX: the constraint "r" of an output begins with = or + -> write "=r"; + where it is read, too
// expect error 19:40: inline PTX: an input has the constraint "=r", which is an output's -> write "r", or name it before the second colon
// expect error 20:8: inline PTX: '%0' of 'cp.async.wait_group' has to be a number that is known when the text is compiled -> write the number, or "n"(NUMBER) as the operand
// expect error 21:39: the value of an operand "n" must be known before the kernel runs
// expect error 22:8: inline PTX: 'cp.async.cg.shared.global' copies 16 bytes, not 8 -> write 16, or .ca for 4 and 8 bytes
// expect error 23:8: inline PTX: 'cp.async.ca.shared.global' copies 4, 8 or 16 bytes, not 12 -> write several copies, each of 4, 8 or 16 bytes
// expect error 24:8: inline PTX: 'cp.async.shared.global' lacks .ca -> add .ca to the instruction
// expect error 25:8: inline PTX: 'mov.u32' writes its result to '5', which is no register -> name an output there: "=r"(result)
// expect error 26:8: inline PTX: 'q' is no operand and no register that is declared here -> declare it before: .reg .pred q;
// expect error 27:30: inline PTX: there is no label 'DON' in this statement -> did you mean 'DONE'?
// expect error 28:8: inline PTX: this '{' is never closed -> write '}' at the text's end
// expect error 29:8: inline PTX: a ';' or a ',' is missing in '1  add.u32 %0' -> each instruction ends with a ';', and commas part its operands
// expect error 30:38: inline PTX: '"r"' is not expected here
// expect error 31:3: inline PTX: asm has no text -> write the instructions in quotes
// expect error 32:8: inline PTX: '.reg .b33 t' declares no registers -> write .reg .b32 NAME; or .f32, .b64, .pred
// expect error 33:8: inline PTX: 'mov.u32' writes its result to %0, which is an input -> name it among the outputs, before the second colon: "=r"(result), or "+r"(value) where it is read, too
// expect error 34:8: inline PTX: 'cp.async.ca.shared.global' copies 4 bytes and cannot read 8 for them -> the last number is how many bytes are read: the others become zeros
