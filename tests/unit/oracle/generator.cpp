#include "generator.hpp"

#include <random>
#include <vector>

namespace warplens::oracle {
namespace {

class Generator {
 public:
  Generator(const std::function<uint32_t()>& next_number, bool uses_functions)
      : next_number_(next_number), uses_functions_(uses_functions) {}

  std::string kernel() {
    std::string text;
    if (uses_functions_) text += functions();
    text += "__global__ void k(int* out, const int* in, float4* wide, int n) {\n";
    text += "  __shared__ int s[128];\n  __shared__ float4 q[32];\n  int m[8] = {3, 1, 4, 1, 5};\n";
    text += "#define offset(place) (unsigned)__cvta_generic_to_shared(&(place))\n";
    text += "  const int t = threadIdx.x + threadIdx.y * blockDim.x;\n";
    text += "  const int g = t + blockIdx.x * blockDim.x * blockDim.y;\n";
    text += "  int a = in[g & 511], b = t * 7 + 1, c = n;\n";
    if (uses_functions_) {
      text += "  Pair p = {a, b};\n  float4 v = make_float4(1, 2, 3, t);\n";
      text +=
          "  __shared__ unsigned long long word, bulk_word;\n  int phase = 0, bulk_phase = 0;\n";
      text += "  __shared__ __align__(128) int z[256];\n";
      text += "  const unsigned bar = offset(word), all = blockDim.x * blockDim.y;\n";
      text += "  const unsigned bulk = offset(bulk_word);\n";
      text +=
          "  if (t == 0) { warplens_mbarrier_init(bar, all); warplens_mbarrier_init(bulk, 1); }\n";
    }
    text += "  s[t & 127] = a;\n  if (t < 32) q[t] = wide[t];\n  __syncthreads();\n";
    text += body(3, 1, true, false);
    text += "  __syncthreads();\n  out[g & 1023] = a ^ b ^ c ^ s[(t * 5) & 127] ^ m[t & 7];\n";
    if (uses_functions_) text += "  wide[g & 127] = v;\n  out[(g + 512) & 1023] += p.x - p.y;\n";
    return text + "}\n";
  }

 private:
  uint32_t pick(uint32_t count) { return next_number_() % count; }
  std::string one_of(const std::vector<std::string>& words) {
    return words[pick(static_cast<uint32_t>(words.size()))];
  }
  std::string number() { return std::to_string(pick(17)); }
  std::string variable() { return one_of({"a", "b", "c"}); }
  static std::string indent(int level) { return std::string(static_cast<size_t>(level) * 2, ' '); }

  std::string functions() {
    const std::string bound = std::to_string(pick(5) + 2);
    return "struct Pair { int x, y; };\n"
           "__device__ int turn(int x, int y) {\n  if ((x & 3) == 0) return y;\n"
           "  for (int i = 0; i < " +
           bound + "; ++i) {\n    if (((x >> i) & 7) == 5) return x + i;\n    y += x ^ i;\n  }\n" +
           "  return y;\n}\n"
           "__device__ void trade(int& x, int& y) { int old = x; x = y; y = old; }\n"
           "__device__ Pair both(Pair p, int k) { p.x += k; p.y ^= p.x; return p; }\n"
           "template <int STEP> __device__ int walk(const int* from, int at) {\n"
           "  int sum = 0;\n  for (int i = 0; i < 3; ++i) sum += from[(at + i * STEP) & 127];\n"
           "  return sum;\n}\n";
  }

  std::string value(int depth) {
    if (depth == 0) {
      const std::vector<std::string> leaves{"a", "b", "c", "t", "g", "n", number()};
      return one_of(leaves);
    }
    const std::string x = value(depth - 1), y = value(depth - 1);
    switch (pick(uses_functions_ ? 18 : 14)) {
      case 0:
        return "(" + x + " + " + y + ")";
      case 1:
        return "(" + x + " - " + y + ")";
      case 2:
        return "(" + x + " * " + number() + ")";
      case 3:
        return "(" + x + " / (" + y + " | 1))";
      case 4:
        return "(" + x + " % 13)";
      case 5:
        return "(" + x + " ^ " + y + ")";
      case 6:
        return "(" + x + " & " + y + ")";
      case 7:
        return "(" + x + " >> " + std::to_string(pick(5)) + ")";
      case 8:
        return "(" + condition(depth - 1) + " ? " + x + " : " + y + ")";
      case 9:
        return "s[(" + x + ") & 127]";
      case 10:
        return "in[(" + x + ") & 511]";
      case 11:
        return "m[(" + x + ") & 7]";
      case 12:
        return "(int)(" + x + " * 0.5f)";
      case 13:
        return "min(" + x + ", " + y + ")";
      case 14:
        return "turn(" + x + ", " + y + ")";
      case 15:
        return "walk<" + std::to_string(pick(4) + 1) + ">(s, " + x + ")";
      case 16:
        return "(int)q[(" + x + ") & 31]." + one_of({"x", "y", "z", "w"});
      default:
        return one_of({"p.x", "p.y", "(int)v.x", "(int)v.w"});
    }
  }

