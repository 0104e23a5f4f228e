#if 1
#else
#else
#endif
#endif
#if (1 + 
#endif
#if 1 / 0
#endif
#ifdef
#endif
#ifndef N
__global__ void k(float* a, const float* b, int n) {
  a[0] = 1;
}
// expect error 3:1: a second #else for the same #if
// expect error 5:1: #endif without #if
// expect error 6:1: the condition ends too early
// expect error 8:7: division by zero in the condition
// expect error 10:1: this conditional needs the name of a macro
// expect error 12:1: this conditional has no #endif
