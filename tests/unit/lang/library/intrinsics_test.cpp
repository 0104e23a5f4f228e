// CUDA's functions: which overload a call means, and what those that the machine lacks are made of.
#include <doctest/doctest.h>

#include "sim/lang/library/intrinsics.hpp"
#include "tests/support/golden_sentences.hpp"
#include "tests/unit/lang/support.hpp"

using namespace warplens::lang;
using testing::body_of;
using testing::compiled;
using testing::errors_of;
using warplens::test::golden;

namespace {

using Lines = std::vector<std::string>;

Lines errors_in(const std::string& body) {
  return errors_of("__global__ void k(float* a, const int* c, short* s, long long* l, int n) {\n" +
                   body + "\n}\n");
}

}  // namespace

TEST_CASE("intrinsics: every row's signature is well formed and fits the operation's kind") {
  for (const Intrinsic& row : intrinsics()) {
    CAPTURE(row.name);
    const size_t colon = row.signature.find(':');
    REQUIRE(colon + 2 == row.signature.size());
    CHECK(row.signature.find_first_not_of("iuklmfdhgbstvIUKLMFDHGTVC:") == std::string_view::npos);
    const auto rows = intrinsics_named(row.name);
    REQUIRE(!rows.empty());
    CHECK(intrinsics()[rows.front()].signature.find(':') == colon);
    const IntrinsicKind kind = kind_of(row.op);
    CHECK(kind == kind_of(intrinsics()[rows.front()].op));
    const char first = row.signature.front();
    const bool takes_address = kind == IntrinsicKind::kAtomic || kind == IntrinsicKind::kCached;
    if (takes_address) CHECK((first >= 'A' && first <= 'Z'));
    if (kind == IntrinsicKind::kShuffle || kind == IntrinsicKind::kMatch) CHECK(first == 'u');
    if (default_argument(row.op)) CHECK(colon > 0);
  }
}

TEST_CASE("intrinsics: shuffles take the value's type and a default width") {
  CHECK(body_of("n = __shfl_down_sync(0xffffffff, n, 16);") ==
        "(= n (__shfl_down_sync:int 4294967295u (load n) (->unsigned int 16) 32))");
  CHECK(body_of("d = __shfl_xor_sync(0xffffffff, d, 1, 8);") ==
        "(= d (__shfl_xor_sync:double 4294967295u (load d) 1 8))");
  CHECK(body_of("u = __ballot_sync(0xffffffff, a[0] > 0);") ==
        "(= u (__ballot_sync:unsigned int 4294967295u (->int (> (load (index (load a) 0)) (->float "
        "0)))))");
  CHECK(body_of("__syncwarp();") == "(__syncwarp:void 4294967295u)");
}

TEST_CASE("intrinsics: atomics by what the address points to") {
  CHECK(body_of("__shared__ int s[4]; n = atomicSub(&s[0], 2); atomicMax(s, n);") ==
        "let\n(= n (atomicAdd:int (& (index s 0)) (- 2)))\n(atomicMax:int (->int* s) (load n))");
  CHECK(body_of("__shared__ unsigned s; atomicInc(&s, 7); atomicCAS(&s, 1, 2);") ==
        "let\n(atomicInc:unsigned int (& s) (->unsigned int 7))\n"
        "(atomicCAS:unsigned int (& s) (->unsigned int 1) (->unsigned int 2))");
  CHECK(errors_in("atomicAdd(c, 1);") ==
        Lines{"2:11: atomicAdd cannot write here: the pointer is const int*"});
  CHECK(errors_in("atomicAdd(s, 1);") == Lines{"2:11: atomicAdd does not work on 'short'"});
  CHECK(errors_in("atomicAdd(l, 1);") == Lines{"2:11: atomicAdd does not work on 'long long'"});
  CHECK(errors_in("atomicMin(a, 1.f);") == Lines{"2:11: atomicMin does not work on 'float'"});
  CHECK(
      errors_in("atomicAdd(*a, 1);") ==
      Lines{"2:11: the first argument of atomicAdd is an address, this is a value of type float"});
}

TEST_CASE("intrinsics: cached loads and stores are accesses") {
  CHECK(body_of("a[0] = __ldg(&b[n]);") ==
        "(= (index (load a) 0) (load (* (& (index (load b) (load n))))))");
  CHECK(body_of("float4 v = __ldg((const float4*)b);") ==
        "let float4 v (load (* (cast const float4* (load b))))");
  CHECK(body_of("__stcg(a + 1, d);") == "(= (* (+ (load a) (->long long 1))) (->float (load d)))");
}

