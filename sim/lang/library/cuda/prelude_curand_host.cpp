// <curand.h>: cuRAND's host API with its default generator, XORWOW in its default order. 4,096
// threads have a sequence each and take turns, from one call to the next (measured with
// cuRAND 13.0: the number n of a generator is sequence n mod 4096's number n / 4096; a double takes
// two numbers of its thread, a pair of normal ones two or four). The kernels' names are cuRAND's.
#include "sim/lang/library/prelude.hpp"

namespace warplens::lang {

std::string_view curand_host_text() {
  static constexpr std::string_view kText = R"cuda(
#pragma once
#include <curand_kernel.h>
typedef enum curandStatus {
  CURAND_STATUS_SUCCESS = 0, CURAND_STATUS_VERSION_MISMATCH = 100, CURAND_STATUS_NOT_INITIALIZED = 101,
  CURAND_STATUS_ALLOCATION_FAILED = 102, CURAND_STATUS_TYPE_ERROR = 103, CURAND_STATUS_OUT_OF_RANGE = 104,
  CURAND_STATUS_LENGTH_NOT_MULTIPLE = 105, CURAND_STATUS_DOUBLE_PRECISION_REQUIRED = 106,
  CURAND_STATUS_LAUNCH_FAILURE = 201, CURAND_STATUS_PREEXISTING_FAILURE = 202,
  CURAND_STATUS_INITIALIZATION_FAILED = 203, CURAND_STATUS_ARCH_MISMATCH = 204, CURAND_STATUS_INTERNAL_ERROR = 999
} curandStatus_t;
typedef enum curandRngType {
  CURAND_RNG_TEST = 0, CURAND_RNG_PSEUDO_DEFAULT = 100, CURAND_RNG_PSEUDO_XORWOW = 101,
  CURAND_RNG_PSEUDO_MRG32K3A = 121, CURAND_RNG_PSEUDO_MTGP32 = 141, CURAND_RNG_PSEUDO_MT19937 = 142,
  CURAND_RNG_PSEUDO_PHILOX4_32_10 = 161, CURAND_RNG_QUASI_DEFAULT = 200, CURAND_RNG_QUASI_SOBOL32 = 201,
  CURAND_RNG_QUASI_SCRAMBLED_SOBOL32 = 202, CURAND_RNG_QUASI_SOBOL64 = 203, CURAND_RNG_QUASI_SCRAMBLED_SOBOL64 = 204
} curandRngType_t;
typedef enum curandOrdering {
  CURAND_ORDERING_PSEUDO_BEST = 100, CURAND_ORDERING_PSEUDO_DEFAULT = 101, CURAND_ORDERING_PSEUDO_SEEDED = 102,
  CURAND_ORDERING_PSEUDO_LEGACY = 103, CURAND_ORDERING_PSEUDO_DYNAMIC = 104, CURAND_ORDERING_QUASI_DEFAULT = 201
} curandOrdering_t;
// A thread's state, and how many numbers it has drawn.
struct warplens_sequence {
  curandStateXORWOW state;
  unsigned long long drawn;
};
struct curandGenerator_st {
  warplens_sequence* sequences;
  unsigned long long seed;
  unsigned next;  // the thread whose turn it is
  bool is_on_host, is_seeded;
  cudaStream_t stream;
};
typedef struct curandGenerator_st* curandGenerator_t;
__global__ void generate_seed_pseudo(warplens_sequence* sequences, unsigned long long seed) {
  warplens_sequence& own = sequences[blockIdx.x * blockDim.x + threadIdx.x];
  curand_init(seed, blockIdx.x * blockDim.x + threadIdx.x, own.drawn, &own.state);
}
__global__ void warplens_place_sequences(warplens_sequence* sequences, unsigned long long offset) {
  const unsigned thread = blockIdx.x * blockDim.x + threadIdx.x;
  sequences[thread].drawn = offset / 4096 + (thread < offset % 4096 ? 1 : 0);
}
struct warplens_draw_bits {
  static constexpr int kDraws = 1, kResults = 1;
  __device__ void operator()(unsigned* to, curandStateXORWOW* state) const { *to = curand(state); }
};
struct warplens_draw_uniform {
  static constexpr int kDraws = 1, kResults = 1;
  __device__ void operator()(float* to, curandStateXORWOW* state) const { *to = curand_uniform(state); }
};
struct warplens_draw_uniform_double {
  static constexpr int kDraws = 2, kResults = 1;
  __device__ void operator()(double* to, curandStateXORWOW* state) const { *to = curand_uniform_double(state); }
};
struct warplens_draw_normal {
  static constexpr int kDraws = 2, kResults = 2;
  float mean, deviation;
  bool is_log;
  __device__ void operator()(float* to, curandStateXORWOW* state) const {
    const float2 pair = curand_normal2(state);
    const float x = pair.x * deviation + mean, y = pair.y * deviation + mean;
    to[0] = is_log ? expf(x) : x;
    to[1] = is_log ? expf(y) : y;
  }
};
struct warplens_draw_normal_double {
  static constexpr int kDraws = 4, kResults = 2;
  double mean, deviation;
  bool is_log;
  __device__ void operator()(double* to, curandStateXORWOW* state) const {
    const double2 pair = curand_normal2_double(state);
    const double x = pair.x * deviation + mean, y = pair.y * deviation + mean;
    to[0] = is_log ? exp(x) : x;
    to[1] = is_log ? exp(y) : y;
  }
};
template <class T, class Draw>
__global__ void gen_sequenced(warplens_sequence* sequences, T* to, size_t count, unsigned next, Draw draw) {
  const unsigned thread = blockIdx.x * blockDim.x + threadIdx.x;
  warplens_sequence& own = sequences[thread];
  for (size_t i = (thread - next) & 4095; i < count; i += 4096) {
    draw(to + i * Draw::kResults, &own.state);
    own.drawn += Draw::kDraws;
  }
}
template <class T, class Draw>
inline curandStatus_t warplens_generate(curandGenerator_t generator, T* to, size_t count, const Draw& draw) {
  if (generator == nullptr) return CURAND_STATUS_NOT_INITIALIZED;
  if (count % Draw::kResults != 0) return CURAND_STATUS_LENGTH_NOT_MULTIPLE;
  if (!generator->is_seeded) generate_seed_pseudo<<<64, 64, 0, generator->stream>>>(generator->sequences, generator->seed);
  generator->is_seeded = true;
  const size_t turns = count / Draw::kResults;
  T* made = to;
  if (generator->is_on_host && cudaMalloc(&made, count * sizeof(T)) != cudaSuccess) return CURAND_STATUS_ALLOCATION_FAILED;
  gen_sequenced<<<64, 64, 0, generator->stream>>>(generator->sequences, made, turns, generator->next, draw);
  generator->next = (generator->next + turns) & 4095;
  if (generator->is_on_host) {
    cudaMemcpy(to, made, count * sizeof(T), cudaMemcpyDeviceToHost);
    cudaFree(made);
  }
  return cudaPeekAtLastError() == cudaSuccess ? CURAND_STATUS_SUCCESS : CURAND_STATUS_LAUNCH_FAILURE;
}
inline curandStatus_t curandCreateGenerator(curandGenerator_t* generator, curandRngType_t type) {
  if (type != CURAND_RNG_PSEUDO_DEFAULT && type != CURAND_RNG_PSEUDO_XORWOW)
    warplens_not_supported("a generator of cuRAND's host API other than XORWOW");
  *generator = (curandGenerator_t)calloc(1, sizeof(curandGenerator_st));
  if (cudaMalloc(&(*generator)->sequences, 4096 * sizeof(warplens_sequence)) != cudaSuccess)
    return CURAND_STATUS_ALLOCATION_FAILED;
  cudaMemset((*generator)->sequences, 0, 4096 * sizeof(warplens_sequence));
  return CURAND_STATUS_SUCCESS;
}
inline curandStatus_t curandCreateGeneratorHost(curandGenerator_t* generator, curandRngType_t type) {
  const curandStatus_t status = curandCreateGenerator(generator, type);
  (*generator)->is_on_host = true;
  return status;
}
inline curandStatus_t curandDestroyGenerator(curandGenerator_t generator) {
  if (generator == nullptr) return CURAND_STATUS_NOT_INITIALIZED;
  cudaFree(generator->sequences);
  free(generator);
  return CURAND_STATUS_SUCCESS;
}
inline curandStatus_t curandSetPseudoRandomGeneratorSeed(curandGenerator_t generator, unsigned long long seed) {
  generator->seed = seed;
  generator->is_seeded = false;
  return CURAND_STATUS_SUCCESS;
}
// The next result is the one behind so many numbers of the start.
inline curandStatus_t curandSetGeneratorOffset(curandGenerator_t generator, unsigned long long offset) {
  if (generator == nullptr) return CURAND_STATUS_NOT_INITIALIZED;
  warplens_place_sequences<<<64, 64>>>(generator->sequences, offset);
  generator->next = offset % 4096;
  generator->is_seeded = false;
  return CURAND_STATUS_SUCCESS;
}
inline curandStatus_t curandSetStream(curandGenerator_t generator, cudaStream_t stream) {
  generator->stream = stream;
  return CURAND_STATUS_SUCCESS;
}
inline curandStatus_t curandSetGeneratorOrdering(curandGenerator_t generator, curandOrdering_t order) {
  if (order == CURAND_ORDERING_PSEUDO_SEEDED || order == CURAND_ORDERING_PSEUDO_DYNAMIC)
    warplens_not_supported("an order of cuRAND's host API other than the default one");
  return CURAND_STATUS_SUCCESS;
}
inline curandStatus_t curandGenerateSeeds(curandGenerator_t generator) { return CURAND_STATUS_SUCCESS; }
inline curandStatus_t curandGetVersion(int* version) {
  *version = 10400;
  return CURAND_STATUS_SUCCESS;
}
inline curandStatus_t curandGenerate(curandGenerator_t generator, unsigned* to, size_t count) {
  return warplens_generate(generator, to, count, warplens_draw_bits{});
}
inline curandStatus_t curandGenerateUniform(curandGenerator_t generator, float* to, size_t count) {
  return warplens_generate(generator, to, count, warplens_draw_uniform{});
}
inline curandStatus_t curandGenerateUniformDouble(curandGenerator_t generator, double* to, size_t count) {
  return warplens_generate(generator, to, count, warplens_draw_uniform_double{});
}
inline curandStatus_t curandGenerateNormal(curandGenerator_t generator, float* to, size_t count, float mean, float deviation) {
  return warplens_generate(generator, to, count, warplens_draw_normal{mean, deviation, false});
}
inline curandStatus_t curandGenerateNormalDouble(curandGenerator_t generator, double* to, size_t count, double mean, double deviation) {
  return warplens_generate(generator, to, count, warplens_draw_normal_double{mean, deviation, false});
}
inline curandStatus_t curandGenerateLogNormal(curandGenerator_t generator, float* to, size_t count, float mean, float deviation) {
  return warplens_generate(generator, to, count, warplens_draw_normal{mean, deviation, true});
}
inline curandStatus_t curandGenerateLogNormalDouble(curandGenerator_t generator, double* to, size_t count, double mean, double deviation) {
  return warplens_generate(generator, to, count, warplens_draw_normal_double{mean, deviation, true});
}
)cuda";
  return kText;
}

bool needs_curand_host_text(std::string_view text) {
  return text.find("curandGenerator_t") != std::string_view::npos;
}

}  // namespace warplens::lang
