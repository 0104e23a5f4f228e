// warplens: --arg a=float[32] --block 32
typedef float FLOAT;
typedef const float* CFP;
typedef int int32;
typedef unsigned __int64_fake;
typedef struct tagV {
  FLOAT x;
} V, *PV;
typedef enum { RED, BLUE } Color;
typedef union {
  float f;
  int i;
} U;
typedef void (*Callback)(int);
typedef float Mat[4][4];
__global__ void k(FLOAT* a) {
  V v;
  PV p = &v;
  p->x = 1;
  Color c = BLUE;
  Mat m = {};
  m[1][2] = c;
  CFP q = a;
  a[threadIdx.x] = v.x + m[1][2] + q[0];
  int32 z = 1;
  a[0] += z;
}