  std::string condition(int depth) {
    const std::string x = value(depth), y = value(depth);
    switch (pick(5)) {
      case 0:
        return "(" + x + " < " + y + ")";
      case 1:
        return "((" + x + " & 3) == " + std::to_string(pick(4)) + ")";
      case 2:
        return "(" + x + " > 2 && " + y + " < 50)";
      case 3:
        return "(" + x + " == 1 || (" + y + " & 1))";
      default:
        return "(!(" + x + " > " + number() + "))";
    }
  }

  // `is_uniform`: every thread of the block comes by, so that barriers may stand here.
  std::string body(int depth, int level, bool is_uniform, bool in_loop) {
    std::string text;
    for (uint32_t count = pick(4) + 2; count > 0; --count) {
      text += statement(depth, level, is_uniform, in_loop);
    }
    return text;
  }

  std::string statement(int depth, int level, bool is_uniform, bool in_loop) {
    const std::string at = indent(level);
    if (is_uniform && pick(4) == 0) return at + uniform_statement(depth, level);
    if (in_loop && pick(9) == 0) {
      return at + "if " + condition(1) + " " + one_of({"break", "continue"}) + ";\n";
    }
    if (depth > 0 && pick(2) == 0) return at + nested(depth, level, in_loop);
    return at + simple();
  }

  std::string simple() {
    switch (pick(uses_functions_ ? 20 : 12)) {
      case 0:
        return variable() + one_of({" += ", " ^= ", " = "}) + value(2) + ";\n";
      case 1:
        return "s[(" + value(1) + ") & 127] = " + value(2) + ";\n";
      case 2:
        return "s[(" + value(1) + ") & 127] += " + value(1) + ";\n";
      case 3:
        return "out[(" + value(1) + ") & 1023] = " + value(2) + ";\n";
      case 4:
        return "m[(" + value(1) + ") & 7] = " + value(1) + ";\n";
      case 5:
        return "atomicAdd(&s[(" + value(1) + ") & 127], " + value(1) + ");\n";
      case 6:
        return variable() + " = atomicMax(&out[(" + value(1) + ") & 1023], " + value(1) + ");\n";
      case 7:
        return variable() + "++;\n";
      case 8:
        return "{ int* at = &s[(" + value(1) + ") & 63]; at[" + number() + "] = *at + 1; }\n";
      case 9:
        return copy("s[(" + value(1) + ") & 127]", "&in[(" + value(1) + ") & 511]", 4);
      case 10:
        return "warplens_cp_async_commit();\n";
      case 11:
        return "warplens_cp_async_wait" + one_of({"(0);\n", "(1);\n", "(t & 1);\n", "_all();\n"});
      case 12:
        return copy("q[(" + value(1) + ") & 31]", "&wide[(" + value(1) + ") & 127]", 16);
      case 13:
        return copy("q[(" + value(1) + ") & 31].z", "&in[(" + value(1) + ") & 510]", 8);
      case 14:
        return "q[(" + value(1) + ") & 31] = make_float4(a & 255, b & 255, c & 255, t);\n";
      case 15:
        return "v = " + condition(1) + " ? q[(" + value(1) + ") & 31] : wide[(" + value(1) +
               ") & 127];\n";
      case 16:
        return "trade(a, " + one_of({"b", "c", "m[t & 7]", "s[t & 127]"}) + ");\n";
      case 17:
        return "p = both(p, " + value(1) + ");\n";
      case 18:
        return "v." + one_of({"x", "y", "z"}) + " = (" + value(1) + ") & 1023;\n";
      default:
        return variable() + " = turn(" + value(2) + ", " + value(1) + ");\n";
    }
  }

  // Some read fewer bytes than they write.
  std::string copy(const std::string& to, const std::string& from, uint32_t bytes) {
    const std::string all = std::to_string(bytes);
    return "warplens_cp_async(offset(" + to + "), " + from + ", " + all + ", " +
           one_of({all, all, "(unsigned)(" + value(1) + ") & 15", "0"}) + ", " +
           (bytes == 16 ? one_of({"0", "1"}) : "0") + ");\n";
  }

  std::string nested(int depth, int level, bool in_loop) {
    const std::string close = indent(level) + "}";
    const std::string i = "i" + std::to_string(names_++);
    switch (pick(5)) {
      case 0:
        return "if " + condition(1) + " {\n" + body(depth - 1, level + 1, false, in_loop) + close +
               "\n";
      case 1:
        return "if " + condition(1) + " {\n" + body(depth - 1, level + 1, false, in_loop) + close +
               " else {\n" + body(depth - 1, level + 1, false, in_loop) + close + "\n";
      case 2:
        return "for (int " + i + " = 0; " + i + " < ((" + value(1) + ") & 3); ++" + i + ") {\n" +
               body(depth - 1, level + 1, false, true) + close + "\n";
      case 3:
        return "for (int " + i + " = 0;;) {\n" + indent(level + 1) + "if (++" + i + " > (t & 3)) " +
               "break;\n" + body(depth - 1, level + 1, false, true) + close + "\n";
      default:
        return "switch ((" + value(1) + ") & 3) {\n" +
               label("case 0", level, one_of({"break;", ""})) + label("case 2", level, "break;") +
               label("default", level, "") + close + "\n";
    }
  }

