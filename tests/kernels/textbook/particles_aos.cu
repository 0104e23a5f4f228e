// warplens: --grid 2 --block 64 --arg particles=float[128][8]:mod=50 --arg dt=0.5 --arg n=120
//
// Particles as an array of structs. A struct is copied member by member, and each member's request
// strides 32 bytes from lane to lane: 32 sectors where 4 would hold the data.

struct Particle {
  float x, y, z;
  float vx, vy, vz;
  float mass;
  float age;

  __device__ void move(float dt) {
    x += vx * dt;
    y += vy * dt;
    z += vz * dt;
    age += dt;
  }
};

__global__ void particles_aos(Particle* particles, float dt, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) particles[i].move(dt);
}

int main() {
  Particle* particles;
  cudaMalloc(&particles, 128 * sizeof(Particle));
  particles_aos<<<2, 64>>>(particles, 0.5f, 120);
  cudaDeviceSynchronize();
  cudaFree(particles);
}
