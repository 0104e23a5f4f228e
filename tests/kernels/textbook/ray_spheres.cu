// warplens: --grid 4,3 --block 8,8 --arg image=float[20][30]:none --arg width=30 --arg height=20
//
// Rays through a scene of spheres that lies in constant memory: every thread of a warp reads the same
// sphere at the same time, which is what constant memory is for.

#define SPHERES 4
#define INF 2e10f

struct Sphere {
  float x, y, z, radius, brightness;
  __device__ float hit(float ox, float oy, float* shade) const {
    float dx = ox - x;
    float dy = oy - y;
    if (dx * dx + dy * dy < radius * radius) {
      float dz = sqrtf(radius * radius - dx * dx - dy * dy);
      *shade = dz / radius;
      return dz + z;
    }
    return -INF;
  }
};

__constant__ Sphere scene[SPHERES] = {{0.0f, 0.0f, 2.0f, 6.0f, 1.0f},
                                      {-9.0f, 3.0f, 5.0f, 4.0f, 0.75f},
                                      {8.0f, -2.0f, 1.0f, 5.0f, 0.5f},
                                      {3.0f, 5.0f, 9.0f, 2.5f, 0.25f}};

__global__ void ray_spheres(float* image, int width, int height) {
  int x = threadIdx.x + blockIdx.x * blockDim.x;
  int y = threadIdx.y + blockIdx.y * blockDim.y;
  if (x >= width || y >= height) return;
  float ox = x - width * 0.5f;
  float oy = y - height * 0.5f;

  float color = 0.0f;
  float nearest = -INF;
  for (int i = 0; i < SPHERES; i++) {
    float shade;
    float depth = scene[i].hit(ox, oy, &shade);
    if (depth > nearest) {
      color = scene[i].brightness * shade;
      nearest = depth;
    }
  }
  image[y * width + x] = color;
}
