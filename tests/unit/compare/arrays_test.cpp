// Arrays that a GPU might have left, held against the simulation's: a result file is written by
// hand, from the simulated arrays with something changed.
#include <doctest/doctest.h>

#include <cstring>
#include <functional>
#include <string>
#include <vector>

#include "app/compare/accuracy.hpp"
#include "app/compare/job.hpp"
#include "app/compare/order.hpp"
#include "app/files/files.hpp"
#include "app/files/save.hpp"
#include "kernels/measure/child/scratch_folder.hpp"
#include "sim/launch/parse.hpp"
#include "tests/support/golden_sentences.hpp"
#include "tests/support/runs.hpp"

using namespace warplens;
using warplens::test::golden;

namespace {

using Agreements = std::vector<measure::ArrayAgreement>;
using Arrays = std::vector<std::vector<std::byte>>;

// What is found where the GPU left the simulation's arrays after `change`.
Agreements compare_changed(const std::string& text, const std::string& words,
                           const std::function<void(Arrays&)>& change,
                           measure::Build build = measure::Build::kAsWritten) {
  const prepare::Request request = test::make_request(text, words);
  const measure::ScratchFolder folder;
  const auto job = compare::make_job(request, folder.path());
  REQUIRE_MESSAGE(job.ok(), (job.ok() ? "" : base::render(job.error(), request.file)));
  const auto runs = run::run_sequence(request);
  REQUIRE(runs.ok());
  Arrays arrays;
  for (uint32_t i = 0; i < runs.value().back()->memory_after->get()->array_count(); ++i)
    arrays.push_back(runs.value().back()->memory_after->get()->array(i).bytes.to_vector());
  change(arrays);
  std::vector<std::byte> file;
  for (size_t i = 0; i < arrays.size(); ++i) {
    file.resize(job->arrays[i].offset);
    file.insert(file.end(), arrays[i].begin(), arrays[i].end());
  }
  const bool as_written = build == measure::Build::kAsWritten;
  const std::string name = as_written ? "/as-written.bin" : "/as-compiled.bin";
  REQUIRE(files::write_bytes(folder.path() + name, file).empty());
  return compare::compare_arrays(*runs, *job, build);
}

template <typename T>
void put(std::vector<std::byte>& bytes, size_t index, T value) {
  REQUIRE((index + 1) * sizeof(T) <= bytes.size());
  std::memcpy(bytes.data() + index * sizeof(T), &value, sizeof value);
}
template <typename T>
T get(const std::vector<std::byte>& bytes, size_t index) {
  T value;
  std::memcpy(&value, bytes.data() + index * sizeof(T), sizeof value);
  return value;
}
// The next float `steps` further.
void move_float(std::vector<std::byte>& bytes, size_t index, int steps) {
  put(bytes, index, get<uint32_t>(bytes, index) + static_cast<uint32_t>(steps));
}

const char* const kTwice = "__global__ void k(float* a) { a[threadIdx.x] = a[threadIdx.x] * 2; }";
const char* const kExp =
    "__global__ void k(float* a) { a[threadIdx.x] = expf(a[threadIdx.x] / 8); }";
const char* const kWords = "--block 32 --arg a=float[32]:iota";

}  // namespace

TEST_CASE("arrays: sums and products have to be equal to the last bit") {
  const Agreements same = compare_changed(kTwice, kWords, [](Arrays&) {});
  REQUIRE(same.size() == 1);
  CHECK(same[0].name == "a");
  CHECK(same[0].agrees);
  CHECK(same[0].elements == 32);
  CHECK(same[0].differing == 0);
  CHECK(same[0].rule == "bit-equal");
  const Agreements other = compare_changed(kTwice, kWords, [](Arrays& arrays) {
    move_float(arrays[0], 5, 1);
    move_float(arrays[0], 7, -3);
  });
  CHECK(!other[0].agrees);
  CHECK(other[0].differing == 2);
  CHECK(other[0].worst_ulp == 3);
  CHECK(other[0].rule == "bit-equal");
}

TEST_CASE("arrays: a function may differ in its last places, and no further") {
  const Agreements near =
      compare_changed(kExp, kWords, [](Arrays& arrays) { move_float(arrays[0], 9, 2); });
  CHECK(near[0].agrees);
  CHECK(near[0].differing == 1);
  CHECK(near[0].worst_ulp == 2);
  CHECK(near[0].rule == "within 64 ulp");
  const Agreements far =
      compare_changed(kExp, kWords, [](Arrays& arrays) { put(arrays[0], 31, 48.30f); });
  CHECK(!far[0].agrees);
}

