// Particles that move: members read, computed with and written, functions with references called.
#include <cmath>
#include <cstdio>
#include <cstdlib>

#ifdef __CUDACC__
__global__ void none() {}
#define LAUNCH none<<<1, 1>>>()
#else
#define LAUNCH
#endif

struct Vec {
  float x, y, z;
};

struct Particle {
  Vec place, speed;
  float mass;
  int bounces;
};

Vec sum(const Vec& a, const Vec& b) {
  return Vec{a.x + b.x, a.y + b.y, a.z + b.z};
}

Vec scaled(const Vec& a, float by) {
  return Vec{a.x * by, a.y * by, a.z * by};
}

void bounce(float& place, float& speed, int& bounces) {
  if (place < 0 || place > 1) {
    speed = -speed;
    bounces++;
  }
}

int main() {
  LAUNCH;
  const int n = 20000;
  Particle* particles = (Particle*)malloc(n * sizeof(Particle));
  for (int i = 0; i < n; i++) {
    Particle& p = particles[i];
    p.place = Vec{(i % 10) / 10.0f, (i % 100) / 100.0f, (i % 1000) / 1000.0f};
    p.speed = Vec{0.01f, 0.02f * (i % 3), -0.01f};
    p.mass = 1 + i % 5;
    p.bounces = 0;
  }
  for (int step = 0; step < 100; step++) {
    for (int i = 0; i < n; i++) {
      Particle& p = particles[i];
      p.place = sum(p.place, scaled(p.speed, 0.5f));
      bounce(p.place.x, p.speed.x, p.bounces);
      bounce(p.place.y, p.speed.y, p.bounces);
      bounce(p.place.z, p.speed.z, p.bounces);
    }
  }
  double energy = 0;
  long bounces = 0;
  for (int i = 0; i < n; i++) {
    const Vec& v = particles[i].speed;
    energy += particles[i].mass * sqrtf(v.x * v.x + v.y * v.y + v.z * v.z);
    bounces += particles[i].bounces;
  }
  printf("%.3f %ld\n", energy, bounces);
  free(particles);
}
