// warplens: --grid 11 --block 24 --arg table=float[30][96]:iota --arg tokens=int[11]:values=4,0,29,7,7,12,3,28,1,0,19 --arg out=float[11][96]:none --arg dim=96
//
// Looks up one row of a table a block. The row is copied as float4: one request moves 16 bytes a lane,
// and the rows' addresses depend on the data.

__global__ void embedding_gather(const float* table, const int* tokens, float* out, int dim) {
  const int token = tokens[blockIdx.x];
  const float4* from = reinterpret_cast<const float4*>(table + token * dim);
  float4* to = reinterpret_cast<float4*>(out + blockIdx.x * dim);
  for (int i = threadIdx.x; i < dim / 4; i += blockDim.x) to[i] = from[i];
}