TEST_CASE("arrays: what a void* points to is what the kernel reaches through it") {
  const char* const text =
      "__global__ void k(void* a) { float* f = (float*)a; f[threadIdx.x] = expf(f[threadIdx.x] / "
      "8); }";
  const Agreements near =
      compare_changed(text, kWords, [](Arrays& arrays) { move_float(arrays[0], 9, 2); });
  CHECK(near[0].agrees);
  CHECK(near[0].elements == 32);
}

TEST_CASE("arrays: the two ends of double are further apart than a signed number holds") {
  const Agreements found = compare_changed(
      "__global__ void k(double* a) { a[threadIdx.x] = -1e308; }", "--block 4 --arg a=double[4]",
      [](Arrays& arrays) { put(arrays[0], 0, 1e308); });
  CHECK(!found[0].agrees);
  CHECK(found[0].worst_ulp > uint64_t{1} << 63);
}

TEST_CASE("arrays: any NaN equals any, and nothing else does") {
  const std::string text = "__global__ void k(float* a) { a[threadIdx.x] = sqrtf(-1.0f); }";
  CHECK(compare_changed(text, kWords,
                        [](Arrays& arrays) { put(arrays[0], 3, uint32_t{0xffc00000}); })[0]
            .agrees);
  CHECK(!compare_changed(text, kWords, [](Arrays& arrays) { put(arrays[0], 3, 1.0f); })[0].agrees);
}

TEST_CASE("arrays: integers are equal or differ; padding and addresses do not count") {
  const std::string text =
      "struct Pair { char tag; int value; };\n"
      "__global__ void k(Pair* p) { p[threadIdx.x].tag = 1; p[threadIdx.x].value = 2; }";
  const std::string words = "--block 4 --arg p=uint8_t[32]:zero";
  const auto change_byte = [](size_t at) {
    return [at](Arrays& arrays) { arrays[0][at] = std::byte{9}; };
  };
  const Agreements padding = compare_changed(text, words, change_byte(8 + 2));
  CHECK(padding[0].agrees);
  CHECK(padding[0].elements == 8);
  CHECK(!compare_changed(text, words, change_byte(8 + 5))[0].agrees);
}

TEST_CASE("arrays: floats added by atomics depend on their order, a little") {
  const std::string text =
      "__global__ void k(float* a, float* sum) { atomicAdd(sum, a[threadIdx.x] * 0.1f); }";
  const std::string words = std::string(kWords) + " --arg sum=float[1]:zero";
  const Agreements near =
      compare_changed(text, words, [](Arrays& arrays) { move_float(arrays[1], 0, 5); });
  CHECK(near[1].agrees);
  CHECK(near[1].rule.find("of the largest element") != std::string::npos);
  CHECK(!compare_changed(
             text, words,
             [](Arrays& arrays) { put(arrays[1], 0, get<float>(arrays[1], 0) + 0.01f); })[1]
             .agrees);
}

TEST_CASE("arrays: at places that an atomic chose the order is open, the values are not") {
  const std::string text =
      "__global__ void k(const int* in, int* out, int* count) {\n"
      "  if (in[threadIdx.x] % 2) out[atomicAdd(count, 1)] = in[threadIdx.x];\n"
      "}";
  const std::string words =
      "--block 32 --arg in=int[32]:iota --arg out=int[32]:zero --arg count=int[1]:zero";
  const Agreements turned = compare_changed(text, words, [](Arrays& arrays) {
    put(arrays[1], 0, 3);
    put(arrays[1], 1, 1);
  });
  CHECK(turned[1].agrees);
  CHECK(turned[1].rule.find("in any order") != std::string::npos);
  CHECK(turned[0].rule == "bit-equal");
  CHECK(turned[2].rule == "bit-equal");
  CHECK(!compare_changed(text, words, [](Arrays& arrays) { put(arrays[1], 0, 2); })[1].agrees);
  CHECK(!compare_changed(text, words, [](Arrays& arrays) { put(arrays[2], 0, 15); })[2].agrees);
}

