__shared__ int s[32][32];
s[threadIdx.x][0] = 1;
