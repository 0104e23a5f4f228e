// warplens: --arg a=float[32] --block 32
int host() { return '"' + '\'' + "/*"[0] + "}"[0]; } // }
/* __global__ void no(float* a) { */ __global__ void /* name */ k /**/ ( float * a /* ) { */ ) // {
{ a[threadIdx.x] = 1; /* } */ }
char c = '}'; const char* s = "{ \" } \\"; // "