TEST_CASE("intrinsics: what the machine has not is made of what it has") {
  CHECK(body_of("a[0] = __fdividef(a[1], 2);") ==
        "(= (index (load a) 0) (/ (load (index (load a) 1)) (->float 2)))");
  CHECK(body_of("n = __float2int_rn(a[0]);") ==
        "(= n (->int (rintf:float (load (index (load a) 0)))))");
  CHECK(body_of("n = isfinite(d);") == "(= n (->int (< (abs:double (load d)) inf)))");
  CHECK(body_of("a[0] = __saturatef(a[0]);") ==
        "(= (index (load a) 0) (min:float (max:float (load (index (load a) 0)) 0.f) 1.f))");
  CHECK(body_of("n = __float_as_int(a[0]); n = __popc(n) + __clz(n);") ==
        "(= n (__float_as_int:int (load (index (load a) 0))))\n"
        "(= n (+ (__popc:int (->unsigned int (load n))) (__clz:int (->unsigned int (load n)))))");
  CHECK(body_of("sincosf(a[0], &a[1], &a[2]);") ==
        "(, (= (* (& (index (load a) 1))) (__sinf:float (load (temporary (load (index (load a) "
        "0)))))) (= (* (& (index (load a) 2))) (__cosf:float (load ))))");
}

TEST_CASE("intrinsics: std:: and overloads") {
  CHECK(body_of("n = std::min(n, 3); a[0] = std::sqrt(a[0]);") ==
        "(= n (std::min:int (load n) 3))\n"
        "(= (index (load a) 0) (std::sqrt:float (load (index (load a) 0))))");
  CHECK(errors_in("std::sort(a, a + n);").size() == 1);
  CHECK(errors_in("__syncthreads(1);") == Lines{"2:1: '__syncthreads' takes 0 arguments, not 1"});
}

TEST_CASE("intrinsics: printf and assert") {
  CHECK(body_of("printf(\"%d %f\\n\", n, a[0]);") ==
        "(printf (load n) (->double (load (index (load a) 0))))");
  CHECK(body_of("assert(n > 0 && \"positive\");") == "(assert (&& (> (load n) 0) 1u))");
  const auto warning_of = [](const std::string& call) {
    const auto unit =
        testing::compiled("__global__ void k(float f, int n, long long l) {\n" + call + "\n}\n");
    return unit->warnings.empty() ? std::string() : unit->warnings.front().message;
  };
  CHECK(warning_of("printf(\"%d\", f);") == golden("lang.printf.integer_expected"));
  CHECK(warning_of("printf(\"%f\", n);") == golden("lang.printf.floating_expected"));
  CHECK(warning_of("printf(\"%d\", l);") == golden("lang.printf.too_few_bits"));
  CHECK(warning_of("printf(\"%d %d\", n);") == golden("lang.printf.value_missing"));
  CHECK(warning_of("printf(\"%%\", n);") == golden("lang.printf.value_unused"));
  CHECK(warning_of("printf(\"%*d %lld %5.2f%%\\n\", n, n, l, f);").empty());
}

TEST_CASE("printf: strings among the arguments become part of the format") {
  const auto format_of = [](const std::string& arguments) -> std::string {
    const auto unit = compiled("__global__ void k(int n) { printf(" + arguments + "); }");
    const Stmt& statement = *unit->kernels.at(0).body->statements.at(0);
    const auto& print = as<Print>(*as<ExpressionStmt>(statement).expression);
    return print.format + "|" + std::to_string(print.arguments.size());
  };
  CHECK(format_of(R"("%d %s %d\n", n, "100%", n)") == "%d 100%% %d\n|2");
  CHECK(format_of(R"("[%6s] [%-6s] [%.2s]", "abc", "abc", "ab" "c")") ==
        "[   abc] [abc   ] [ab]|0");
  CHECK(format_of(R"("%*d %s%%", 4, n, "x")") == "%*d x%%|2");
  CHECK(errors_of(R"(__global__ void k(int n) { printf("%d\n", "text"); })") ==
        golden("lang.printf.string_as_integer"));
  CHECK(format_of(R"("%d %s\n", n, n > 1 ? "a" : "b")") == "%d %s\n|2");
}

TEST_CASE("intrinsics: every row of the table that takes numbers is checked in a kernel") {
  const std::string letters = "fdiulmhbstk";
  const std::vector<std::string> values = {
      "f", "d", "n", "1u", "1ll", "1ull", "h", "(n > 1)", "(short)n", "(unsigned short)n", "1l"};
  size_t called = 0;
  for (const Intrinsic& row : intrinsics()) {
    const std::string signature(row.signature);
    const std::string parameters = signature.substr(0, signature.find(':'));
    if (parameters.find_first_not_of(letters) != std::string::npos) continue;
    std::string arguments;
    for (const char letter : parameters)
      arguments += (arguments.empty() ? "" : ", ") + values[letters.find(letter)];
    const std::string call = std::string(row.name) + "(" + arguments + ")";
    CAPTURE(call);
    CHECK(
        errors_of("#include <cuda_fp16.h>\n__global__ void k(float f, double d, half h, int n) { " +
                  call + "; }")
            .empty());
    ++called;
  }
  CHECK(called > 400);
}
