// Accesses out of bounds are counted, change nothing, and are reported once for each place.
#include <doctest/doctest.h>

#include "tests/support/runs.hpp"

using namespace warplens;

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
  CHECK(finding.message ==
        "load of m[260], but m has 256 elements (thread (4, 3) of block (0, 0))");
  CHECK(test::floats_of(*run, "o")[27] == 252.0f);
  CHECK(test::floats_of(*run, "o")[28] == 0.0f);
  CHECK(run->accesses.size() == 2);
}

TEST_CASE("findings: a negative index belongs to its own array, and stores nothing") {
  const auto run = test::must_run(
      "__global__ void f(float* before, float* a) { a[(int)threadIdx.x - 1] = 5; }",
      "--checks none --grid 1 --block 32 --arg before=float[32]:zero --arg a=float[31]:zero");
  REQUIRE(run->findings.size() == 1);
  CHECK(run->findings[0].message ==
        "store to a[-1], but a has 31 elements (thread 0 of block (0, 0))");
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
  CHECK(
      run->findings[0].message ==
      "store to element 32 of tile, but tile has 4 x 8 = 32 elements (thread 24 of block (0, 0))");
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
  const std::string both =
      "load and store of a[30], but a has 30 elements (thread 14 of block (1, 0))";
  for (const char* statement : {"a[i] += 1;", "a[i]++;", "a[i] = a[i] * 3;"}) {
    CAPTURE(statement);
    const auto findings = of(statement);
    REQUIRE(findings.size() == 1);
    CHECK(findings[0].message == both);
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
  CHECK(other[0].message.starts_with("store to a[30], but"));
  CHECK(other[1].message.starts_with("load of a[30], but"));
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
        "load of 4 bytes from a[60] on, but a has 60 elements (thread 30 of block (0, 0))");
  CHECK(message("__global__ void k(int* a) {\n  ((char*)a)[threadIdx.x + 10] = 1;\n}\n",
                checks + "--arg a=int[10]") ==
        "store to 1 byte of a[10], but a has 10 elements (thread 30 of block (0, 0))");
  CHECK(message("__global__ void k(float* o) {\n  __shared__ alignas(16) float s[72];\n"
                "  ((float4*)s)[threadIdx.x % 19] = make_float4(1, 2, 3, 4);\n"
                "  __syncthreads();\n  o[threadIdx.x] = s[threadIdx.x];\n}\n",
                checks + "--arg o=float[32]") ==
        "store to 16 bytes from s[72] on, but s has 72 elements (thread 18 of block (0, 0))");
  CHECK(message("__global__ void k(float2* v) {\n  v[threadIdx.x + 1].y = 1;\n}\n",
                checks + "--arg v=float2[32]") ==
        "store to v[32].y, but v has 32 elements (thread 31 of block (0, 0))");
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
  CHECK(run->findings[0].message ==
        "load and store of l[4], but l has 4 elements (thread 4 of block (0, 0))");
  CHECK(run->findings[0].kind == observe::FindingKind::kOutOfBounds);
  CHECK(run->findings[0].line == 5);
  CHECK(run->findings[0].column == 3);
  CHECK(run->findings[0].count == 16);
  CHECK(run->findings[1].message ==
        "store to element 8 of m, but m has 2 x 3 = 6 elements (thread 2 of block (0, 0))");
  CHECK(run->findings[1].count == 12);
  CHECK(run->findings[2].message ==
        "store to byte -64 of the thread's local memory, which has 40 bytes (thread 1 of block "
        "(0, 0))");
  CHECK(run->findings[2].line == 8);
  CHECK(run->findings[3].message ==
        "load of l[-8], but l has 4 elements (thread 0 of block (0, 0))");
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
  CHECK(run->findings[0].message ==
        "store to c, which is __constant__: a kernel cannot write it (thread 0 of block (0, "
        "0))");
  CHECK(run->findings[0].line == 3);
  CHECK(run->findings[1].message ==
        "load of c[4], but c has 4 elements (thread 1 of block (0, 0))");
  CHECK(test::floats_of(*run, "a")[0] == 4);
}

TEST_CASE("findings: elements of a vector array are vectors, however the launch gave them") {
  const auto run = test::must_run(
      "__global__ void k(float4* a) { a[threadIdx.x + 100] = make_float4(1, 2, 3, 4); }\n",
      "--block 2 --arg a=float4[64]");
  REQUIRE(run->findings.size() == 1);
  CHECK(run->findings[0].message ==
        "store to a[100], but a has 64 elements (thread 0 of block (0, 0))");
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
  CHECK(run->findings[0].message ==
        "store to A[8], but A has 8 elements (thread 8 of block (0, 0))");
  CHECK(run->findings[0].line == 5);
  CHECK(run->findings[0].count == 8);
}
