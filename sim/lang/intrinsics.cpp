#include "sim/lang/intrinsics.hpp"

namespace warplens::lang {
namespace {

using Op = IntrinsicOp;

// The fast __expf-like intrinsics compute here what their exact namesakes do: their error is the
// hardware's own.
std::vector<Intrinsic> make_table() {
  std::vector<Intrinsic> table{
      {"__syncthreads", Op::kSyncThreads, ":v"},
      {"atomicAdd", Op::kAtomicAdd, "pi:i"},
      {"atomicAdd", Op::kAtomicAdd, "pu:u"},
      {"atomicAdd", Op::kAtomicAdd, "pm:m"},
      {"atomicAdd", Op::kAtomicAdd, "pf:f"},
      {"atomicAdd", Op::kAtomicAdd, "pd:d"},
      {"min", Op::kMin, "ii:i"},
      {"min", Op::kMin, "uu:u"},
      {"min", Op::kMin, "ll:l"},
      {"min", Op::kMin, "mm:m"},
      {"min", Op::kMin, "ff:f"},
      {"min", Op::kMin, "dd:d"},
      {"max", Op::kMax, "ii:i"},
      {"max", Op::kMax, "uu:u"},
      {"max", Op::kMax, "ll:l"},
      {"max", Op::kMax, "mm:m"},
      {"max", Op::kMax, "ff:f"},
      {"max", Op::kMax, "dd:d"},
      {"umin", Op::kMin, "uu:u"},
      {"umax", Op::kMax, "uu:u"},
      {"llmin", Op::kMin, "ll:l"},
      {"llmax", Op::kMax, "ll:l"},
      {"fminf", Op::kMin, "ff:f"},
      {"fmaxf", Op::kMax, "ff:f"},
      {"fmin", Op::kMin, "ff:f"},
      {"fmin", Op::kMin, "dd:d"},
      {"fmax", Op::kMax, "ff:f"},
      {"fmax", Op::kMax, "dd:d"},
      {"abs", Op::kAbs, "i:i"},
      {"abs", Op::kAbs, "l:l"},
      {"abs", Op::kAbs, "f:f"},
      {"abs", Op::kAbs, "d:d"},
      {"labs", Op::kAbs, "l:l"},
      {"llabs", Op::kAbs, "l:l"},
      {"fabsf", Op::kAbs, "f:f"},
      {"fabs", Op::kAbs, "f:f"},
      {"fabs", Op::kAbs, "d:d"},
      {"fmaf", Op::kFma, "fff:f"},
      {"__fmaf_rn", Op::kFma, "fff:f"},
      {"fma", Op::kFma, "fff:f"},
      {"fma", Op::kFma, "ddd:d"},
      {"__fma_rn", Op::kFma, "ddd:d"},
      {"rsqrtf", Op::kRsqrt, "f:f"},
      {"__frsqrt_rn", Op::kRsqrt, "f:f"},
      {"rsqrt", Op::kRsqrt, "f:f"},
      {"rsqrt", Op::kRsqrt, "d:d"},
      {"__fsqrt_rn", Op::kSqrt, "f:f"},
      {"__expf", Op::kExp, "f:f"},
      {"__exp2f", Op::kExp2, "f:f"},
      {"exp2f", Op::kExp2, "f:f"},
      {"__logf", Op::kLog, "f:f"},
      {"__log2f", Op::kLog2, "f:f"},
      {"__log10f", Op::kLog10, "f:f"},
      {"__powf", Op::kPow, "ff:f"},
      {"__sinf", Op::kSin, "f:f"},
      {"__cosf", Op::kCos, "f:f"},
      {"__tanf", Op::kTan, "f:f"},
      {"isnan", Op::kIsNan, "f:b"},
      {"isnan", Op::kIsNan, "d:b"},
      {"isinf", Op::kIsInf, "f:b"},
      {"isinf", Op::kIsInf, "d:b"},
  };
  // Families of <cmath>: namef(float), name(float), name(double).
  struct Family {
    std::string_view single, name;
    Op op;
    bool is_binary;
  };
  const std::vector<Family> families{
      {"sqrtf", "sqrt", Op::kSqrt, false},
      {"expf", "exp", Op::kExp, false},
      {"", "exp2", Op::kExp2, false},
      {"logf", "log", Op::kLog, false},
      {"log2f", "log2", Op::kLog2, false},
      {"log10f", "log10", Op::kLog10, false},
      {"powf", "pow", Op::kPow, true},
      {"sinf", "sin", Op::kSin, false},
      {"cosf", "cos", Op::kCos, false},
      {"tanf", "tan", Op::kTan, false},
      {"tanhf", "tanh", Op::kTanh, false},
      {"floorf", "floor", Op::kFloor, false},
      {"ceilf", "ceil", Op::kCeil, false},
      {"roundf", "round", Op::kRound, false},
      {"truncf", "trunc", Op::kTrunc, false},
      {"rintf", "rint", Op::kRint, false},
      {"nearbyintf", "nearbyint", Op::kRint, false},
      {"fmodf", "fmod", Op::kFmod, true},
      {"hypotf", "hypot", Op::kHypot, true},
      {"cbrtf", "cbrt", Op::kCbrt, false},
      {"erff", "erf", Op::kErf, false},
      {"atanf", "atan", Op::kAtan, false},
      {"atan2f", "atan2", Op::kAtan2, true},
      {"asinf", "asin", Op::kAsin, false},
      {"acosf", "acos", Op::kAcos, false},
      {"sinhf", "sinh", Op::kSinh, false},
      {"coshf", "cosh", Op::kCosh, false},
  };
  for (const Family& family : families) {
    const std::string_view of_float = family.is_binary ? "ff:f" : "f:f";
    if (!family.single.empty()) table.push_back({family.single, family.op, of_float});
    table.push_back({family.name, family.op, of_float});
    table.push_back({family.name, family.op, family.is_binary ? "dd:d" : "d:d"});
  }
  return table;
}

const std::vector<Intrinsic> kTable = make_table();

}  // namespace

const std::vector<Intrinsic>& intrinsics() {
  return kTable;
}

}  // namespace warplens::lang
