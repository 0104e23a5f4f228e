// Accesses out of bounds are counted, change nothing, and are reported once for each place.
#include <doctest/doctest.h>

#include "tests/support/golden_sentences.hpp"
#include "tests/support/runs.hpp"

using namespace warplens;
using warplens::test::golden;

namespace {

const observe::AccessDetail& access_of(const observe::Finding& finding) {
  return std::get<observe::AccessDetail>(finding.detail);
}

}  // namespace

TEST_CASE("findings: a load past the end names array, element, extent and the first thread") {
  const auto run = test::must_run(
      "__global__ void f(const float* m, float* o) {\n"
      "  int i = threadIdx.y * 8 + threadIdx.x;\n"
      "  o[i] = m[i * 8 + 36];\n"
      "}\n",
      "--checks none --grid 2 --block 8,4 --arg m=float[256] --arg o=float[32]:const=9");
  REQUIRE(run->findings.size() == 1);
  const observe::Finding& finding = run->findings[0];
  CHECK(finding.severity == base::Severity::kError);
  CHECK(finding.kind == observe::FindingKind::kOutOfBounds);
  CHECK(finding.line == 3);
  CHECK(finding.column == 10);
  CHECK(finding.count == 8);  // lanes 28 to 31 of both blocks
  CHECK(finding.block == trace::BlockId{0, 0, 0});
  CHECK(finding.thread[0] == 4);
  CHECK(finding.thread[1] == 3);
  CHECK(finding.message == golden("run.access.load_past_end"));
  CHECK(test::floats_of(*run, "o")[27] == 252.0f);
  CHECK(test::floats_of(*run, "o")[28] == 0.0f);
  CHECK(run->accesses.size() == 2);
}

TEST_CASE("findings: a negative index belongs to its own array, and stores nothing") {
  const auto run = test::must_run(
      "__global__ void f(float* before, float* a) { a[(int)threadIdx.x - 1] = 5; }",
      "--checks none --grid 1 --block 32 --arg before=float[32]:zero --arg a=float[31]:zero");
  REQUIRE(run->findings.size() == 1);
  const observe::AccessDetail& access = access_of(run->findings[0]);
  CHECK(access.is_store);
  CHECK(access.array == "a");
  CHECK(access.element == -1);
  CHECK(access.elements == 31);
  CHECK(run->findings[0].count == 1);
  REQUIRE(run->accesses.size() == 1);
  CHECK(run->accesses[0].array == "a");
  CHECK(test::floats_of(*run, "before")[31] == 0.0f);
}

TEST_CASE("findings: shared memory, with the shape of the array") {
  const auto run = test::must_run(
      "__global__ void f(float* a) {\n"
      "  __shared__ float tile[4][8];\n"
      "  tile[threadIdx.x / 8 + 1][threadIdx.x % 8] = 1;\n"
      "  a[threadIdx.x] = tile[0][threadIdx.x];\n"
      "}\n",
      "--checks none --grid 1 --block 32 --arg a=float[32]");
  REQUIRE(run->findings.size() == 1);
  CHECK(run->findings[0].line == 3);
  CHECK(run->findings[0].count == 8);
  CHECK(run->findings[0].message == golden("run.access.store_past_shared_rows"));
}

TEST_CASE("findings: a load and its store are one mistake, with both named") {
  const std::string words = "--checks none --grid 2 --block 16 --arg a=int[30] --arg b=int[30]";
  const auto of = [&](const std::string& statement) {
    return test::must_run(
               "__global__ void f(int* a, int* b) {\n"
               "  int i = blockIdx.x * 16 + threadIdx.x;\n  " +
                   statement + "\n}\n",
               words)
        ->findings;
  };
  for (const char* statement : {"a[i] += 1;", "a[i]++;", "a[i] = a[i] * 3;"}) {
    CAPTURE(statement);
    const auto findings = of(statement);
    REQUIRE(findings.size() == 1);
    CHECK(access_of(findings[0]).is_load);
    CHECK(access_of(findings[0]).is_store);
    CHECK(access_of(findings[0]).array == "a");
    CHECK(access_of(findings[0]).element == 30);
    CHECK(findings[0].thread[0] == 14);
    CHECK(findings[0].block == trace::BlockId{1, 0, 0});
    CHECK(findings[0].count == 4);
  }
  // Each of its accesses is at the finding.
  const auto apart = of("a[i] = a[i] * 3;");
  REQUIRE(apart[0].alike.size() == 1);
  CHECK(apart[0].is_at(apart[0].span));
  CHECK(apart[0].is_at(apart[0].alike[0]));
  // Of two arrays, or of two elements, they are two.
  CHECK(of("a[i] = b[i];").size() == 2);
  const auto other = of("a[i] = a[i + 1];");
  REQUIRE(other.size() == 2);
  CHECK_FALSE(access_of(other[0]).is_load);
  CHECK(access_of(other[0]).is_store);
  CHECK(access_of(other[0]).element == 30);
  CHECK(access_of(other[1]).is_load);
  CHECK_FALSE(access_of(other[1]).is_store);
  CHECK(access_of(other[1]).element == 30);
}

