// A macro's name where no text can stand for it.
#define A B
#define B A
#define F(x) F(x + 1)
#define SQ(x) ((x) * (x))
__global__ void k(float* a) {
  a[0] = A;
  a[1] = F(2);
  a[2] = SQ;
  a[3] = LATE;
}
#define LATE 3
// expect error 7:10: the macro 'A' has no value here
// expect error 8:10: the macro 'F' has no value here
// expect error 9:10: the macro 'SQ' has no value here
// expect error 10:10: the macro 'LATE' has no value here
