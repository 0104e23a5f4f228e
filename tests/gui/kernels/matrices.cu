// warplens: --grid 1 --block 32 --arg in=short[1024] --arg out=unsigned[256]
// Matrices out of rows of 64 bytes, which meet in the banks, and out of padded ones, which do not;
// one transposed; one by itself.
__global__ void matrices(const short* in, unsigned* out) {
  __shared__ __align__(128) short tile[16][32];
  __shared__ __align__(128) short padded[16][40];
  int lane = threadIdx.x;
  for (int i = lane; i < 16 * 32; i += 32) tile[i / 32][i % 32] = padded[i / 32][i % 32] = in[i];
  __syncthreads();
  unsigned r[4], p[4], t[2], x;
  unsigned at = (unsigned)__cvta_generic_to_shared(&tile[lane % 16][lane / 16 * 8]);
  asm volatile("ldmatrix.sync.aligned.m8n8.x4.shared.b16 {%0,%1,%2,%3}, [%4];" : "=r"(r[0]), "=r"(r[1]), "=r"(r[2]), "=r"(r[3]) : "r"(at));
  at = (unsigned)__cvta_generic_to_shared(&padded[lane % 16][lane / 16 * 8]);
  asm volatile("ldmatrix.sync.aligned.m8n8.x4.shared.b16 {%0,%1,%2,%3}, [%4];" : "=r"(p[0]), "=r"(p[1]), "=r"(p[2]), "=r"(p[3]) : "r"(at));
  at = (unsigned)__cvta_generic_to_shared(&padded[lane % 16][0]);
  asm volatile("ldmatrix.sync.aligned.m8n8.x2.trans.shared.b16 {%0,%1}, [%2];" : "=r"(t[0]), "=r"(t[1]) : "r"(at));
  at = (unsigned)__cvta_generic_to_shared(&padded[lane % 8][8]);
  asm volatile("ldmatrix.sync.aligned.m8n8.x1.shared.b16 {%0}, [%1];" : "=r"(x) : "r"(at));
  for (int k = 0; k < 4; k++) out[k * 32 + lane] = r[k] + p[k];
  out[128 + lane] = t[0] + t[1] + x;
}
