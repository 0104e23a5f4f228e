// warplens: --block 32 -D MEMBERS=3 -D ALIGNED=1 --arg in=Record[32] --arg out=float[32]:zero

// Adds the members of each record. ALIGNED: a record begins at a multiple of its size, which is that of a vector, so that a
// lane may load it at once.

#ifndef MEMBERS
#define MEMBERS 3
#endif
#ifndef ALIGNED
#define ALIGNED 1
#endif

#if ALIGNED == 0
#define ALIGNMENT
#elif MEMBERS == 2
#define ALIGNMENT __align__(8)
#else
#define ALIGNMENT __align__(16)
#endif

struct ALIGNMENT Record {
  float x, y;
#if MEMBERS > 2
  float z;
#endif
#if MEMBERS > 3
  float w;
#endif
};

__global__ void add(const Record* in, float* out) {
  int t = blockIdx.x * blockDim.x + threadIdx.x;

#if ALIGNED == 1 && MEMBERS == 2
  float2 whole = *(const float2*)&in[t];
  out[t] = whole.x + whole.y;
#elif ALIGNED == 1
  float4 whole = *(const float4*)&in[t];
  out[t] = whole.x + whole.y + whole.z + (MEMBERS > 3 ? whole.w : 0);
#elif MEMBERS == 2
  out[t] = in[t].x + in[t].y;
#elif MEMBERS == 3
  out[t] = in[t].x + in[t].y + in[t].z;
#else
  out[t] = in[t].x + in[t].y + in[t].z + in[t].w;
#endif
}
