// Arrays of the file's own structs: --arg p=Particle[1000].
#include <doctest/doctest.h>

#include "tests/support/golden_sentences.hpp"
#include "tests/support/runs.hpp"

using warplens::test::golden;

namespace warplens {
namespace {

const std::string kText = R"(
struct Particle { float x; int id; double mass; };
struct Other { float x; };
namespace physics { struct Body { Particle p; float v[3]; }; }
template <int N> struct Tile { float v[N]; };
__global__ void k(Particle* p, float* out, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) out[i] = p[i].x + p[i].id + p[i].mass;
}
__global__ void bodies(physics::Body* b, Tile<4>* t) { b[0].v[1] = b[1].p.id + t[0].v[3]; }
__device__ Particle stored[4];
__global__ void uses_global(float* out) { out[threadIdx.x] = stored[threadIdx.x].id; }
)";

std::string errors_of(const std::string& words) {
  const auto run = test::try_run(kText, words);
  REQUIRE_FALSE(run.ok());
  return base::render(run.error(), base::SourceFile("test.cu", kText));
}

bool contains(const std::string& text, const std::string& part) {
  return text.find(part) != std::string::npos;
}

}  // namespace

TEST_CASE("struct arrays: members are filled in order, and the array is shown as memory has it") {
  const auto run = test::must_run(
      kText,
      "--kernel k --grid 2 --block 32 --arg p=Particle[64]:iota --arg out=float[64]:zero "
      "--arg n=64");
  CHECK(run->findings.empty());
  const std::vector<float> out = test::floats_of(*run, "out");
  for (size_t i = 0; i < out.size(); ++i) CHECK(out[i] == static_cast<float>(9 * i + 3));
  const machine::GlobalArray& array = run->memory_after->get()->array(0);
  CHECK(array.struct_name == "Particle");
  CHECK(array.bytes.size() == 64 * 16);
}

TEST_CASE("struct arrays: in namespaces, of templates, and variables of the file") {
  const auto run = test::must_run(
      kText, "--kernel bodies --grid 1 --block 1 --arg b=physics::Body[2]:iota --arg t=Tile<4>[1]");
  CHECK(run->findings.empty());
  CHECK(
      test::must_run(kText, "--kernel bodies --grid 1 --block 1 --arg b=Body[2] --arg t=Tile<4>[1]")
          ->findings.empty());
  const auto global =
      test::must_run(kText,
                     "--kernel uses_global --grid 1 --block 4 --arg out=float[4] --arg "
                     "stored=Particle[4]:iota");
  CHECK(test::floats_of(*global, "out") == std::vector<float>{1, 4, 7, 10});
}

TEST_CASE("struct arrays: what is out of bounds is named by its member") {
  const auto run = test::must_run(
      kText, "--kernel k --grid 2 --block 32 --arg p=Particle[10] --arg out=float[64] --arg n=64");
  REQUIRE(run->findings.size() == 3);
  CHECK(run->findings[0].message == golden("run.access.member_loaded_past_end"));
  CHECK(run->findings[1].message.starts_with("load of p[10].id, but"));
  CHECK(run->findings[2].message.starts_with("load of p[10].mass, but"));
}

TEST_CASE("struct arrays: an unknown or another type is reported with what to write") {
  const std::string rest = " --grid 1 --block 1 --arg out=float[4] --arg n=1";
  CHECK(contains(errors_of("--kernel k --arg p=Partcle[4]" + rest), "unknown type 'Partcle'"));
  CHECK(contains(errors_of("--kernel k --arg p=flaot[4]" + rest),
                 "unknown type 'flaot', did you mean 'float'?"));
  const std::string other = errors_of(
      "--kernel bodies --grid 1 --block 1 --arg b=physics::Body[4] --arg t=physics::Body[1]");
  CHECK(contains(other, "'t' holds Tile<4>, but --arg gives it physics::Body"));
  CHECK(contains(other, "--arg 't=Tile<4>[256]'"));
}

TEST_CASE("struct arrays: the completed command has them, and runs") {
  const std::string errors = errors_of("--kernel k --grid 2 --block 32");
  CHECK(contains(errors, "--arg p=Particle[64]"));
}

}  // namespace warplens
