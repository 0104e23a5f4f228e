// Branches that a compiler turns into machine code in different ways; what it makes of each is in
// tests/unit/measure/cubin. Compiled by compile.py.

__global__ void short_if(float* a, int n) {
  int i = threadIdx.x;
  float x = a[i];
  if (n > 3) {
    x = x * 2.0f;
  }
  if (i % 2 == 0) {
    a[i + n] = x;
  }
  a[i] = x;
}

__global__ void long_if(float* a, const int* b, int n) {
  __shared__ float tile[16][17];
  int i = threadIdx.x;
  tile[i % 16][i / 16 % 16] = a[i];
  __syncthreads();
  float sum = 0;
  if (b[i] > 3) {
    for (int k = 0; k < n; ++k) {
      sum += a[k] * tile[k % 16][i % 16];
    }
  } else {
    for (int k = 0; k < n; ++k) {
      sum -= a[k] / tile[i % 16][k % 16];
    }
  }
  a[i] = sum;
}

__global__ void early_return(float* a, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  a[i] = a[i] * a[i];
}

__global__ void guarded(float* a, int rows, int columns) {
  int x = threadIdx.x, y = threadIdx.y;
  float sum = a[0];
  if (x < rows && y < columns) {
    for (int k = 0; k < rows; ++k) {
      sum += sinf(a[k * columns + x]);
    }
  }
  __syncthreads();
  a[y * columns + x] = sum;
}

__global__ void nested(int* a, int n) {
  int i = threadIdx.x;
  if (i < n) {
    if (a[i] > 7) {
      a[i] = 7;
    }
  }
}

__global__ void local_array(float* a, int n) {
  float own[40];
  for (int i = 0; i < 40; ++i) own[i] = a[i * n];
  for (int i = 0; i < n; ++i) a[i] = own[i * 7 % 40];
}

__global__ void one_line(int* a, int n) {
  int i = threadIdx.x;
  if (a[i] > n) a[i] = n;
  if (i % 3 == 0) for (int k = 0; k < n; ++k) a[i + 32] += a[k] ^ i;
}

__global__ void chain(float* a, const int* b, int n) {
  int i = threadIdx.x;
  if (b[i] == 0) {
    a[i] = a[i] * 3.0f;
  } else if (b[i] == 1) {
    for (int k = 0; k < n; ++k) {
      a[i + k] = sqrtf(a[i + k]) * k;
      __syncwarp();
    }
  } else {
    a[i] = 0.0f;
  }
}

__global__ void in_loop(float* a, int n) {
  float sum = 0;
  for (int k = 0; k < n; ++k) {
    if (k % 2 == 1) {
      sum += a[k];
    }
    if (sum > 100.0f) break;
  }
  a[threadIdx.x + 64] = sum;
}

__global__ void chosen(float* a, int n) {
  int i = threadIdx.x;
  float x = a[i] > 0.5f ? a[i + 1] : a[i + 2] * 4.0f;
  if (x > 1.0f / (a[i + n] + 2.0f)) {
    x = 1.0f;
  }
  a[i] = x;
}
