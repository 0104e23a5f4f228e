struct Particle { float x, v; };
__global__ void k(Particle* p) {
  p[0].y = 1;
  p.x = 1;
  p[0] = 1;
  p[0]->x = 1;
  Particle q = {1, 2, 3};
  p[0].x();
}
// expect error 3:8: 'Particle' has no member 'y'
// expect error 4:5: 'Particle*' has no members (.x)
// expect error 5:10: 'int' does not convert to 'Particle'
// expect error 6:9: an arrow needs a pointer, and this is 'Particle'
// expect error 7:23: more values than 'Particle' has members (2)
// expect error 8:8: 'x' is a member variable and cannot be called
