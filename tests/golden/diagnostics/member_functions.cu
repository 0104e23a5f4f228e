struct V {
  float x;
  __device__ float get() { return x; }
  __device__ float at(int i) const { return x * i; }
};
__global__ void k(const V* v, float* a, int n) {
  a[0] = v->get();
  a[1] = v->at();
  a[2] = v->att(1);
  V w = v;
  w();
  w = w + w;
  w += w;
  V u(1);
  this->x = 3;
}
// expect error 7:13: 'get' may change the object, and this one is const
// expect error 8:10: 'at' takes 1 argument, not 0
// expect error 9:13: 'V' has no member 'att'
// expect error 10:9: 'const V*' does not convert to 'V'
// expect error 11:3: 'V' has no member 'operator()'
// expect error 12:7: operator + does not work on 'V' and 'V'
// expect error 13:3: operator += does not work on 'V' and 'V'
// expect error 14:5: 'V' has no constructor
// expect error 15:3: 'this' is known in member functions only
