// Where a type is volatile, and which conversions keep it so.
#include <doctest/doctest.h>

#include "tests/support/golden_sentences.hpp"
#include "tests/unit/lang/support.hpp"

using namespace warplens::lang;
using testing::body_of;
using testing::errors_of;
using warplens::test::golden;

TEST_CASE("volatile: it is part of a type's name") {
  CHECK(body_of("volatile float* p = a;") == "let volatile float* p (->volatile float* (load a))");
  CHECK(body_of("float volatile* const q = (volatile float*)a; n = (int)*q;") ==
        "let volatile float* const q (cast volatile float* (load a))\n"
        "(= n (cast int (load (* (load q)))))");
}

TEST_CASE("volatile: a pointer or reference may add it and not lose it") {
  CHECK(errors_of("__global__ void k(int* a) { volatile int* p = a; *p = 1; int* q = (int*)p; "
                  "volatile int& r = *a; r = *q; }")
            .empty());
  CHECK(errors_of("__global__ void k(volatile int* p) { int* q = p; }") ==
        golden("lang.volatile.pointer"));
  CHECK(errors_of("__global__ void k(volatile int* p) { int& q = *p; }") ==
        golden("lang.volatile.reference"));
}

TEST_CASE("volatile: a value has lost it") {
  CHECK(
      errors_of("template <class T> __device__ T twice(T x) { T& y = x; return y + y; }\n"
                "__global__ void k(volatile int* p) { auto x = *p; int& y = x; *p = twice(*p) + y; "
                "atomicAdd(p, 1); }")
          .empty());
}
