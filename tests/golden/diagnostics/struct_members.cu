struct Particle { float x, y; int id; };
__global__ void k(Particle* p, float4* v) {
  p[0].z = 1;
  p.x = 2;
  p->x = 3;
  v[0].r = 1;
  v[0].xy = 2;
  Particle q = p;
  q->x = 1;
}
// expect error 3:8: 'Particle' has no member 'z'
// expect error 4:5: 'Particle*' has no members (.x)
// expect error 6:8: 'float4' has no member 'r'
// expect error 7:8: 'float4' has no member 'xy'
// expect error 8:16: 'Particle*' does not convert to 'Particle'
// expect error 9:6: an arrow needs a pointer, and this is 'Particle'
