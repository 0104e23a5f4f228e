__global__ void k(float* a, const float* b, int n) {
  class Point { int x; };
  struct Pair { int x, y; };
  union U { int i; float f; };
}
// expect error 2:3: classes are not supported
// expect error 3:3: structs are not supported yet
// expect error 4:3: unions are not supported