  std::string label(const std::string& head, int level, const std::string& end) {
    const std::string at = indent(level + 2);
    return indent(level + 1) + head + ":\n" + at + simple() + at + simple() +
           (end.empty() ? "" : at + end + "\n");
  }

  // The address of 16 bytes in shared memory.
  std::string row() { return "(unsigned)(unsigned long long)&q[(" + value(1) + ") & 31]"; }

  std::string uniform_statement(int depth, int level) {
    const std::string i = "i" + std::to_string(names_++);
    switch (pick(uses_functions_ ? 13 : 2)) {
      case 0:
        return "__syncthreads();\n";
      case 1:
        if (depth == 0) return "__syncthreads();\n";
        return "for (int " + i + " = 0; " + i + " < " + std::to_string(pick(3) + 1) + "; ++" + i +
               ") {\n" + body(depth - 1, level + 1, true, false) + indent(level + 1) +
               "__syncthreads();\n" + indent(level) + "}\n";
      case 2:
        return variable() + " = __shfl_" + one_of({"down", "up", "xor"}) + "_sync(0xffffffff, " +
               variable() + ", " + std::to_string(pick(31) + 1) + ");\n";
      case 3:
        return variable() + " += __popc(__ballot_sync(0xffffffff, " + condition(1) + "));\n";
      case 4:
        return variable() + " += __syncthreads_count(" + condition(1) + ");\n";
      case 5:
        return "{ unsigned r = a, r2 = b; warplens_ldmatrix_x2" + one_of({"", "_trans"}) +
               "(&r, &r2, " + row() + "); a ^= r; c += r2; }\n";
      case 6:
        return one_of({"warplens_stmatrix_x1", "warplens_stmatrix_x1_trans"}) + "(" + row() + ", " +
               variable() + ");\n";
      case 7:
        return variable() + " ^= warplens_movmatrix_trans(" + variable() + ");\n";
      case 8:
        return variable() + " ^= __reduce_max_sync(0xffffffff, " + variable() + ");\n";
      case 9:
        return meeting(level, "warplens_mbarrier_wait(bar, phase++);");
      case 10:
        return bulk_load(level);
      case 11:
        return "if (t == 0) warplens_bulk_store(wide + " + std::to_string(pick(64)) +
               ", offset(z[" + std::to_string(4 * pick(32)) + "]), " +
               std::to_string(16 * (pick(32) + 1)) + ");\n";
      default:
        return meeting(level, variable() + " += 5 * !warplens_mbarrier_test(bar, phase);\n" +
                                  indent(level) +
                                  "while (!warplens_mbarrier_test(bar, phase)) { }\n" +
                                  indent(level) + "++phase;");
    }
  }

  // All threads arrive at the mbarrier, some by a warp whose lanes part.
  std::string meeting(int level, const std::string& wait) {
    const std::string arrive = "warplens_mbarrier_arrive(bar, 1)";
    const std::string arrivals =
        pick(2) == 0 ? variable() + " += (int)warplens_mbarrier_pending(" + arrive + ");"
                     : "if " + condition(1) + " { " + variable() + " ^= 3; " + arrive +
                           "; } else " + arrive + ";";
    return arrivals + "\n" + indent(level) + wait + "\n";
  }

  // One thread copies, all wait and read. What it fills has been read by all before.
  std::string bulk_load(int level) {
    const std::string bytes = std::to_string(16 * (pick(48) + 1));
    const std::string at = "\n" + indent(level);
    return "if (t == 0) { warplens_mbarrier_expect_tx(bulk, " + bytes +
           "); warplens_bulk_load(offset(z[" + std::to_string(4 * pick(16)) + "]), in + " +
           std::to_string(4 * pick(64)) + ", " + bytes +
           ", bulk); warplens_mbarrier_arrive(bulk, 1); }" + at +
           "warplens_mbarrier_wait(bulk, bulk_phase++);" + at + variable() +
           " += z[(t * 7) & 255];" + at + "__syncthreads();\n";
  }

  const std::function<uint32_t()>& next_number_;
  bool uses_functions_;
  int names_ = 0;
};

}  // namespace

std::string random_kernel(const std::function<uint32_t()>& next_number, bool uses_functions) {
  return Generator(next_number, uses_functions).kernel();
}

std::string random_kernel(uint32_t seed, bool uses_functions) {
  std::mt19937 random(seed);
  return random_kernel([&] { return static_cast<uint32_t>(random()); }, uses_functions);
}

}  // namespace warplens::oracle
