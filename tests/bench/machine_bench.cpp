// How fast the machine executes: the tiled matrix multiplication, n = 256 and tile 16, with an
// observer that only counts, beside the same product as a plain loop of C++. Prints accesses a
// second and the ratio of the times; asserts nothing.
#include <bit>
#include <cstdio>
#include <cstring>
#include <ctime>
#include <fstream>
#include <span>
#include <sstream>
#include <string>

#include "sim/code/disassemble.hpp"
#include "sim/code/lower.hpp"
#include "sim/lang/compile.hpp"
#include "sim/machine/grid/grid.hpp"

using namespace warplens;

namespace {

constexpr uint32_t kSize = 256, kTile = 16;

// The kernel of product.cu, which has the same tile.
std::string text() {
  std::ifstream in(WARPLENS_SOURCE_DIR "/tests/bench/product.cu");
  std::ostringstream content;
  content << in.rdbuf();
  return content.str();
}

struct Counter : trace::Observer {
  void access(const trace::WarpAccess& access) override {
    lanes += static_cast<uint64_t>(std::popcount(access.mask));
  }
  uint64_t lanes = 0;
};

// [s] of this process's own time, so that other work on the machine does not count.
template <class Work>
double seconds(Work work) {
  const std::clock_t start = std::clock();
  work();
  return static_cast<double>(std::clock() - start) / CLOCKS_PER_SEC;
}

std::vector<float> numbers(uint32_t modulus) {
  std::vector<float> result(kSize * kSize);
  for (size_t i = 0; i < result.size(); ++i) result[i] = static_cast<float>(i % modulus);
  return result;
}

uint64_t add(machine::GlobalMemory& memory, const std::vector<float>& values) {
  machine::GlobalArray array;
  array.extents = {kSize, kSize};
  array.bytes = base::PagedBytes(values.size() * sizeof(float));
  array.bytes.write(0, std::as_bytes(std::span(values)));
  return memory.add(std::move(array));
}

}  // namespace

int main(int argc, char** argv) {
  const auto unit = lang::compile(base::SourceFile("product.cu", text()), {});
  if (!unit.ok()) return 1;
  const auto program = code::lower(*unit, (*unit)->kernels.front());
  if (!program.ok()) return 1;
  if (argc > 1 && std::strcmp(argv[1], "--code") == 0) {
    std::fputs(code::disassemble(**program).c_str(), stdout);
  }

  const std::vector<float> m = numbers(13), n = numbers(7);
  std::vector<float> plain(kSize * kSize);
  const double peer = seconds([&] {
    for (uint32_t row = 0; row < kSize; ++row) {
      for (uint32_t column = 0; column < kSize; ++column) {
        float sum = 0;
        for (uint32_t k = 0; k < kSize; ++k) sum += m[row * kSize + k] * n[k * kSize + column];
        plain[row * kSize + column] = sum;
      }
    }
  });

  for (int repeat = 0; repeat < 3; ++repeat) {
    auto context = std::make_shared<machine::GridContext>();
    machine::GlobalMemory memory;
    context->program = *program;
    context->grid = {kSize / kTile, kSize / kTile, 1};
    context->block = {kTile, kTile, 1};
    context->shared_bytes = (*program)->static_shared_bytes;
    context->parameter_bits = {add(memory, m), add(memory, n),
                               add(memory, std::vector<float>(kSize * kSize)), kSize};
    Counter counter;
    machine::GridOptions options;
    options.step_limit = 1'000'000'000;
    machine::GridEnd end;
    const double time =
        seconds([&] { end = machine::run_grid(context, memory, &counter, options); });
    const bool same = std::memcmp(memory.array(2).bytes.view(0).bytes, plain.data(),
                                  plain.size() * sizeof(float)) == 0;
    const auto accesses = static_cast<double>(counter.lanes);
    const auto steps = static_cast<double>(end.steps);
    std::printf(
        "%.1f M lane accesses in %.3f s: %.0f M/s; %.1f ns an instruction; %.1f x a plain loop's "
        "%.3f s; product %s\n",
        accesses * 1e-6, time, accesses / time * 1e-6, time / steps * 1e9, time / peer, peer,
        same ? "equal" : "DIFFERS");
  }
}
