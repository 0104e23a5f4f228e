// The kernels whose cache hits are measured and modelled (README.md). All have one signature, so
// that a row of cases.csv is a launch of any of them: arrays a and b are read, c is written; what n
// and m are, each kernel says. The same text is compiled by nvcc and executed by Warplens.

// n x n matrices; a thread an element.
__global__ void matmul_naive(const float* a, const float* b, float* c, int n, int m) {
  int col = blockIdx.x * blockDim.x + threadIdx.x;
  int row = blockIdx.y * blockDim.y + threadIdx.y;
  float sum = 0.0f;
  for (int k = 0; k < n; ++k) sum += a[row * n + k] * b[k * n + col];
  c[row * n + col] = sum;
}

// The same through tiles of 16 x 16 elements.
__global__ void matmul_tiled(const float* a, const float* b, float* c, int n, int m) {
  __shared__ float tile_a[16][16];
  __shared__ float tile_b[16][16];
  int x = threadIdx.x, y = threadIdx.y;
  int col = blockIdx.x * 16 + x, row = blockIdx.y * 16 + y;
  float sum = 0.0f;
  for (int first = 0; first < n; first += 16) {
    tile_a[y][x] = a[row * n + first + x];
    tile_b[y][x] = b[(first + y) * n + col];
    __syncthreads();
    for (int k = 0; k < 16; ++k) sum += tile_a[y][k] * tile_b[k][x];
    __syncthreads();
  }
  c[row * n + col] = sum;
}

// n x n elements; neighbouring threads have neighbouring elements of a row.
__global__ void copy_row(const float* a, const float* b, float* c, int n, int m) {
  int x = blockIdx.x * blockDim.x + threadIdx.x;
  int y = blockIdx.y * blockDim.y + threadIdx.y;
  c[y * n + x] = a[y * n + x];
}

// ... of a column.
__global__ void copy_column(const float* a, const float* b, float* c, int n, int m) {
  int x = blockIdx.x * blockDim.x + threadIdx.x;
  int y = blockIdx.y * blockDim.y + threadIdx.y;
  c[x * n + y] = a[x * n + y];
}

__global__ void transpose_direct(const float* a, const float* b, float* c, int n, int m) {
  int x = blockIdx.x * blockDim.x + threadIdx.x;
  int y = blockIdx.y * blockDim.y + threadIdx.y;
  c[x * n + y] = a[y * n + x];
}

// Blocks of 32 x 8 threads, four rows a thread.
__global__ void transpose_tiled(const float* a, const float* b, float* c, int n, int m) {
  __shared__ float tile[32][33];
  int x = blockIdx.x * 32 + threadIdx.x, y = blockIdx.y * 32 + threadIdx.y;
  for (int i = 0; i < 32; i += 8) tile[threadIdx.y + i][threadIdx.x] = a[(y + i) * n + x];
  __syncthreads();
  x = blockIdx.y * 32 + threadIdx.x;
  y = blockIdx.x * 32 + threadIdx.y;
  for (int i = 0; i < 32; i += 8) c[(y + i) * n + x] = tile[threadIdx.x][threadIdx.y + i];
}

// n threads read every m-th element.
__global__ void read_strided(const float* a, const float* b, float* c, int n, int m) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  c[i] = a[i * m];
}

// Each block reads the whole array of n elements m times.
__global__ void read_by_block(const float* a, const float* b, float* c, int n, int m) {
  float sum = 0.0f;
  for (int round = 0; round < m; ++round) {
    for (int i = threadIdx.x; i < n; i += blockDim.x) sum += a[i];
  }
  c[blockIdx.x * blockDim.x + threadIdx.x] = sum;
}

// All blocks together read the array of n elements m times.
__global__ void read_by_grid(const float* a, const float* b, float* c, int n, int m) {
  float sum = 0.0f;
  int first = blockIdx.x * blockDim.x + threadIdx.x;
  for (int round = 0; round < m; ++round) {
    for (int i = first; i < n; i += gridDim.x * blockDim.x) sum += a[i];
  }
  c[first] = sum;
}

// Each thread adds a row of m elements.
__global__ void sum_rows(const float* a, const float* b, float* c, int n, int m) {
  int row = blockIdx.x * blockDim.x + threadIdx.x;
  float sum = 0.0f;
  for (int i = 0; i < m; ++i) sum += a[row * m + i];
  c[row] = sum;
}

// The five-point stencil of n x n elements, with its border left out.
__global__ void stencil(const float* a, const float* b, float* c, int n, int m) {
  int x = blockIdx.x * blockDim.x + threadIdx.x;
  int y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x < 1 || y < 1 || x >= n - 1 || y >= n - 1) return;
  int i = y * n + x;
  c[i] = 0.2f * (a[i] + a[i - 1] + a[i + 1] + a[i - n] + a[i + n]);
}

// n threads read one of m elements each, at random; m is a power of two.
__global__ void gather(const float* a, const float* b, float* c, int n, int m) {
  unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  unsigned mixed = i * 2654435761u;
  mixed = (mixed ^ (mixed >> 15)) * 2246822519u;
  mixed ^= mixed >> 13;
  c[i] = a[mixed & (m - 1)];
}

// n threads add one to one of m counters each, as `gather` chooses it.
__global__ void histogram(const float* a, const float* b, float* c, int n, int m) {
  unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  unsigned mixed = i * 2654435761u;
  mixed = (mixed ^ (mixed >> 15)) * 2246822519u;
  mixed ^= mixed >> 13;
  atomicAdd(&c[mixed & (m - 1)], a[i]);
}
