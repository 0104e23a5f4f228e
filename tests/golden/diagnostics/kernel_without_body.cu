__global__ void k(float* a);
// expect error 1:1: kernel 'k' is declared here, but has no body
