// <curand_kernel.h>: the device generators XORWOW and Philox, with the numbers that cuRAND's yield.
//
// XORWOW's linear part is skipped ahead by polynomials: n steps are the sum of those of its first
// 160 states that the coefficients of x^n modulo its characteristic polynomial name. The tables
// hold these for powers of two (computed by Berlekamp and Massey's algorithm from its recurrence).
#include "sim/lang/library/prelude.hpp"

namespace warplens::lang {
namespace {

constexpr std::string_view kCurandText = R"cuda(
#pragma once
struct curandStateXORWOW {
  unsigned d, v[5];
  int boxmuller_flag, boxmuller_flag_double;
  float boxmuller_extra;
  double boxmuller_extra_double;
};
typedef curandStateXORWOW curandState;
typedef curandStateXORWOW curandState_t;
typedef curandStateXORWOW curandStateXORWOW_t;
// 2^k steps, and 2^k sequences of 2^67 steps.
__constant__ const unsigned warplens_xorwow_steps[40][5] = {
  {0x00000002u, 0x00000000u, 0x00000000u, 0x00000000u, 0x00000000u},
  {0x00000004u, 0x00000000u, 0x00000000u, 0x00000000u, 0x00000000u},
  {0x00000010u, 0x00000000u, 0x00000000u, 0x00000000u, 0x00000000u},
  {0x00000100u, 0x00000000u, 0x00000000u, 0x00000000u, 0x00000000u},
  {0x00010000u, 0x00000000u, 0x00000000u, 0x00000000u, 0x00000000u},
  {0x00000000u, 0x00000001u, 0x00000000u, 0x00000000u, 0x00000000u},
  {0x00000000u, 0x00000000u, 0x00000001u, 0x00000000u, 0x00000000u},
  {0x00000000u, 0x00000000u, 0x00000000u, 0x00000000u, 0x00000001u},
  {0xbebd3534u, 0x7064f5bcu, 0x20be29ebu, 0x536d5b32u, 0x063a0069u},
  {0x9df022beu, 0x4c2ee09fu, 0x0939c7c8u, 0xe711c2f8u, 0xc6f135aeu},
  {0xed64ec08u, 0xafc48684u, 0xd81c59eeu, 0x1640314fu, 0x2bf0ccefu},
  {0x16ade0a0u, 0x3ff6a2d3u, 0x4746bd83u, 0x2e65a497u, 0x263e40a4u},
  {0x9d10e028u, 0xee56d79cu, 0xfb1b3286u, 0x0f747418u, 0x26f9476du},
  {0x284e9f80u, 0x95328d41u, 0x97ec0360u, 0x1e655d95u, 0x60a9306fu},
  {0x3f490634u, 0x9ae593fcu, 0x1a95bb6bu, 0xda10a3fcu, 0xa3abaf54u},
  {0xa80ecea0u, 0x392ca981u, 0x191e801eu, 0xceb66042u, 0x2f4edc3fu},
  {0xfb9680e9u, 0xbdaba0b2u, 0x3986540fu, 0x23fe6cccu, 0x0994e82fu},
  {0x4d53badbu, 0x3e30e97du, 0x19abbaf6u, 0x5cd52f87u, 0x98663641u},
  {0x32da6db4u, 0x80135829u, 0x3abd4734u, 0x2060c3f9u, 0x38b2dd97u},
  {0xbd3a57bdu, 0x066101a8u, 0x0b4f188eu, 0x16890623u, 0x8bf58771u},
  {0x0c5b636fu, 0x4407a814u, 0x60204515u, 0x5bd4dbd2u, 0x2509eeb5u},
  {0xa87f2bfeu, 0x0143dfcbu, 0x4b5142bau, 0xfd21a24bu, 0x3dac4527u},
  {0x21e9179du, 0x2b57aa94u, 0x5f06e1fcu, 0x6735dc98u, 0x9aa0181fu},
  {0x4a85a684u, 0x2ff777f0u, 0x8e58b0edu, 0xd4e84a39u, 0x6d37f6a0u},
  {0x793adf2bu, 0x3d3e75c8u, 0x0b091758u, 0x9deb3f50u, 0xbcd116ecu},
  {0x89c7a15du, 0x43629d41u, 0x8a870ba5u, 0xa7916f56u, 0x9db15489u},
  {0xfa8fc346u, 0x694921b1u, 0xf2bd4c48u, 0x8b05ae1bu, 0x2de7aee2u},
  {0xbc1bc6b9u, 0xd73ea395u, 0xfbdd753du, 0xe45dbacdu, 0x7b16eae0u},
  {0xf144e1f3u, 0xb9b4b3c4u, 0x8222f622u, 0x9072105au, 0x66083550u},
  {0xd88a6c5eu, 0x9ac20a72u, 0x209ef9a8u, 0xe8e4fd8au, 0x1ec855a5u},
  {0xbd734cf1u, 0x9254a905u, 0xfb38236du, 0x11e62fd3u, 0xf9e7d21eu},
  {0x8d333839u, 0x69fed6dfu, 0x79338fdeu, 0xa38a8714u, 0x0e538bcau},
  {0x943999e4u, 0xc05db913u, 0x4e4010f3u, 0x9b865d3du, 0x0fd64174u},
  {0x13da6451u, 0x4f1636fau, 0x6e523e62u, 0xac374f44u, 0x69a2e37fu},
  {0x19eb1bbbu, 0xbaea3750u, 0x0fa8f206u, 0xd49dd019u, 0x9b3bccafu},
  {0x013e4fc6u, 0x8fb0b988u, 0xbad0233bu, 0x63941ad7u, 0xf5f02d75u},
  {0xc97b5642u, 0x2ebac13du, 0xbfe04058u, 0x2c6a7132u, 0x576780a5u},
  {0x4add1023u, 0x5f64e54eu, 0xb0c250a8u, 0xcf4bd212u, 0x9a873149u},
  {0x0ac5eea9u, 0xa37bfcd3u, 0x790ec91du, 0xba339dbcu, 0xc83db5cdu},
  {0x67dd06cbu, 0xcbfe08ecu, 0xf64e2fa5u, 0x75fe23cfu, 0x0fc09983u}
};
__constant__ const unsigned warplens_xorwow_sequences[32][5] = {
  {0x26294934u, 0x77bbc248u, 0x1a87dad0u, 0x930052d4u, 0x947e6dd2u},
  {0x5f39c379u, 0x95e20ba6u, 0x20e9ff72u, 0x1244ce5eu, 0xe8fd228fu},
  {0xa7474d19u, 0x37c549e0u, 0x140877d2u, 0x24c43924u, 0xcd52ebecu},
  {0xe0360ec5u, 0xb1c96c24u, 0xdbb91766u, 0x666ff5dcu, 0xf19a7e52u},
  {0xfcc8f692u, 0x35aa698au, 0x04ebbf85u, 0x448304b0u, 0x082f3fd5u},
  {0x48c289bdu, 0xe851cf98u, 0x845ad581u, 0xfd70752au, 0x2c3e63f6u},
  {0xe502f5b3u, 0x77859d31u, 0x97e1cbb3u, 0xea09047au, 0x61d5f37eu},
  {0xb89326d0u, 0x5a8655a9u, 0xfb6e98f5u, 0x02102162u, 0x7e6fcf6fu},
  {0xb3a15db4u, 0xc6df3330u, 0x1a8be751u, 0xf1e4b221u, 0x6bb61c05u},
  {0x133de1d0u, 0x361e4422u, 0xc6131fcfu, 0xd9719f45u, 0x9658a164u},
  {0x19e2bee8u, 0xf8974218u, 0x4e65536au, 0xa2570336u, 0xe9b88082u},
  {0x7863644bu, 0x2a21ce84u, 0x112e86f1u, 0xed01ce0eu, 0xba143e84u},
  {0x0e2cae2eu, 0xd1011279u, 0x58923768u, 0x2bf650bau, 0xc985bcdau},
  {0x213a286au, 0x6596b510u, 0x6fc10eaeu, 0x38a13547u, 0x11c7749eu},
  {0x146281e7u, 0xa45b4452u, 0xafa8c695u, 0x74a0ac94u, 0x4b250e0au},
  {0x2306bc52u, 0x790f3b4cu, 0x2fe473b9u, 0xbc81d7c0u, 0x093efe98u},
  {0x89658c8bu, 0xf3914315u, 0xa73fe84bu, 0x3c5fadb6u, 0xadba8dd6u},
  {0x09e49814u, 0x09caf5edu, 0x6b2460d9u, 0x1b9981c1u, 0x2d1fefc3u},
  {0x82161afcu, 0x9bb13c55u, 0xfd20d7fbu, 0x306d90b9u, 0x92bf386fu},
  {0x96d32350u, 0x0e081864u, 0x69faa798u, 0xe7faecf5u, 0xf1f951beu},
  {0x3e9058c1u, 0x71da9705u, 0xe2cb1f2bu, 0x73456536u, 0xbd6501b6u},
  {0x990ffc6eu, 0xbfdd1b5du, 0xc83e520bu, 0xe972936au, 0xac79abb9u},
  {0xb1321eb5u, 0xb06d01a2u, 0x51532012u, 0x8fb59962u, 0x141d3b0bu},
  {0x3257dfe1u, 0xd8a3d601u, 0x3a58c735u, 0x845f36e4u, 0x0112c611u},
  {0xa0ffe9a4u, 0xf57be00eu, 0xe706880cu, 0x191211efu, 0xee5664fbu},
  {0x9a3385b8u, 0xc540c30au, 0xb241d1e0u, 0x00626569u, 0x6b355fe9u},
  {0xe129d45du, 0xac3e698bu, 0xd61f79fdu, 0x7a72a28bu, 0x7f4942beu},
  {0x612501bbu, 0xae7b767du, 0xaa66c165u, 0x09bfaf8eu, 0x3e55c16du},
  {0x874e26a7u, 0x33bc5a47u, 0xad95cba5u, 0x67651c39u, 0xf1f07dcau},
  {0xb5ed0732u, 0x30e7a573u, 0x5c056714u, 0x2304f8fau, 0xebc584e1u},
  {0x4b324c2eu, 0x2bdcc5a0u, 0x53eb4240u, 0xcac4fbc1u, 0x13e529e7u},
  {0xe1683e38u, 0xa2339994u, 0x7308a647u, 0xc7c3f0b1u, 0x4a3dcd33u}
};
__device__ inline void warplens_xorwow_step(unsigned* v) {
  const unsigned t = v[0] ^ v[0] >> 2;
  v[0] = v[1];
  v[1] = v[2];
  v[2] = v[3];
  v[3] = v[4];
  v[4] = v[4] ^ v[4] << 4 ^ (t ^ t << 1);
}
__device__ inline void warplens_xorwow_jump(unsigned* v, const unsigned* polynomial) {
  unsigned sum[5] = {0, 0, 0, 0, 0};
  for (int i = 0; i < 160; ++i) {
    const unsigned taken = 0u - (polynomial[i >> 5] >> (i & 31) & 1);
    for (int k = 0; k < 5; ++k) sum[k] ^= v[k] & taken;
    warplens_xorwow_step(v);
  }
  for (int k = 0; k < 5; ++k) v[k] = sum[k];
}
__device__ inline void skipahead(unsigned long long n, curandStateXORWOW* state) {
  for (int k = 0; k < 40 && n >> k != 0; ++k) {
    if (n >> k & 1) warplens_xorwow_jump(state->v, warplens_xorwow_steps[k]);
  }
  state->d += 362437u * (unsigned)n;
}
__device__ inline void skipahead_sequence(unsigned long long n, curandStateXORWOW* state) {
  for (int k = 0; k < 32 && n >> k != 0; ++k) {
    if (n >> k & 1) warplens_xorwow_jump(state->v, warplens_xorwow_sequences[k]);
  }
}
__device__ inline void curand_init(unsigned long long seed, unsigned long long sequence, unsigned long long offset, curandStateXORWOW* state) {
  const unsigned s0 = (unsigned)seed ^ 0xaad26b49u, s1 = (unsigned)(seed >> 32) ^ 0xf7dcefddu;
  const unsigned t0 = 1099087573u * s0, t1 = 2591861531u * s1;
  state->d = 6615241u + t1 + t0;
  state->v[0] = 123456789u + t0;
  state->v[1] = 362436069u ^ t0;
  state->v[2] = 521288629u + t1;
  state->v[3] = 88675123u ^ t1;
  state->v[4] = 5783321u + t0;
  skipahead_sequence(sequence, state);
  skipahead(offset, state);
  state->boxmuller_flag = 0;
  state->boxmuller_flag_double = 0;
  state->boxmuller_extra = 0;
  state->boxmuller_extra_double = 0;
}
__device__ inline unsigned curand(curandStateXORWOW* state) {
  warplens_xorwow_step(state->v);
  state->d += 362437u;
  return state->v[4] + state->d;
}

struct curandStatePhilox4_32_10 {
  uint4 ctr, output;
  uint2 key;
  unsigned STATE;
  int boxmuller_flag, boxmuller_flag_double;
  float boxmuller_extra;
  double boxmuller_extra_double;
};
typedef curandStatePhilox4_32_10 curandStatePhilox4_32_10_t;
__device__ inline uint4 curand_Philox4x32_10(uint4 c, uint2 k) {
  for (int round = 0; round < 10; ++round) {
    const unsigned high0 = __umulhi(0xd2511f53u, c.x), low0 = 0xd2511f53u * c.x;
    const unsigned high1 = __umulhi(0xcd9e8d57u, c.z), low1 = 0xcd9e8d57u * c.z;
    c = make_uint4(high1 ^ c.y ^ k.x, low1, high0 ^ c.w ^ k.y, low0);
    k.x += 0x9e3779b9u;
    k.y += 0xbb67ae85u;
  }
  return c;
}
__device__ inline void warplens_philox_add(curandStatePhilox4_32_10* state, unsigned long long n) {
  const unsigned long long low = (unsigned long long)state->ctr.y << 32 | state->ctr.x;
  const unsigned long long sum = low + n;
  state->ctr.x = (unsigned)sum;
  state->ctr.y = (unsigned)(sum >> 32);
  if (sum < low && ++state->ctr.z == 0) ++state->ctr.w;
}
__device__ inline void skipahead(unsigned long long n, curandStatePhilox4_32_10* state) {
  state->STATE += (unsigned)(n & 3);
  n /= 4;
  if (state->STATE > 3) {
    n += 1;
    state->STATE -= 4;
  }
  warplens_philox_add(state, n);
  state->output = curand_Philox4x32_10(state->ctr, state->key);
}
__device__ inline void skipahead_sequence(unsigned long long n, curandStatePhilox4_32_10* state) {
  const unsigned long long high = ((unsigned long long)state->ctr.w << 32 | state->ctr.z) + n;
  state->ctr.z = (unsigned)high;
  state->ctr.w = (unsigned)(high >> 32);
  state->output = curand_Philox4x32_10(state->ctr, state->key);
}
__device__ inline void curand_init(unsigned long long seed, unsigned long long sequence, unsigned long long offset, curandStatePhilox4_32_10* state) {
  state->ctr = make_uint4(0, 0, 0, 0);
  state->key = make_uint2((unsigned)seed, (unsigned)(seed >> 32));
  state->STATE = 0;
  state->boxmuller_flag = 0;
  state->boxmuller_flag_double = 0;
  state->boxmuller_extra = 0;
  state->boxmuller_extra_double = 0;
  skipahead_sequence(sequence, state);
  skipahead(offset, state);
}
__device__ inline unsigned curand(curandStatePhilox4_32_10* state) {
  const unsigned at = state->STATE++;
  const unsigned drawn = at == 0 ? state->output.x : at == 1 ? state->output.y : at == 2 ? state->output.z : state->output.w;
  if (state->STATE == 4) {
    warplens_philox_add(state, 1);
    state->output = curand_Philox4x32_10(state->ctr, state->key);
    state->STATE = 0;
  }
  return drawn;
}
__device__ inline uint4 curand4(curandStatePhilox4_32_10* state) {
  const uint4 old = state->output;
  warplens_philox_add(state, 1);
  state->output = curand_Philox4x32_10(state->ctr, state->key);
  const uint4 next = state->output;
  switch (state->STATE) {
    case 0: return old;
    case 1: return make_uint4(old.y, old.z, old.w, next.x);
    case 2: return make_uint4(old.z, old.w, next.x, next.y);
    default: return make_uint4(old.w, next.x, next.y, next.z);
  }
}

__device__ inline float _curand_uniform(unsigned x) { return x * 2.3283064e-10f + 2.3283064e-10f / 2.0f; }
__device__ inline double _curand_uniform_double_hq(unsigned x, unsigned y) {
  const unsigned long long bits = (unsigned long long)x ^ (unsigned long long)y << 21;
  return bits * 1.1102230246251565e-16 + 1.1102230246251565e-16 / 2.0;
}
__device__ inline float2 _curand_box_muller(unsigned x, unsigned y) {
  const float u = x * 2.3283064e-10f + 2.3283064e-10f / 2.0f;
  const float angle = y * (2.3283064e-10f * 6.2831855f) + 2.3283064e-10f * 6.2831855f / 2.0f;
  const float size = sqrtf(-2.0f * logf(u));
  float2 pair;
  sincosf(angle, &pair.x, &pair.y);
  pair.x *= size;
  pair.y *= size;
  return pair;
}
__device__ inline double2 _curand_box_muller_double(unsigned x0, unsigned x1, unsigned y0, unsigned y1) {
  const double u = _curand_uniform_double_hq(x0, x1);
  const unsigned long long bits = (unsigned long long)y0 ^ (unsigned long long)y1 << 21;
  const double angle = bits * (1.1102230246251565e-16 * 2.0) + 1.1102230246251565e-16;
  const double size = sqrt(-2.0 * log(u));
  double2 pair;
  sincospi(angle, &pair.x, &pair.y);
  pair.x *= size;
  pair.y *= size;
  return pair;
}
#define WARPLENS_RANDOM(State)                                                                      \
  __device__ inline float curand_uniform(State* state) { return _curand_uniform(curand(state)); }   \
  __device__ inline double curand_uniform_double(State* state) {                                    \
    const unsigned x = curand(state);                                                               \
    const unsigned y = curand(state);                                                               \
    return _curand_uniform_double_hq(x, y);                                                         \
  }                                                                                                 \
  __device__ inline float2 curand_normal2(State* state) {                                           \
    const unsigned x = curand(state);                                                               \
    const unsigned y = curand(state);                                                               \
    return _curand_box_muller(x, y);                                                                \
  }                                                                                                 \
  __device__ inline float curand_normal(State* state) {                                             \
    if (state->boxmuller_flag != 1) {                                                               \
      const float2 pair = curand_normal2(state);                                                    \
      state->boxmuller_extra = pair.y;                                                              \
      state->boxmuller_flag = 1;                                                                    \
      return pair.x;                                                                                \
    }                                                                                               \
    state->boxmuller_flag = 0;                                                                      \
    return state->boxmuller_extra;                                                                  \
  }                                                                                                 \
  __device__ inline double2 curand_normal2_double(State* state) {                                   \
    const unsigned x0 = curand(state);                                                              \
    const unsigned x1 = curand(state);                                                              \
    const unsigned y0 = curand(state);                                                              \
    const unsigned y1 = curand(state);                                                              \
    return _curand_box_muller_double(x0, x1, y0, y1);                                               \
  }                                                                                                 \
  __device__ inline double curand_normal_double(State* state) {                                     \
    if (state->boxmuller_flag_double != 1) {                                                        \
      const double2 pair = curand_normal2_double(state);                                            \
      state->boxmuller_extra_double = pair.y;                                                       \
      state->boxmuller_flag_double = 1;                                                             \
      return pair.x;                                                                                \
    }                                                                                               \
    state->boxmuller_flag_double = 0;                                                               \
    return state->boxmuller_extra_double;                                                           \
  }                                                                                                 \
  __device__ inline float curand_log_normal(State* state, float mean, float deviation) {            \
    return expf(mean + deviation * curand_normal(state));                                           \
  }
WARPLENS_RANDOM(curandStateXORWOW)
WARPLENS_RANDOM(curandStatePhilox4_32_10)
#undef WARPLENS_RANDOM
__device__ inline float4 curand_uniform4(curandStatePhilox4_32_10* state) {
  const uint4 x = curand4(state);
  return make_float4(_curand_uniform(x.x), _curand_uniform(x.y), _curand_uniform(x.z), _curand_uniform(x.w));
}
__device__ inline float4 curand_normal4(curandStatePhilox4_32_10* state) {
  const uint4 x = curand4(state);
  const float2 a = _curand_box_muller(x.x, x.y), b = _curand_box_muller(x.z, x.w);
  return make_float4(a.x, a.y, b.x, b.y);
}
)cuda";

}  // namespace

std::string_view curand_text() {
  return kCurandText;
}

}  // namespace warplens::lang
