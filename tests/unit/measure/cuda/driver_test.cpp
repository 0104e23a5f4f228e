// The driver's side that needs no GPU, and, where there is one, a copy there and back.
#include "kernels/measure/cuda/driver.hpp"

#include <doctest/doctest.h>

#include "kernels/measure/cuda/library.hpp"

namespace warplens::measure::cuda {
namespace {

TEST_CASE("library: none of the names opens") {
  const Library library = Library::open({"libthere-is-no-such-thing.so", "/no/such/file.so"});
  CHECK_FALSE(library.is_open());
  CHECK_FALSE(library.error().empty());
  CHECK(library.symbol("anything") == nullptr);
  CHECK(library.path().empty());
}

TEST_CASE("library: the first that opens is taken, with its functions and its file") {
  const Library library = Library::open({"libthere-is-no-such-thing.so", "libm.so.6"});
  REQUIRE(library.is_open());
  CHECK(library.error().empty());
  double (*cosine)(double) = nullptr;
  REQUIRE(library.find(cosine, "cos"));
  CHECK(cosine(0) == 1);
  CHECK_FALSE(library.find(cosine, "no_such_function"));
  CHECK((cosine == nullptr));
  CHECK(library.path().find("libm") != std::string::npos);
}

TEST_CASE("driver version: from the kernel module's description") {
  CHECK(version_in("NVRM version: NVIDIA UNIX x86_64 Kernel Module  580.159.04  Fri Jul  4 2025\n"
                   "GCC version:  gcc version 12.2.0 (Debian 12.2.0-14)\n") == "580.159.04");
  CHECK(version_in(
            "NVRM version: NVIDIA UNIX Open Kernel Module for x86_64  570.86  Release Build") ==
        "570.86");
  CHECK(version_in("") == "");
}

TEST_CASE("problem: what a kernel did wrong is a fault, with what to look for") {
  const Driver driver;  // no function is needed for these
  for (const CUresult fault :
       {CUDA_ERROR_ILLEGAL_ADDRESS, CUDA_ERROR_MISALIGNED_ADDRESS, CUDA_ERROR_ASSERT,
        CUDA_ERROR_LAUNCH_FAILED, CUDA_ERROR_ILLEGAL_INSTRUCTION}) {
    const Problem problem = driver.problem(fault, "waiting");
    CHECK(problem.kind == ProblemKind::kFault);
    CHECK(problem.message.find("; ") != std::string::npos);
  }
  CHECK(driver.problem(CUDA_ERROR_OUT_OF_MEMORY, "x").kind == ProblemKind::kMemory);
  CHECK(driver.problem(CUDA_ERROR_LAUNCH_OUT_OF_RESOURCES, "x").kind == ProblemKind::kInput);
  const Problem other = driver.problem(CUDA_ERROR_INVALID_HANDLE, "counting sheep");
  CHECK(other.kind == ProblemKind::kInternal);
  CHECK(other.message.find("while counting sheep") != std::string::npos);
}

TEST_CASE("driver: without one, or without a GPU, one sentence says what to do") {
  const Measured<DriverPointer> driver = Driver::open();
  if (!driver) {
    const Problem& problem = driver.error();
    CHECK((problem.kind == ProblemKind::kNoDriver || problem.kind == ProblemKind::kNoDevice));
    CHECK(problem.message.find("; ") != std::string::npos);
    return;
  }
  CHECK_FALSE((*driver)->version().empty());
  CHECK_FALSE((*driver)->devices()->empty());
  Measured<Memory> memory = Memory::allocate(*driver, 64);
  REQUIRE(memory.ok());
  const char sent[4] = {1, 2, 3, 4};
  char received[4] = {};
  REQUIRE(memory->write(sent, 4, 8).ok());
  REQUIRE(memory->read(received, 4, 8).ok());
  CHECK(received[3] == 4);
  const Measured<Memory> too_much = Memory::allocate(*driver, uint64_t{1} << 50);
  REQUIRE_FALSE(too_much.ok());
  CHECK(too_much.error().kind == ProblemKind::kMemory);
}

}  // namespace
}  // namespace warplens::measure::cuda
