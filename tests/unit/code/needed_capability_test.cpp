#include "sim/code/needed_capability.hpp"

#include "support.hpp"

using namespace warplens::code;

namespace {

// "80 cp.async 3": the line is that of its place.
std::string need_of(const std::string& body) {
  const auto program = test::program_of(
      "__global__ void k(unsigned* u, const float* g) {\n  __shared__ float s[64];\n"
      "  unsigned at = (unsigned)__cvta_generic_to_shared(s);\n" +
      body + "\n  s[threadIdx.x] = at; u[0] = s[0];\n}\n");
  const auto needed = needed_capability(*program);
  if (!needed) return "any";
  return std::to_string(needed->number) + " " + needed->instruction + " " +
         std::to_string(program->unit->file.line_of(needed->span.begin));
}

constexpr const char* kLoad =
    "  asm(\"ldmatrix.sync.aligned.m8n8.x1.shared.b16 {%0}, [%1];\" : \"=r\"(u[1]) : \"r\"(at));\n";
constexpr const char* kCopy =
    "  asm(\"cp.async.ca.shared.global [%0], [%1], 4;\" :: \"r\"(at), \"l\"(g));\n";
constexpr const char* kStore =
    "  asm(\"stmatrix.sync.aligned.m8n8.x1.shared.b16 [%0], {%1};\" :: \"r\"(at), \"r\"(at));\n";

}  // namespace

TEST_CASE("needed capability: the highest of the text's own instructions, and where it is first") {
  CHECK(need_of("") == "any");
  CHECK(need_of(kLoad) == "75 ldmatrix 4");
  CHECK(need_of(std::string(kCopy) + kLoad + kCopy) == "80 cp.async 4");
  CHECK(need_of(std::string(kLoad) + kCopy + kStore) == "90 stmatrix 6");
  CHECK(need_of("  asm(\"mbarrier.init.shared.b64 [%0], 1;\" :: \"r\"(at));\n") == "80 mbarrier 4");
  // What is not executed on the device that the text is compiled for does not count.
  CHECK(need_of("#if __CUDA_ARCH__ < 800\n" + std::string(kStore) + "#endif\n") == "any");
}
