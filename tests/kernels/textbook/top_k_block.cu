// warplens: --kernel 'top_k_block<4>' --grid 3 --block 32 --arg scores=float[900]:random=13 --arg best=float[12]:zero --arg where=int[12]:zero --arg n=300
//
// The K best scores of each row. Every thread keeps its own K in a sorted local array (insertion);
// then the block picks K times the best head of all threads' lists, reduced in shared memory.

struct Candidate {
  float score;
  int index;
};

__device__ bool is_better(const Candidate& a, const Candidate& b) {
  return a.score > b.score || (a.score == b.score && a.index < b.index);
}

template <int K>
__device__ void insert(Candidate (&list)[K], Candidate candidate) {
  if (!is_better(candidate, list[K - 1])) return;
  int place = K - 1;
  while (place > 0 && is_better(candidate, list[place - 1])) {
    list[place] = list[place - 1];
    --place;
  }
  list[place] = candidate;
}

template <int K>
__global__ void top_k_block(const float* scores, float* best, int* where, int n) {
  __shared__ Candidate heads[32];
  __shared__ int owners[32];
  Candidate list[K];
  for (int k = 0; k < K; ++k) list[k] = {-1e30f, 0x7fffffff};
  for (int i = threadIdx.x; i < n; i += blockDim.x) {
    insert<K>(list, Candidate{scores[blockIdx.x * n + i], i});
  }

  int next = 0;
  for (int k = 0; k < K; ++k) {
    heads[threadIdx.x] = next < K ? list[next] : Candidate{-1e30f, 0x7fffffff};
    owners[threadIdx.x] = threadIdx.x;
    __syncthreads();
    for (int half = blockDim.x / 2; half > 0; half /= 2) {
      if (threadIdx.x < half && is_better(heads[threadIdx.x + half], heads[threadIdx.x])) {
        heads[threadIdx.x] = heads[threadIdx.x + half];
        owners[threadIdx.x] = owners[threadIdx.x + half];
      }
      __syncthreads();
    }
    if (threadIdx.x == owners[0]) ++next;
    if (threadIdx.x == 0) {
      best[blockIdx.x * K + k] = heads[0].score;
      where[blockIdx.x * K + k] = heads[0].index;
    }
    __syncthreads();
  }
}

int main() {
  const int n = 300, rows = 3;
  float *scores, *best;
  int* where;
  cudaMalloc(&scores, rows * n * sizeof(float));
  cudaMalloc(&best, rows * 4 * sizeof(float));
  cudaMalloc(&where, rows * 4 * sizeof(int));
  top_k_block<4><<<rows, 32>>>(scores, best, where, n);
  cudaDeviceSynchronize();
  cudaFree(scores);
  cudaFree(best);
  cudaFree(where);
  return 0;
}
