// A file that another one includes is opened as a part of that one.
#include <doctest/doctest.h>

#include "app/lessons/target.hpp"
#include "tests/support/temp_folder.hpp"

using namespace warplens;

namespace {

constexpr const char* kProgram =
    "struct State { int n; };\n"
    "#include \"solver.cu\"\n"
    "int main() {\n"
    "  State s = {64};\n"
    "  float* a;\n"
    "  cudaMalloc(&a, 64 * sizeof(float));\n"
    "  scale<<<2, 32>>>(a, s);\n"
    "  other<2><<<1, 16>>>(a, s);\n"
    "  return cudaDeviceSynchronize();\n"
    "}\n";
constexpr const char* kSolver =
    "#include \"sub/parts.cuh\"\n"
    "__global__ void scale(float* a, State s) { a[threadIdx.x] = part(s); }\n";
constexpr const char* kParts =
    "__device__ float part(State s) { return s.n; }\n"
    "template <int N> __global__ void other(float* a, State s) { a[threadIdx.x] = N * part(s); }\n";

struct Files {
  tests::TempFolder folder;
  std::string program, solver, parts;
  Files() {
    std::filesystem::create_directory(folder.path("sub"));
    program = folder.write("program.cu", kProgram);
    solver = folder.write("solver.cu", kSolver);
    parts = folder.write("sub/parts.cuh", kParts);
  }
};

lessons::Target opened(const std::string& path, const char* kernel) {
  launch::LaunchOptions options;
  if (*kernel != '\0') options.kernel = kernel;
  auto target = lessons::open_target(path, {}, options);
  REQUIRE_MESSAGE(target.ok(), path);
  return *target;
}

}  // namespace

TEST_CASE("included target: a part is run with the program that includes it") {
  const Files files;
  const lessons::Target target = opened(files.solver, "");
  CHECK(std::filesystem::equivalent(target.file.name(), files.program));
  CHECK(target.has_launch);
  CHECK(target.launch.kernel == "scale");
  CHECK(target.launch.grid.x == 2);
  CHECK(target.guess_note.find("solver.cu is a part of ") != std::string::npos);
}

TEST_CASE("included target: through another text, in the folder above, with its instances") {
  const Files files;
  const lessons::Target target = opened(files.parts, "other");
  CHECK(std::filesystem::equivalent(target.file.name(), files.program));
  CHECK(target.launch.kernel == "other<2>");
  CHECK(target.launch.block.x == 16);
}

TEST_CASE("included target: what compiles by itself, or nobody includes, is opened alone") {
  const Files files;
  const std::string alone =
      files.folder.write("alone.cu", "__global__ void k(float* a) { a[threadIdx.x] = 1; }\n");
  files.folder.write("user.cu", "#include \"alone.cu\"\n");
  CHECK(opened(alone, "").file.name() == alone);
  const std::string lost =
      files.folder.write("lost.cu", "__global__ void k(State* a) { a[0].n = 1; }\n");
  CHECK(opened(lost, "").file.name() == lost);
  // Two that include each other, and no program.
  const std::string one =
      files.folder.write("one.cu", "#include \"two.cu\"\n__global__ void k(S* a) {}\n");
  files.folder.write("two.cu", "#include \"one.cu\"\n");
  CHECK(opened(one, "").file.name() == one);
}
