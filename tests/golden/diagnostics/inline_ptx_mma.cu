// Shapes and types of mma that do not exist, or not here.
__global__ void k(float* a, unsigned* r) {
  asm("mma.sync.aligned.m16n8k12.row.col.f32.f16.f16.f32 {%0,%1,%2,%3}, {%4,%4,%4,%4}, {%4,%4}, "
      "{%0,%1,%2,%3};"
      : "+f"(a[0]), "+f"(a[1]), "+f"(a[2]), "+f"(a[3])
      : "r"(r[0]));
  asm("mma.sync.aligned.m16n8k16.row.col.f32.f16.bf16.f32 {%0,%1,%2,%3}, {%4,%4,%4,%4}, {%4,%4}, "
      "{%0,%1,%2,%3};"
      : "+f"(a[0]), "+f"(a[1]), "+f"(a[2]), "+f"(a[3])
      : "r"(r[0]));
  asm("mma.sync.aligned.m16n8k16.col.row.f32.f16.f16.f32 {%0,%1,%2,%3}, {%4,%4,%4,%4}, {%4,%4}, "
      "{%0,%1,%2,%3};"
      : "+f"(a[0]), "+f"(a[1]), "+f"(a[2]), "+f"(a[3])
      : "r"(r[0]));
  asm("mma.sync.aligned.m16n8k16.row.col.f32.f16.f16.f32 {%0,%1,%2,%3}, {%4,%4}, {%4,%4}, "
      "{%0,%1,%2,%3};"
      : "+f"(a[0]), "+f"(a[1]), "+f"(a[2]), "+f"(a[3])
      : "r"(r[0]));
  asm("mma.sp.sync.aligned.m16n8k16.row.col.f32.f16.f16.f32 {%0}, {%0}, {%0}, {%0}, %0, 0;"
      : "+r"(r[0]));
}
// expect error 3:8: inline PTX: tensor cores have no product 'mma.sync.aligned.m16n8k12.row.col.f32.f16.f16.f32' here -> with these types there is m16n8k16 and m16n8k8
// expect error 7:8: inline PTX: tensor cores have no product 'mma.sync.aligned.m16n8k16.row.col.f32.f16.bf16.f32' here
// expect error 11:8: inline PTX: 'mma.sync.aligned.m16n8k16.col.row.f32.f16.f16.f32' has to be .row.col -> A is held by rows and B by columns: transpose with ldmatrix.trans
// expect error 15:8: inline PTX: '{%4,%4}' has 2 registers, and 'mma.sync.aligned.m16n8k16.row.col.f32.f16.f16.f32' takes 4 there -> write {r0, r1, r2, r3}
// expect error 19:8: inline PTX: 'mma.sp.sync.aligned.m16n8k16.row.col.f32.f16.f16.f32' is not supported: it multiplies a sparse matrix -> write mma.sync with the whole matrix