TEST_CASE("arrays: where atomics decide which values are kept, nothing can be compared") {
  const auto rule_of = [](const std::string& text) {
    const Agreements found = compare_changed(
        text, "--block 32 --arg in=int[32]:iota --arg out=int[8]:zero --arg count=int[1]:zero",
        [](Arrays& arrays) { put(arrays[1], 0, 999); });
    CHECK(found[1].agrees);
    return found[1].rule;
  };
  CHECK(rule_of("__global__ void k(const int* in, int* out, int* count) {\n"
                "  int at = atomicAdd(count, 1);\n"
                "  if (at < 8) out[at] = in[threadIdx.x];\n"
                "}") == golden("compare.arrays.order_of_atomics"));
  CHECK(rule_of("__global__ void k(const int* in, int* out, int* count) {\n"
                "  out[atomicInc((unsigned*)count, 7u)] = in[threadIdx.x];\n"
                "}") == golden("compare.arrays.order_of_atomics"));
}

TEST_CASE("arrays: what follows from the clock is not compared") {
  const Agreements found = compare_changed(
      "__global__ void k(long long* t, int* n) { long long s = clock64(); n[0] = 3; t[0] = "
      "clock64() - s; }",
      "--arg t=int64_t[1]:zero --arg n=int[1]:zero",
      [](Arrays& arrays) { put(arrays[0], 0, int64_t{77}); });
  CHECK(found[0].agrees);
  CHECK(found[0].rule.find("clock") != std::string::npos);
  CHECK(found[1].rule == "bit-equal");
}

TEST_CASE("arrays: one that could not be read back does not agree") {
  const Agreements found =
      compare_changed(kTwice, kWords, [](Arrays& arrays) { arrays[0].resize(100); });
  REQUIRE(found.size() == 1);
  CHECK(!found[0].agrees);
}

TEST_CASE(
    "arrays: sums that are fused here may not be in the debug build, and others be compiled so") {
  const std::string begin = "__global__ void k(float* a) { a[threadIdx.x] = ";
  const auto change = [](Arrays& arrays) { move_float(arrays[0], 9, 1); };
  const std::string fused = begin + "a[threadIdx.x] * 1.1f + 0.3f; }";
  CHECK(compare_changed(fused, kWords, change)[0].agrees);
  CHECK(compare_changed(fused, kWords, change, measure::Build::kAsCompiled)[0].agrees);
  const std::string rounded = begin + "__fmul_rn(a[threadIdx.x], 1.1f) + 0.3f; }";
  CHECK(!compare_changed(rounded, kWords, change)[0].agrees);
  CHECK(compare_changed(rounded, kWords, change, measure::Build::kAsCompiled)[0].agrees);
}

// Those of tests/data/h200_textbook_counts.csv whose arrays an H200 left otherwise must be allowed
// to; and no rule is loosened for kernels that move and add.
TEST_CASE("arrays: kernels that differ on an H200 may differ, and plain ones may not") {
  const auto rules_of = [](const std::string& name) {
    const auto words = launch::embedded_options(test::kernel_text("textbook/" + name + ".cu"));
    std::string rules;
    for (const auto& array :
         compare_changed(test::kernel_text("textbook/" + name + ".cu"), *words, [](Arrays&) {}))
      rules += array.rule + "; ";
    return rules;
  };
  for (const char* name : {"compact_stream", "push_to_stack", "ring_buffer"}) {
    CAPTURE(name);
    CHECK(rules_of(name).find("in any order") != std::string::npos);
  }
  for (const char* name : {"activation", "layer_norm_block", "layer_norm_warp", "n_body",
                           "softmax_online", "softmax_warp", "matmul_tiled", "heat_2d"}) {
    CAPTURE(name);
    const auto run = test::must_run_file("textbook/" + std::string(name) + ".cu");
    CHECK(compare::accuracy_of({run}, measure::Build::kAsWritten).ulp > 0);
  }
  for (const char* name : {"histogram_shared", "bitonic_sort_shared", "game_of_life",
                           "compact_by_scan", "counting_sort"}) {
    CAPTURE(name);
    const auto run = test::must_run_file("textbook/" + std::string(name) + ".cu");
    const compare::Accuracy accuracy = compare::accuracy_of({run}, measure::Build::kAsWritten);
    CHECK(accuracy.ulp == 0);
    CHECK(accuracy.of_largest == 0);
    CHECK(rules_of(name).find("clock") == std::string::npos);
  }
  CHECK(rules_of("matmul_tiled").find("any order") == std::string::npos);
  CHECK(rules_of("histogram_shared").find("any order") == std::string::npos);
}
