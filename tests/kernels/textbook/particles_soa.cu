// warplens: --grid 2 --block 64 --arg x=float[128]:mod=50 --arg y=float[128]:mod=40 --arg vx=float[128]:mod=30 --arg vy=float[128]:mod=20 --arg dt=0.5 --arg n=128
//
// The same particles as a struct of arrays: the view is put together from the arrays' addresses, and
// every request covers 128 consecutive bytes, four sectors.

struct Particles {
  float* x;
  float* y;
  const float* vx;
  const float* vy;
};

__device__ void move(const Particles& p, int i, float dt) {
  p.x[i] += p.vx[i] * dt;
  p.y[i] += p.vy[i] * dt;
}

__global__ void particles_soa(float* x, float* y, const float* vx, const float* vy, float dt,
                              int n) {
  Particles particles = {x, y, vx, vy};
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) move(particles, i, dt);
}