TEST_CASE("findings: elements are the array's, whatever a lane accesses at once") {
  const auto message = [](const std::string& text, const std::string& words) {
    const auto run = test::must_run(text, words);
    REQUIRE(run->findings.size() == 1);
    return run->findings[0].message;
  };
  const std::string checks = "--checks none --block 32 ";
  CHECK(message("__global__ void k(const unsigned short* a, unsigned* o) {\n"
                "  o[threadIdx.x] = ((const unsigned*)a)[threadIdx.x];\n}\n",
                checks + "--arg a=ushort[60] --arg o=uint[32]") ==
        golden("run.access.bytes_past_end"));
  CHECK(message("__global__ void k(int* a) {\n  ((char*)a)[threadIdx.x + 10] = 1;\n}\n",
                checks + "--arg a=int[10]") == golden("run.access.one_byte_past_end"));
  CHECK(message("__global__ void k(float* o) {\n  __shared__ alignas(16) float s[72];\n"
                "  ((float4*)s)[threadIdx.x % 19] = make_float4(1, 2, 3, 4);\n"
                "  __syncthreads();\n  o[threadIdx.x] = s[threadIdx.x];\n}\n",
                checks + "--arg o=float[32]") == golden("run.access.vector_past_end"));
  CHECK(message("__global__ void k(float2* v) {\n  v[threadIdx.x + 1].y = 1;\n}\n",
                checks + "--arg v=float2[32]") == golden("run.access.member_stored_past_end"));
}

TEST_CASE("findings: local arrays, by name and through a pointer") {
  const auto run = test::must_run(
      "__global__ void f(float* a) {\n"
      "  float l[4] = {1, 2, 3, 4};\n"
      "  int m[2][3] = {{7, 7, 7}, {7, 7, 7}};\n"
      "  int i = threadIdx.x;\n"
      "  l[i] += 10;\n"
      "  m[i][2] = i;\n"
      "  int* p = &m[0][0];\n"
      "  if (i == 1) p[-20] = 3;\n"
      "  a[i] = l[3] + m[0][0] + l[i - 8];\n"
      "}\n",
      "--checks none --grid 2 --block 8 --arg a=float[8]");
  REQUIRE(run->findings.size() == 4);
  CHECK(run->findings[0].message == golden("run.access.load_and_store_past_end"));
  CHECK(run->findings[0].kind == observe::FindingKind::kOutOfBounds);
  CHECK(run->findings[0].line == 5);
  CHECK(run->findings[0].column == 3);
  CHECK(run->findings[0].count == 16);
  CHECK(run->findings[1].message == golden("run.access.store_past_local_rows"));
  CHECK(run->findings[1].count == 12);
  CHECK(run->findings[2].message == golden("run.access.outside_local_memory"));
  CHECK(run->findings[2].line == 8);
  CHECK(access_of(run->findings[3]).array == "l");
  CHECK(access_of(run->findings[3]).element == -8);
  CHECK(run->findings[3].column == 27);
  // Nothing was stored outside an array, and local memory is never counted.
  CHECK(test::floats_of(*run, "a")[3] == 14.0f + 7.0f);
  CHECK(test::floats_of(*run, "a")[5] == 4.0f + 7.0f);
  CHECK(run->accesses.size() == 1);
}

TEST_CASE("findings: a store to constant memory is reported as such") {
  const auto run = test::must_run(
      "__constant__ float c[4] = {1, 2, 3, 4};\n"
      "__global__ void k(float* a) {\n"
      "  c[threadIdx.x] = 9;\n"
      "  a[threadIdx.x] = c[threadIdx.x + 3];\n"
      "}\n",
      "--block 2 --arg a=float[2]");
  REQUIRE(run->findings.size() == 2);
  CHECK(run->findings[0].message == golden("run.access.store_to_constant"));
  CHECK(run->findings[0].line == 3);
  CHECK(access_of(run->findings[1]).array == "c");
  CHECK(access_of(run->findings[1]).element == 4);
  CHECK(run->findings[1].thread[0] == 1);
  CHECK(test::floats_of(*run, "a")[0] == 4);
}

TEST_CASE("findings: elements of a vector array are vectors, however the launch gave them") {
  const auto run = test::must_run(
      "__global__ void k(float4* a) { a[threadIdx.x + 100] = make_float4(1, 2, 3, 4); }\n",
      "--block 2 --arg a=float4[64]");
  REQUIRE(run->findings.size() == 1);
  CHECK(access_of(run->findings[0]).element == 100);
  CHECK(access_of(run->findings[0]).elements == 64);
}

TEST_CASE("findings: an index that runs from one shared array into the next is reported") {
  const auto run = test::must_run(
      "__global__ void k(int* out) {\n"
      "  __shared__ int A[8], B[8];\n"
      "  int t = threadIdx.x;\n"
      "  B[t & 7] = 1;\n"
      "  A[t] = t;\n"
      "  out[t] = A[t & 7] + *(A + (t & 7));\n"
      "}\n",
      "--checks none --block 16 --arg out=int[16]");
  REQUIRE(run->findings.size() == 1);
  CHECK(access_of(run->findings[0]).array == "A");
  CHECK(access_of(run->findings[0]).element == 8);
  CHECK(access_of(run->findings[0]).elements == 8);
  CHECK(run->findings[0].thread[0] == 8);
  CHECK(run->findings[0].line == 5);
  CHECK(run->findings[0].count == 8);
}
