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
}
