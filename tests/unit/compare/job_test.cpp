// A request as a job: parameters as C++ passes them, arrays, variables, several launches.
#include <doctest/doctest.h>

#include <cstring>
#include <filesystem>
#include <string>

#include "app/compare/job.hpp"
#include "app/files/files.hpp"
#include "app/files/save.hpp"
#include "kernels/measure/child/scratch_folder.hpp"
#include "tests/support/runs.hpp"

using namespace warplens;

namespace {

measure::Job must_make(const std::string& text, const std::string& words,
                       const measure::ScratchFolder& folder) {
  const prepare::Request request = test::make_request(text, words);
  auto job = compare::make_job(request, folder.path());
  REQUIRE_MESSAGE(job.ok(), (job.ok() ? "" : base::render(job.error(), request.file)));
  return *job;
}

template <typename T>
T value_at(const std::vector<std::byte>& bytes, size_t offset) {
  REQUIRE(offset + sizeof(T) <= bytes.size());
  T value;
  std::memcpy(&value, bytes.data() + offset, sizeof value);
  return value;
}

std::vector<std::byte> data_of(const measure::Job& job, size_t array) {
  const auto data = files::read_bytes(job.data_file);
  REQUIRE(data.ok());
  const measure::JobArray& one = job.arrays.at(array);
  REQUIRE(one.offset + one.bytes <= data->size());
  const auto begin = data->begin() + static_cast<std::ptrdiff_t>(one.offset);
  return {begin, begin + static_cast<std::ptrdiff_t>(one.bytes)};
}

std::string message_of(const std::string& text, const std::string& words) {
  const measure::ScratchFolder folder;
  const auto job = compare::make_job(test::make_request(text, words), folder.path());
  REQUIRE(!job.ok());
  return job.error().front().message;
}

}  // namespace

TEST_CASE("job: scalars have their size, pointers say which array") {
  const measure::ScratchFolder folder;
  const measure::Job job = must_make(
      "__global__ void k(float* a, bool on, short s, double d, const int* b, float f) { a[0] = f; "
      "}",
      "--grid 2,3 --block 32,2 --arg a=float[8]:iota --arg on=true --arg s=-2 --arg d=0.5 --arg "
      "b=int[4]:zero --arg f=1.5",
      folder);
  REQUIRE(job.launches.size() == 1);
  const measure::JobLaunch& launch = job.launches.front();
  CHECK(launch.kernel == "k");
  CHECK(launch.grid.y == 3);
  CHECK(launch.block.x == 32);
  REQUIRE(launch.parameters.size() == 6);
  CHECK(launch.parameters[0].size() == 8);
  CHECK(launch.parameters[1].size() == 1);
  CHECK(value_at<uint8_t>(launch.parameters[1], 0) == 1);
  CHECK(value_at<int16_t>(launch.parameters[2], 0) == -2);
  CHECK(value_at<double>(launch.parameters[3], 0) == 0.5);
  CHECK(value_at<float>(launch.parameters[5], 0) == 1.5f);
  REQUIRE(launch.pointers.size() == 2);
  CHECK(launch.pointers[0].parameter == 0);
  CHECK(launch.pointers[0].array == 0);
  CHECK(launch.pointers[1].parameter == 4);
  CHECK(launch.pointers[1].array == 1);
  REQUIRE(job.arrays.size() == 2);
  CHECK(job.arrays[0].name == "a");
  CHECK(job.arrays[0].bytes == 32);
  CHECK(value_at<float>(data_of(job, 0), 28) == 7.0f);
  CHECK(value_at<int>(data_of(job, 1), 0) == 0);
}

TEST_CASE("job: a record by value has its members at C++'s offsets, pointers too") {
  const measure::ScratchFolder folder;
  const measure::Job job = must_make(
      "struct Matrix { char tag; int width; float* elements; __half h; };\n"
      "__global__ void k(Matrix m, float* out) { out[0] = m.elements[m.width]; }",
      "--arg m={7,3,@A,1.5} --arg A=float[16] --arg out=float[1]:zero", folder);
  const measure::JobLaunch& launch = job.launches.front();
  REQUIRE(launch.parameters.size() == 2);
  REQUIRE(launch.parameters[0].size() == 24 + 0);
  CHECK(value_at<int8_t>(launch.parameters[0], 0) == 7);
  CHECK(value_at<int>(launch.parameters[0], 4) == 3);
  CHECK(value_at<uint16_t>(launch.parameters[0], 16) == 0x3e00);
  REQUIRE(launch.pointers.size() == 2);
  CHECK(launch.pointers[0].offset == 8);
  CHECK(job.arrays[launch.pointers[0].array].name == "A");
  CHECK(job.arrays[launch.pointers[1].array].name == "out");
}

