#include "kernels.hpp"

#include <random>
#include <vector>

namespace warplens::race_oracle {

namespace {

// Of each array: an element of 16 bytes for each of 96 threads.
constexpr uint32_t kBytes = 96 * 16;

struct Element {
  std::string type;
  uint32_t bytes = 0;
};

// Lanes of a warp that some statements are for.
struct Lanes {
  std::string condition, mask;
};

class Generator {
 public:
  explicit Generator(uint32_t seed) : random_(seed) {
    own_of_ten_ = 3 + pick(7);
    element_kinds_ = 1 + pick(4);
    uses_global_ = pick(3) != 0;
    uses_shared_ = !uses_global_ || pick(2) == 0;
  }

  Kernel kernel() {
    const uint32_t threads = one_of<uint32_t>({32, 32, 64, 64, 96, 40, 80});
    const uint32_t blocks = uses_global_ ? 1 + pick(3) : 1 + pick(2);
    std::string text = "__global__ void k(char* g, int* out) {\n";
    text += "  __shared__ __align__(16) char s[" + std::to_string(kBytes) + "];\n";
    text += "  const int t = threadIdx.x, l = t % 32, w = t / 32, b = blockIdx.x;\n";
    text += "  int v = 0, i = 0;\n";
    for (uint32_t count = 2 + pick(7); count > 0; --count) text += uniform_statement(2);
    text += "  out[b * blockDim.x + t] = v + i + l + w;\n}\n";
    return {text, "--grid " + std::to_string(blocks) + " --block " + std::to_string(threads) +
                      " --arg g=char[" + std::to_string(kBytes) +
                      "]:mod=97 --arg out=int[288]:zero --checks races"};
  }

 private:
  uint32_t pick(uint32_t count) { return static_cast<uint32_t>(random_()) % count; }
  template <class T>
  T one_of(const std::vector<T>& all) {
    return all[pick(static_cast<uint32_t>(all.size()))];
  }
  std::string word(const std::vector<std::string>& all) { return one_of(all); }
  std::string number(uint32_t below) { return std::to_string(pick(below)); }
  static std::string line(uint32_t level, const std::string& statement) {
    return std::string(level, ' ') + statement + "\n";
  }

  Element element() {
    static const std::vector<Element> all{
        {"int", 4}, {"char", 1}, {"float4", 16}, {"short", 2}, {"long long", 8}};
    return all[pick(element_kinds_ + 1)];
  }

  std::string array() { return !uses_global_ || (uses_shared_ && pick(2) == 0) ? "s" : "g"; }

  std::string index(uint32_t elements) {
    std::string at = "t";
    if (pick(10) >= own_of_ten_) {
      const std::string step = std::to_string(1 + pick(3));
      at = word({"t + 1", "t ^ 1", "t ^ " + number(32), "t + " + number(96), "t * " + step,
                 "t / " + std::to_string(2 + pick(8)), "t % " + std::to_string(1 + pick(16)),
                 "t * " + step + " + i", "t + b * " + step, "l", "l + b", "w", "b", number(8),
                 "95 - t", "t + i * 32"});
    }
    return "(" + at + ") % " + std::to_string(elements);
  }

  std::string value() { return word({"7", "7", "t", "v", "b", "i", "t / 2", "w"}); }

  // A place for an element.
  std::string place(const Element& element) {
    return "((" + element.type + "*)" + array() + ")[" + index(kBytes / element.bytes) + "]";
  }

  std::string condition() {
    return word({"t < " + std::to_string(1 + pick(80)), "t == " + number(64), "l == " + number(32),
                 "w == " + number(3), "b == " + number(3),
                 "t % " + std::to_string(2 + pick(4)) + " == 0",
                 "(t & " + std::to_string(1 + pick(31)) + ") == 0", "l >= " + number(32)});
  }

  std::string access() {
    const Element one = element();
    const bool is_vector = one.bytes == 16;
    switch (pick(8)) {
      case 0:
      case 1:
      case 2:
        return place(one) + " = " +
               (is_vector ? "make_float4(1, " + value() + ", 2, 3)"
                          : "(" + one.type + ")(" + value() + ")") +
               ";";
      case 3:
      case 4:
      case 5:
        return is_vector ? "{ float4 f = " + place(one) + "; v += (int)f.y; }"
                         : "v += (int)" + place(one) + ";";
      case 6:
        return is_vector ? "atomicExch((int*)&" + place(one) + ".z, v);"
                         : place(one) + " += " + value() + ";";
      default:
        return "atomicAdd(&" + place({"int", 4}) + ", " + value() + ");";
    }
  }

  // Where some threads of the block may be absent.
  std::string statement(uint32_t level) {
    if (level > 4 || pick(4) != 0) return line(level, access());
    std::string text = line(level, "if (" + condition() + ") {") + statement(level + 2);
    if (pick(3) == 0) text += line(level, "} else {") + statement(level + 2);
    return text + line(level, "}");
  }

  std::string some_lanes(uint32_t level) {
    const auto lanes = one_of<Lanes>({{"l < 16", "0xffff"},
                                      {"l >= 16", "0xffff0000"},
                                      {"l < 8", "0xff"},
                                      {"l % 2 == 0", "0x55555555"},
                                      {"l / 8 == 1", "0xff00"},
                                      {"l >= 4 && l < 20", "0xffff0"}});
    std::string text = line(level, "if (" + lanes.condition + ") {");
    if (pick(2) == 0) text += statement(level + 2);
    text += line(level + 2, "__syncwarp(" + lanes.mask + ");");
    if (pick(2) == 0) text += statement(level + 2);
    return text + line(level, "}");
  }

  // Where all threads of the block come by.
  std::string uniform_statement(uint32_t level) {
    switch (pick(16)) {
      case 0:
      case 1:
      case 2:
        return line(level, "__syncthreads();");
      case 3:
      case 4:
        return line(level, "__syncwarp();");
      case 5:
      case 6:
        return some_lanes(level);
      case 7: {
        if (is_in_loop_) return statement(level);
        is_in_loop_ = true;
        std::string text =
            line(level, "for (i = 0; i < " + std::to_string(1 + pick(3)) + "; ++i) {");
        for (uint32_t count = 1 + pick(3); count > 0; --count) text += uniform_statement(level + 2);
        return text + line(level, "}");
      }
      default:
        return statement(level);
    }
  }

  std::mt19937 random_;
  uint32_t own_of_ten_ = 0;     // how often a thread accesses an element of its own
  uint32_t element_kinds_ = 0;  // besides int
  bool uses_global_ = false, uses_shared_ = false;
  bool is_in_loop_ = false;
};

}  // namespace

Kernel random_kernel(uint32_t seed) {
  return Generator(seed).kernel();
}

}  // namespace warplens::race_oracle
