__global__ void k(float* a, const float* b, int n) {
  int i = threadIdx.x — 1;
  a[i] = 3;
  a[i] = ‘2’;
}
// expect error 2:23: em dash (U+2014) '—'
// expect error 3:7: non-breaking space (U+00A0) in the program
// expect error 4:10: curly quotation mark (U+2018) '‘'
// expect error 4:12: curly quotation mark (U+2019) '’'
