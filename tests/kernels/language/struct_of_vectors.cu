// warplens: --block 16 --arg places=float[64] --arg count=16 --arg step=0.1
// A struct with constructors, host and device methods and a static one, beside vector types.
#ifndef NEAREST
#define NEAREST 1e-6f
#endif
typedef struct {
  float4 *places, *speeds;
} Bodies;
struct Vec3 {
  float x, y, z;
  __host__ __device__ Vec3() : x(0), y(0), z(0) {}
  __host__ __device__ Vec3(float a, float b, float c) : x(a), y(b), z(c) {}
  __host__ __device__ float length2() const { return x * x + y * y + z * z; }
  __host__ __device__ Vec3 times(float s) const { return Vec3(x * s, y * s, z * s); }
  void print() const { printf("%f %f %f\n", x, y, z); }
  static __device__ Vec3 zero() { return Vec3(); }
};
__device__ __host__ inline Vec3 sum(const Vec3& a, const Vec3& b) {
  return Vec3(a.x + b.x, a.y + b.y, a.z + b.z);
}
__global__ void pull(float4* places, int count, float step) {
  __shared__ float3 near[16];
  const float4 mine = places[threadIdx.x];
  near[threadIdx.x] = make_float3(mine.x, mine.y, mine.z);
  __syncthreads();
  Vec3 force = Vec3::zero();
  for (int i = 0; i < count; i++) {
    Vec3 towards(near[i].x - mine.x, near[i].y - mine.y, near[i].z - mine.z);
    force = sum(force, towards.times(1.f / (towards.length2() + NEAREST)));
  }
  places[threadIdx.x].x += step * force.x;
  places[threadIdx.x].w += step * force.length2();
}
