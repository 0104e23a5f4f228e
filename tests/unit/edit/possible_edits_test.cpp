// Which edits a text offers, what they make of it, and which places of both texts correspond.
#include "sim/edit/possible_edits.hpp"

#include <doctest/doctest.h>

#include <algorithm>

#include "tests/support/runs.hpp"

using namespace warplens;
using edit::Change;

namespace {

std::shared_ptr<const code::Program> program_of(const std::string& text, const std::string& words =
                                                                             "--block 32 "
                                                                             "--arg x=int[64]") {
  return test::must_run(text, words)->program;
}

// The texts of the edits without the blanks behind them, each behind its change's words.
std::vector<std::string> edited(const code::Program& program) {
  std::vector<std::string> all;
  for (const edit::Edit& one : edit::possible_edits(program))
    all.push_back(edit::words(one.change) + ": " +
                  one.text.substr(0, one.text.find_last_not_of(' ') + 1));
  return all;
}

// A kernel of these statements with x, an array of 64 ints.
std::string kernel(const std::string& statements) {
  return "__global__ void k(int* x) {\n" + statements + "\n}\n";
}

std::vector<std::string> edited(const std::string& statements) {
  return edited(*program_of(kernel(statements)));
}

using Words = std::vector<std::string>;

}  // namespace

TEST_CASE("possible edits: barriers of the block and of the warp") {
  CHECK(edited("  __syncthreads();") == Words{"without this barrier: "});
  CHECK(edited("  __syncwarp();") == Words{"without this barrier of the warp: "});
  const std::string groups =
      "#include <cooperative_groups.h>\n"
      "namespace cg = cooperative_groups;\n"
      "__global__ void k(int* x) {\n"
      "  cg::thread_block block = cg::this_thread_block();\n"
      "  x[threadIdx.x] = 1;\n"
      "  block.sync();\n"
      "  cg::sync(block);\n"
      "}\n";
  CHECK(edited(*program_of(groups)).size() == 2);
}

TEST_CASE("possible edits: a barrier leaves blanks, or as much of a statement as has to stay") {
  const auto text_without = [](const std::string& statements) {
    const auto program = program_of(kernel(statements));
    for (const edit::Edit& one : edit::possible_edits(*program)) {
      if (one.change != Change::kNoBarrier) continue;
      const std::string changed = edit::apply(program->unit->file, one);
      CHECK(test::try_run(changed, "--block 32 --arg x=int[64]").ok());
      return changed.substr(kernel("").size() - 3, statements.size());
    }
    return std::string();
  };
  const std::string blanks(std::string("__syncthreads();").size(), ' ');
  CHECK(text_without("  __syncthreads();  // all") == "  " + blanks + "  // all");
  CHECK(text_without("  if (x != nullptr) __syncthreads();") ==
        "  if (x != nullptr) ;" + blanks.substr(1));
  CHECK(text_without("  for (int i = 0; i < 2; ++i) __syncthreads();") ==
        "  for (int i = 0; i < 2; ++i) ;" + blanks.substr(1));
  CHECK(text_without("  (__syncthreads());") == "  ((void)0        );");
  CHECK(text_without("  switch (x[0]) { case 0: __syncthreads(); }") ==
        "  switch (x[0]) { case 0: ;" + blanks.substr(1) + " }");
  CHECK(text_without("  __syncthreads(\n  ) ;") == "  " + std::string(14, ' ') + "\n     ");
  CHECK(text_without("  __syncthreads() /* all */;") == "  (void)0         /* all */;");
}

TEST_CASE("possible edits: a guard is executed always, or never leaves") {
  CHECK(edited("  if (threadIdx.x < 5) x[0] = 1;") == Words{"without this guard: 1"});
  CHECK(edited("  if (threadIdx.x > 5) return;\n  x[0] = 1;") == Words{"without this guard: 0"});
  CHECK(edited("  if (threadIdx.x > 5) { x[0] = 1; } else { x[1] = 2; }") ==
        Words{"without this guard: 1"});
}

TEST_CASE("possible edits: a guard that declares a variable keeps it") {
  CHECK(edited("  if (int i = threadIdx.x; i < 5) x[i] = 1;") == Words{"without this guard: 1"});
  CHECK(edited("  if (int i = threadIdx.x) x[i] = 1;").empty());
}

TEST_CASE("possible edits: padding of a shared array") {
  const std::string store = "  s[threadIdx.x][0] = 1;\n  x[0] = s[0][0];";
  CHECK(edited("  __shared__ int s[32][32 + 1];\n" + store) == Words{"without this padding: "});
  CHECK(edited("  __shared__ int s[32][33];\n" + store) == Words{"without this padding: 32"});
  CHECK(edited("  __shared__ int s[32][32];\n" + store).empty());
  CHECK(edited("  __shared__ int s[32][20];\n" + store) == Words{"without this padding: 16"});
  CHECK(edited("  __shared__ int s[32][7];\n" + store).empty());
}