TEST_CASE("job: variables of the file are arrays under their full names") {
  const measure::ScratchFolder folder;
  const measure::Job job = must_make(
      "namespace geo { __constant__ float w[4]; __device__ int count = 3; }\n"
      "__constant__ const float fixed[2] = {1, 2};\n"
      "__global__ void k(float* a) { a[threadIdx.x] = geo::w[1] + fixed[threadIdx.x]; geo::count = "
      "4; }",
      "--block 2 --arg a=float[2]:zero --arg w=float[4]:iota", folder);
  REQUIRE(job.arrays.size() == 3);
  CHECK(!job.arrays[0].is_variable);
  CHECK(job.arrays[1].is_variable);
  CHECK(job.arrays[1].name == "geo::count");
  CHECK(value_at<int>(data_of(job, 1), 0) == 3);
  CHECK(job.arrays[2].is_variable);
  CHECK(job.arrays[2].name == "geo::w");
  CHECK(value_at<float>(data_of(job, 2), 12) == 3.0f);
}

TEST_CASE("job: a library's own tables are not set on a GPU, whose library has its own") {
  const measure::ScratchFolder folder;
  const measure::Job job = must_make(
      "#include <curand_kernel.h>\n"
      "__global__ void k(unsigned* a) { curandState state; curand_init(1, threadIdx.x, 0, &state); "
      "a[threadIdx.x] = curand(&state); }",
      "--block 2 --arg a=unsigned[2]:zero", folder);
  REQUIRE(job.arrays.size() == 1);
  CHECK(job.arrays[0].name == "a");
}

TEST_CASE("job: launches that follow share arrays, and bring their own") {
  const measure::ScratchFolder folder;
  const measure::Job job = must_make(
      "template <int N> __global__ void first(float* a) { a[0] = N; }\n"
      "__global__ void second(float* a, float* b) { extern __shared__ float s[]; b[0] = a[0]; }",
      "--kernel first<4> --arg a=float[4]:zero --then '--kernel second --shared 256 --block 64 "
      "--arg b=float[8]:iota'",
      folder);
  REQUIRE(job.launches.size() == 2);
  CHECK(job.launches[0].kernel == "first<4>");
  CHECK(job.launches[1].kernel == "second");
  CHECK(job.launches[1].shared_bytes == 256);
  CHECK(job.launches[1].block.x == 64);
  REQUIRE(job.arrays.size() == 2);
  REQUIRE(job.launches[1].pointers.size() == 2);
  CHECK(job.launches[1].pointers[0].array == job.launches[0].pointers[0].array);
  CHECK(value_at<float>(data_of(job, 1), 28) == 7.0f);
}

TEST_CASE("job: what a GPU cannot be given is refused in a sentence") {
  CHECK(message_of("__constant__ float w[2]; __global__ void a(float* p) { p[0] = w[0]; }\n"
                   "__global__ void b(float* p) { p[0] = w[1]; }",
                   "--kernel a --arg p=float[1]:zero --arg w=float[2]:iota --then '--kernel b'")
            .find("other contents in 'w'") != std::string::npos);
  CHECK(message_of("__device__ int n; __global__ void a(int* p) { p[0] = n; }",
                   "--kernel a --arg p=int[1]:zero --arg n=2 --then '--kernel a --arg n=3'")
            .find("fills 'n' again") != std::string::npos);
  CHECK(message_of("__global__ void a(int* p) { p[0] = nothing; }", "--arg p=int[1]")
            .find("nothing") != std::string::npos);
}

TEST_CASE("job: the hash follows the text, its headers and definitions") {
  measure::Job job;
  job.text = "a";
  const std::string first = compare::text_hash(job);
  CHECK(first.size() == 16);
  CHECK(compare::text_hash(job) == first);
  job.defines.push_back({"TILE", "16"});
  const std::string second = compare::text_hash(job);
  CHECK(second != first);
  job.defines.front().value = "8";
  CHECK(compare::text_hash(job) != second);
  job.defines.clear();
  job.headers.push_back({"x.h", ""});
  CHECK(compare::text_hash(job) != first);
}

TEST_CASE("job: a scratch folder goes with all that is in it") {
  std::string path;
  {
    const measure::ScratchFolder folder;
    path = folder.path();
    REQUIRE(!path.empty());
    REQUIRE(files::write_bytes(path + "/data.bin", std::vector<std::byte>(4)).empty());
  }
  CHECK(!std::filesystem::exists(path));
}
