// warplens: --grid 3 --block 96 --arg in=int[288]:random=45 --arg out=int[288]:const=-1 --arg counts=int[3]:none --arg pivot=0
//
// Stable compaction of each block's elements: ranks within a warp from a ballot, the warps' offsets
// from a short sequential sum in shared memory.

__global__ void compact_by_scan(const int* in, int* out, int* counts, int pivot) {
  __shared__ int warp_totals[32];
  const int lane = threadIdx.x & 31, warp = threadIdx.x >> 5;
  const int value = in[blockIdx.x * blockDim.x + threadIdx.x];
  const bool keep = value >= pivot;

  const unsigned int kept = __ballot_sync(0xffffffffu, keep);
  if (lane == 0) warp_totals[warp] = __popc(kept);
  __syncthreads();

  int offset = 0;
  for (int w = 0; w < warp; ++w) offset += warp_totals[w];
  const unsigned int before = kept & ~(0xffffffffu << lane);
  if (keep) out[blockIdx.x * blockDim.x + offset + __popc(before)] = value;

  const int total = __syncthreads_count(keep);
  if (threadIdx.x == 0) counts[blockIdx.x] = total;
}
