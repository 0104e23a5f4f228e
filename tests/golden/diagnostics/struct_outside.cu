struct Particle { float x, v; };
__global__ void k(Particle* p) {
  p[0].x = 1;
}
// expect error 2:19: 'Particle' is a struct or class: these are not supported yet