TEST_CASE("possible edits: an atomic becomes a plain update") {
  CHECK(edited("  atomicAdd(&x[0], 2);") == Words{"without this atomic: *(&x[0]) += 2"});
  CHECK(edited("  atomicSub(x, x[3]);") == Words{"without this atomic: *(x) -= x[3]"});
  CHECK(edited("  atomicMax(x, 3);") == Words{"without this atomic: *(x) = max(*(x), 3)"});
  CHECK(edited("  x[1] = atomicAdd(x, 1);") == Words{"without this atomic: (*(x))++"});
  CHECK_MESSAGE(edited("  x[1] = atomicAdd(x, 2);").empty(), "what it returns is used");
  CHECK(edited("  atomicCAS(x, 3, 4);").empty());
}

TEST_CASE("possible edits: each compiles, and leaves the lines where they are") {
  const std::string text = kernel(
      "  __shared__ int s[8]\n    [32 + 1];\n"
      "  if (threadIdx.x\n      < 20)\n    s[threadIdx.x % 8][0] = 1;\n"
      "  __syncthreads(\n  );\n"
      "  atomicAdd(&x[0],\n   s[1][0]);");
  const auto program = program_of(text);
  const std::vector<edit::Edit> edits = edit::possible_edits(*program);
  CHECK(edits.size() == 4);
  for (const edit::Edit& one : edits) {
    CAPTURE(edit::words(one.change));
    const std::string changed = edit::apply(program->unit->file, one);
    CAPTURE(changed);
    CHECK(std::count(changed.begin(), changed.end(), '\n') ==
          std::count(text.begin(), text.end(), '\n'));
    CHECK(test::try_run(changed, "--block 32 --arg x=int[64]").ok());
  }
}

TEST_CASE("possible edits: only of the functions that the kernel reaches, and of no macro") {
  const std::string text =
      "#define SYNC __syncthreads()\n"
      "__device__ void used(int* x) { atomicAdd(x, 1); }\n"
      "__device__ void unused(int* x) { atomicAdd(x, 2); }\n"
      "__global__ void k(int* x) {\n  used(x);\n  used(x + 1);\n  SYNC;\n}\n";
  CHECK(edited(*program_of(text)) == Words{"without this atomic: *(x) += 1"});
}

TEST_CASE("possible edits: an update becomes atomicAdd") {
  const auto with_atomic = [](const std::string& statement) {
    const auto program = program_of(kernel("  " + statement));
    for (const code::AccessSite& site : program->sites) {
      if (site.operation != code::Operation::kStore) continue;
      const std::optional<edit::Edit> found = edit::with_atomic(*program, site.span);
      return found ? found->text : std::string();
    }
    return std::string("no store");
  };
  CHECK(with_atomic("(*x)++;") == "atomicAdd(x, 1)");
  CHECK(with_atomic("--x[2];") == "atomicAdd(&x[2], -1)");
  CHECK(with_atomic("x[threadIdx.x / 2] += 3 * 2;") == "atomicAdd(&x[threadIdx.x / 2], 3 * 2)");
  CHECK(with_atomic("x[0] -= x[1] + 1;") == "atomicAdd(&x[0], -(x[1] + 1))");
  CHECK_MESSAGE(with_atomic("x[0] *= 2;") == "", "a product");
  CHECK_MESSAGE(with_atomic("((short*)x)[0] += 2;") == "", "of no type that atomicAdd takes");
  CHECK_MESSAGE(with_atomic("x[1] = x[0]++;") == "", "the value is used");
}

TEST_CASE("possible edits: a variable of a thread's own needs no atomicAdd") {
  const auto program =
      program_of(kernel("  int sum = 0;\n  sum += x[threadIdx.x];\n  x[0] = sum;"));
  for (const code::AccessSite& site : program->sites)
    CHECK_FALSE(edit::with_atomic(*program, site.span).has_value());
}

TEST_CASE("edit: places of the original text") {
  const edit::Edit shorter{Change::kNoPadding, {10, 20}, "abc"};
  CHECK(edit::original_place(shorter, {2, 10}) == base::Span{2, 10});
  CHECK_FALSE(edit::original_place(shorter, {9, 11}).has_value());
  CHECK_FALSE(edit::original_place(shorter, {12, 14}).has_value());
  CHECK(edit::original_place(shorter, {13, 15}) == base::Span{20, 22});
  const edit::Edit longer{Change::kAtomicAdd, {10, 12}, "abcdef"};
  CHECK(edit::original_place(longer, {16, 18}) == base::Span{12, 14});
}
