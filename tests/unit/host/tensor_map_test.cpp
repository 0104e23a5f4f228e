// Tensor maps: what cuTensorMapEncodeTiled() accepts and refuses. The numbers are what the driver
// of CUDA 13.0 returned on an H200 for the same arguments.
#include <string>

#include "support.hpp"

using namespace warplens;

namespace {

// Of a map of 16-bit elements, 64 x 8, 128 bytes a row, boxes of 8 x 8, but for `change`: what the
// call returns.
test::Ended encoded(const std::string& change) {
  return test::run_program(R"cuda(#include <cstdio>
#include <cstdint>
#include <cuda.h>
#include <cuda_runtime.h>
int main() {
  char* data;
  cudaMalloc(&data, 1 << 20);
  CUtensorMap map;
  int type = CU_TENSOR_MAP_DATA_TYPE_UINT16, rank = 2, interleave = 0, swizzle = 0, fill = 0;
  void* address = data;
  cuuint64_t size[6] = {64, 8, 2, 2, 2, 2}, stride[5] = {128, 1024, 2048, 4096, 8192};
  cuuint32_t box[6] = {8, 8, 1, 1, 1, 1}, step[6] = {1, 1, 1, 1, 1, 1};
  )cuda" + change + R"cuda(
  const CUresult result = cuTensorMapEncodeTiled(&map, (CUtensorMapDataType)type, rank, address, size, stride, box, step, (CUtensorMapInterleave)interleave, (CUtensorMapSwizzle)swizzle, CU_TENSOR_MAP_L2_PROMOTION_NONE, (CUtensorMapFloatOOBfill)fill);
  const char* name;
  cuGetErrorName(result, &name);
  printf("%d %s\n", (int)result, name);
}
)cuda");
}

}  // namespace

TEST_CASE("tensor map: what the driver encodes is encoded") {
  for (const std::string change :
       {"", "rank = 1;", "rank = 5;", "address = nullptr;",
        "size[0] = 1ull << 32; stride[0] = 1ull << 33;", "stride[0] = 64;", "stride[0] = 0;",
        "box[0] = 256; box[1] = 256; stride[0] = 512;", "box[0] = 16; swizzle = 1;",
        "box[0] = 64; swizzle = 3;", "step[0] = step[1] = 8;",
        "type = CU_TENSOR_MAP_DATA_TYPE_FLOAT16; fill = 1;", "address = (void*)16;"}) {
    CAPTURE(change);
    const test::Ended ended = encoded(change);
    CHECK(ended.out == "0 CUDA_SUCCESS\n");
    CHECK(ended.notices == "");
  }
}

TEST_CASE("tensor map: what the driver refuses is refused, with a word on why") {
  const auto why = [](const std::string& change) {
    CAPTURE(change);
    const test::Ended ended = encoded(change);
    CHECK(ended.out == "1 CUDA_ERROR_INVALID_VALUE\n");
    return ended.notices;
  };
  const auto says = [](const std::string& err, const std::string& words) {
    CAPTURE(err);
    CHECK(err.find("cuTensorMapEncodeTiled() fails with CUDA_ERROR_INVALID_VALUE: " + words) !=
          std::string::npos);
  };
  says(why("address = data + 8;"), "the tensor's address is no multiple of 16 bytes");
  says(why("rank = 0;"), "a tensor has 1 to 5 dimensions, not 0");
  says(why("rank = 6;"), "a tensor has 1 to 5 dimensions, not 6");
  says(why("size[0] = 0;"), "size 0 is 0: it is 1 to 2^32 elements");
  says(why("size[0] = (1ull << 32) + 1; stride[0] = 1ull << 34;"),
       "size 0 is 4294967297: it is 1 to 2^32 elements");
  says(why("stride[0] = 136;"), "stride 0 is 136 bytes: it is a multiple of 16 below 2^40");
  says(why("stride[0] = 1ull << 40;"),
       "stride 0 is 1099511627776 bytes: it is a multiple of 16 below 2^40");
  says(why("box[0] = 0;"), "extent 0 of the box is 0: it is 1 to 256");
  says(why("box[1] = 257;"), "extent 1 of the box is 257: it is 1 to 256");
  says(why("box[0] = 4;"), "a row of the box has 8 bytes: it is a multiple of 16");
  says(why("box[0] = 12;"), "a row of the box has 24 bytes: it is a multiple of 16");
  says(why("box[0] = 24; swizzle = 1;"),
       "a row of the box has 48 bytes, more than the 32 that the swizzle spans");
  says(why("box[0] = 40; swizzle = 2;"),
       "a row of the box has 80 bytes, more than the 64 that the swizzle spans");
  says(why("size[0] = 128; stride[0] = 256; box[0] = 72; swizzle = 3;"),
       "a row of the box has 144 bytes, more than the 128 that the swizzle spans");
  says(why("step[0] = 0;"), "element stride 0 is 0: it is 1 to 8");
  says(why("step[1] = 9;"), "element stride 1 is 9: it is 1 to 8");
  says(why("type = 16;"), "a number is none of its enumeration");
  says(why("swizzle = 7;"), "a number is none of its enumeration");
  says(why("fill = 1;"), "whole numbers have no NaN to fill with");
}

TEST_CASE("tensor map: what only a GPU can do is refused as such") {
  for (const std::string change : {"interleave = 1; rank = 3;", "swizzle = 4;", "type = 13;"}) {
    const test::Ended ended = encoded(change);
    CHECK(ended.out == "801 CUDA_ERROR_NOT_SUPPORTED\n");
    CHECK(ended.notices.find("not supported here") != std::string::npos);
  }
}

TEST_CASE("tensor map: the driver's function is found by its name, in each of the usual ways") {
  const test::Ended ended = test::run_program(R"cuda(#include <cstdio>
#include <cuda.h>
#include <cudaTypedefs.h>
int main() {
  void *one = nullptr, *two = nullptr, *three = nullptr, *none = &one;
  cudaDriverEntryPointQueryResult query;
  cudaGetDriverEntryPoint("cuTensorMapEncodeTiled", &one, cudaEnableDefault, &query);
  printf("%d %d\n", one != nullptr, (int)query);
  cudaGetDriverEntryPointByVersion("cuTensorMapEncodeTiled", &two, 12000, cudaEnableDefault, &query);
  cudaGetDriverEntryPoint("cuNothing", &none, cudaEnableDefault, &query);
  printf("%d %d %d\n", two == one, none == nullptr, (int)query);
  CUdriverProcAddressQueryResult status;
  const CUresult found = cuGetProcAddress("cuTensorMapEncodeTiled", &three, 12000, CU_GET_PROC_ADDRESS_DEFAULT, &status);
  printf("%d %d %d\n", (int)found, (int)status, three == one);
  PFN_cuTensorMapEncodeTiled_v12000 encode = reinterpret_cast<PFN_cuTensorMapEncodeTiled_v12000>(one);
  printf("%d\n", (int)encode(nullptr, CU_TENSOR_MAP_DATA_TYPE_UINT8, 1, nullptr, nullptr, nullptr, nullptr, nullptr, CU_TENSOR_MAP_INTERLEAVE_NONE, CU_TENSOR_MAP_SWIZZLE_NONE, CU_TENSOR_MAP_L2_PROMOTION_NONE, CU_TENSOR_MAP_FLOAT_OOB_FILL_NONE));
}
)cuda");
  CHECK(ended.out == "1 0\n1 1 1\n0 0 1\n1\n");
}
