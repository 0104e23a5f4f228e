#include <stdio.h>
struct Pair { int a, b; };
__global__ void k(Pair* p, const float* b, int n) {
  printf(n);
  printf("%d\n", p[0]);
  printf("%d", n,);
}
// expect error 4:10: the first argument of printf is a string, found 'n'
// expect error 5:18: printf cannot print a 'Pair' as a whole
// expect error 6:18: a value is missing here, before ')'
