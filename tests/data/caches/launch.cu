// Launches every row of cases.csv once, in its order, on arrays of zeros. Compiled and run under
// Nsight Compute by measure.sh.
//
//     launch cases.csv
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <map>
#include <sstream>
#include <string>
#include <vector>

#include "kernels.cu"

using Kernel = void (*)(const float*, const float*, float*, int, int);

#define NAMED(kernel) \
  { #kernel, kernel }
const std::map<std::string, Kernel> kKernels = {
    NAMED(matmul_naive),     NAMED(matmul_tiled),    NAMED(copy_row),     NAMED(copy_column),
    NAMED(transpose_direct), NAMED(transpose_tiled), NAMED(read_strided), NAMED(read_by_block),
    NAMED(read_by_grid),     NAMED(sum_rows),        NAMED(stencil),      NAMED(gather),
    NAMED(histogram)};

void check(cudaError_t error) {
  if (error == cudaSuccess) return;
  std::fprintf(stderr, "%s\n", cudaGetErrorString(error));
  std::exit(1);
}

float* zeros(const std::string& count) {
  const size_t bytes = std::stoul(count) * sizeof(float);
  float* array = nullptr;
  check(cudaMalloc(&array, bytes));
  check(cudaMemset(array, 0, bytes));
  return array;
}

int main(int count, char** words) {
  std::ifstream file(count > 1 ? words[1] : "cases.csv");
  std::string line;
  std::getline(file, line);  // the heads
  while (std::getline(file, line)) {
    std::vector<std::string> fields;
    std::istringstream in(line);
    for (std::string field; std::getline(in, field, ',');) fields.push_back(field);
    if (fields.size() != 11) {
      std::fprintf(stderr, "not 11 fields: %s\n", line.c_str());
      return 1;
    }
    const auto number = [&](int i) { return std::atoi(fields[i].c_str()); };
    float *a = zeros(fields[6]), *b = zeros(fields[7]), *c = zeros(fields[8]);
    const dim3 grid(number(2), number(3)), block(number(4), number(5));
    kKernels.at(fields[1])<<<grid, block>>>(a, b, c, number(9), number(10));
    check(cudaGetLastError());
    check(cudaDeviceSynchronize());
    for (float* array : {a, b, c}) check(cudaFree(array));
  }
  return 0;
}
