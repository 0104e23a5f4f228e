// asm statements as what they become: the tokens behind the preprocessor. That the results are
// right is tests/programs/inline_ptx*.cu's; wrong statements are
// tests/golden/diagnostics/inline_ptx*.cu.
#include <doctest/doctest.h>

#include <string>
#include <vector>

#include "sim/lang/text/preprocessor.hpp"
#include "tests/unit/lang/support.hpp"

using namespace warplens;

namespace {

// A kernel whose body is the statement, in text that a macro may be a part of.
std::string kernel(const std::string& statement, const std::string& before = "") {
  return before +
         "\n__global__ void k(float* a, const float* b, int* c, unsigned* u, unsigned long long* l,"
         " double* d, int n) {\n  unsigned r[4], s = 0, t = 0; float f[4]; unsigned long long q;"
         " const void* p = b;\n  " +
         statement + "\n}\n";
}

// The tokens of its line, with a blank between each two.
std::string made_of(const std::string& statement, const std::string& before = "") {
  const auto tokens = lang::print_tokens(base::SourceFile("k.cu", kernel(statement, before)), {});
  if (!tokens.ok()) return "error: " + tokens.error().front().message;
  const size_t begin = tokens->rfind("const void * p = b ;");
  return begin == std::string::npos ? "" : tokens->substr(begin);
}

bool contains(const std::string& text, const std::string& part) {
  return text.find(part) != std::string::npos;
}

// "1:9: message", of the first mistake; "" where there is none.
std::string mistake_in(const std::string& statement, const std::string& before = "") {
  const std::vector<std::string> errors = lang::testing::errors_of(kernel(statement, before));
  return errors.empty() ? "" : errors.front();
}

constexpr const char* kOperandsOfLoad =
    "\"=r\"(r[0]), \"=r\"(r[1]), \"=r\"(r[2]), \"=r\"(r[3]) : \"r\"(s)";

}  // namespace

TEST_CASE("inline ptx: words of ldmatrix in any order, in split strings, are one call") {
  for (const char* text : {"\"ldmatrix.sync.aligned.m8n8.x4.shared.b16 {%0, %1, %2, %3}, [%4];\"",
                           "\"ldmatrix.sync.aligned.x4.m8n8.shared.b16 {%0,%1,%2,%3}, [%4];\\n\"",
                           "\"ldmatrix.sync.aligned.m8n8.x4.shared::cta.b16 \"\n"
                           "      \"{%0, %1, %2, %3}, \"\n      \"[%4];\\n\\t\"",
                           "\"ldmatrix.sync.aligned.m8n8.x4.b16\\n {%0, %1,\\t%2, %3},\\n[%4]\""}) {
    CAPTURE(text);
    const std::string made =
        made_of("asm volatile(" + std::string(text) + " : " + kOperandsOfLoad + " : \"memory\");");
    CHECK(contains(made, "warplens_ldmatrix_x4 ( & part0 , & part1 , & part2 , & part3 ,"));
    CHECK(contains(made, "__ptx_3 = ( unsigned ) ( part3 ) ;"));
  }
  CHECK(
      contains(made_of("asm(\"ldmatrix.sync.aligned.x2.trans.m8n8.shared.b16 {%0, %1}, [%2+64];\" "
                       ": \"=r\"(r[0]), \"=r\"(r[1]) : \"l\"(p));"),
               "warplens_ldmatrix_x2_trans ( & part0 , & part1 , ( unsigned ) ( __ptx_2 + ( 64 ) "
               ") )"));
}

TEST_CASE("inline ptx: matrices are stored, transposed and multiplied") {
  CHECK(contains(made_of("asm volatile(\"stmatrix.sync.aligned.m8n8.x2.trans.shared.b16 [%0], "
                         "{%1, %2};\" :: \"r\"(s), \"r\"(r[0]), \"r\"(r[1]) : \"memory\");"),
                 "warplens_stmatrix_x2_trans ( ( unsigned ) __ptx_0 , __ptx_1 , __ptx_2 ) ;"));
  CHECK(contains(made_of("asm(\"movmatrix.sync.aligned.m8n8.trans.b16 %0, %1;\" : \"=r\"(s) : "
                         "\"r\"(t));"),
                 "warplens_movmatrix_trans ( __ptx_1 )"));
  // In a macro, as public kernels have it; operands of the results may be those of the sum.
  const std::string macro =
      "#define HMMA(R0, R1, A, B) \\\n"
      "  asm volatile(\"mma.sync.aligned.m16n8k16.row.col.f16.f16.f16.f16 {%0, %1}, \" \\\n"
      "               \"{%2, %3, %4, %5}, {%6, %7}, {%0, %1};\\n\" \\\n"
      "               : \"+r\"(R0), \"+r\"(R1) \\\n"
      "               : \"r\"(A[0]), \"r\"(A[1]), \"r\"(A[2]), \"r\"(A[3]), \"r\"(B[0]), "
      "\"r\"(B[1]))\n";
  const std::string made = made_of("HMMA(s, t, r, r);", macro);
  CHECK(contains(made,
                 "& part0 , & part1 , & part2 , & part3 , __ptx_2 , __ptx_3 , __ptx_4 , "
                 "__ptx_5 , __ptx_6 , __ptx_7 , __ptx_0 , __ptx_1 , 0u , 0u ) ;"));
  CHECK(contains(made, "__ptx_1 = ( unsigned ) ( part1 ) ;"));
  CHECK_FALSE(contains(made, "( part2 )"));
  // Floats are passed as their bits.
  const std::string floats = made_of(
      "asm(\"mma.sync.aligned.m16n8k8.row.col.f32.tf32.tf32.f32 {%0,%1,%2,%3}, "
      "{%4,%4,%4,%4}, {%5,%5}, {%0,%1,%2,%3};\" : \"+f\"(f[0]), \"+f\"(f[1]), "
      "\"+f\"(f[2]), \"+f\"(f[3]) : \"r\"(s), \"r\"(t));");
  CHECK(contains(floats, "__float_as_uint ( __ptx_3 )"));
  CHECK(contains(floats, "__uint_as_float ( ( unsigned ) ( part3 ) )"));
  CHECK(contains(made_of("asm(\"mma.sync.aligned.m8n8k4.row.col.f64.f64.f64.f64 {%0, %1}, {%2}, "
                         "{%2}, {%0, %1};\" : \"+d\"(d[0]), \"+d\"(d[1]) : \"d\"(d[2]));"),
                 "warplens_mma_f64 ( & part0 , & part1 , __ptx_2 , __ptx_2 , __ptx_0 , __ptx_1 )"));
}

TEST_CASE("inline ptx: asynchronous copies with hints, sizes and predicates") {
  const auto copy = [](const std::string& text, const std::string& inputs) {
    return made_of("asm volatile(\"" + text + "\" :: \"r\"(s), \"l\"(p)" + inputs + ");");
  };
  CHECK(contains(copy("cp.async.ca.shared.global.L2::128B [%0], [%1], %2;", ", \"n\"(8)"),
                 "warplens_cp_async ( ( unsigned ) __ptx_0 , ( void * ) __ptx_1 , ( int ) ( "
                 "__ptx_2 ) , ( unsigned ) ( __ptx_2 ) , 0 ) ;"));
  CHECK(contains(copy("cp.async.cg.shared.global [%0], [%1], 16, %2;", ", \"r\"(t)"),
                 "( int ) ( 16 ) , ( unsigned ) ( __ptx_2 ) , 1 ) ;"));
  // A policy is no size.
  CHECK(contains(
      copy("cp.async.cg.shared.global.L2::cache_hint [%0], [%1], 16, %2;", ", \"l\"(l[0])"),
      "( int ) ( 16 ) , ( unsigned ) ( 16 ) , 1 ) ;"));
  // A predicate before it, and one behind it.
  CHECK(contains(copy("{ .reg .pred p; setp.ne.b32 p, %2, 0; @p cp.async.ca.shared.global [%0], "
                      "[%1], 4; }",
                      ", \"r\"(t)"),
                 "if ( __ptx_p ) { warplens_cp_async ("));
  CHECK(contains(copy("{ .reg .pred p; setp.eq.b32 p, %2, 0; cp.async.cg.shared.global [%0], "
                      "[%1], 16, p; }",
                      ", \"r\"(t)"),
                 "( unsigned ) ( __ptx_p ? 0u : ( unsigned ) ( 16 ) )"));
  CHECK(contains(made_of("asm volatile(\"cp.async.commit_group;\\n\" ::);"),
                 "warplens_cp_async_commit ( ) ;"));
  CHECK(contains(made_of("asm volatile(\"cp.async.wait_group %0;\" :: \"n\"(2));"),
                 "warplens_cp_async_wait ( ( int ) ( __ptx_0 ) ) ;"));
  CHECK(contains(made_of("__asm__ __volatile__(\"cp.async.wait_all;\" ::: \"memory\");"),
                 "warplens_cp_async_wait_all ( ) ;"));
  CHECK(contains(made_of("asm(\"cp.async.mbarrier.arrive.noinc.shared::cta.b64 [%0];\" :: "
                         "\"r\"(s));"),
                 "warplens_cp_async_arrive ( ( unsigned ) __ptx_0 , 1 ) ;"));
}

TEST_CASE("inline ptx: mbarriers") {
  const auto made = [](const std::string& text) {
    return made_of("asm volatile(\"" + text + "\" : \"=l\"(q), \"=r\"(t) : \"r\"(s), \"r\"(n));");
  };
  CHECK(contains(made("mbarrier.init.shared::cta.b64 [%2], %3;"),
                 "warplens_mbarrier_init ( ( unsigned ) __ptx_2 , __ptx_3 ) ;"));
  CHECK(contains(made("mbarrier.inval.shared.b64 [%2];"), "warplens_mbarrier_inval ("));
  CHECK(contains(made("mbarrier.arrive.release.cta.shared::cta.b64 _, [%2];"),
                 "( void ) ( warplens_mbarrier_arrive ( ( unsigned ) __ptx_2 , 1u ) ) ;"));
  CHECK(contains(made("mbarrier.arrive.shared.b64 %0, [%2], 3;"),
                 "warplens_mbarrier_arrive ( ( unsigned ) __ptx_2 , ( ( unsigned ) 3 ) )"));
  CHECK(contains(made("mbarrier.arrive.expect_tx.shared::cta.b64 _, [%2], %3;"),
                 "warplens_mbarrier_expect_tx ( ( unsigned ) __ptx_2 , __ptx_3 ) ; ( void ) ( "
                 "warplens_mbarrier_arrive ( ( unsigned ) __ptx_2 , 1u ) ) ;"));
  CHECK(contains(made("mbarrier.pending_count.b64 %1, %0;"), "warplens_mbarrier_pending ("));
  // A loop as libraries have it, with labels in braces.
  const std::string loop = made(
      "{ .reg .pred P1;\\n LAB_WAIT:\\n mbarrier.try_wait.parity.shared::"
      "cta.b64 P1, [%2], %3;\\n @P1 bra DONE;\\n bra LAB_WAIT;\\n DONE: "
      "\\n}");
  CHECK(contains(loop,
                 "__ptx_P1 = ( bool ) ( warplens_mbarrier_wait ( ( unsigned ) __ptx_2 , "
                 "__ptx_3 ) != 0 ) ;"));
  CHECK(contains(loop, "if ( __ptx_P1 ) { goto __ptx_0_DONE ; }"));
  CHECK(contains(made("{ .reg .pred p; mbarrier.test_wait.shared.b64 p, [%2], %0; selp.b32 %1, 1, "
                      "0, p; }"),
                 "warplens_mbarrier_test_state ("));
}

TEST_CASE("inline ptx: bulk copies and tensors' tiles") {
  const auto made = [](const std::string& text) {
    return made_of("asm volatile(\"" + text +
                   "\" :: \"r\"(s), \"l\"(p), \"r\"(t), \"r\"(n), \"r\"(n), \"l\"(q));");
  };
  CHECK(contains(made("cp.async.bulk.shared::cluster.global.mbarrier::complete_tx::bytes [%0], "
                      "[%1], %3, [%2];"),
                 "warplens_bulk_load ( ( unsigned ) __ptx_0 , ( void * ) __ptx_1 , __ptx_3 , ( "
                 "unsigned ) __ptx_2 ) ;"));
  CHECK(contains(made("cp.async.bulk.global.shared::cta.bulk_group.L2::cache_hint [%1], [%0], 256, "
                      "%5;"),
                 "warplens_bulk_store ( ( void * ) __ptx_1 , ( unsigned ) __ptx_0 , ( ( unsigned ) "
                 "256 ) ) ;"));
  CHECK(contains(made("cp.async.bulk.commit_group;"), "warplens_bulk_commit ( ) ;"));
  CHECK(contains(made("cp.async.bulk.wait_group.read 1;"),
                 "warplens_bulk_wait ( ( int ) ( 1 ) , 1 ) ;"));
  CHECK(
      contains(made("cp.async.bulk.wait_group 0;"), "warplens_bulk_wait ( ( int ) ( 0 ) , 0 ) ;"));
  CHECK(
      contains(made("cp.async.bulk.tensor.2d.shared::cluster.global.tile.mbarrier::complete_tx::"
                    "bytes [%0], [%1, {%3, %4}], [%2];"),
               "warplens_tma_load ( ( unsigned ) __ptx_0 , ( const void * ) ( __ptx_1 ) , 2 , ( ( "
               "int ) __ptx_3 ) , ( ( int ) __ptx_4 ) , 0 , ( unsigned ) __ptx_2 ) ;"));
  CHECK(
      contains(made("cp.async.bulk.tensor.1d.global.shared::cta.bulk_group [%1, {%3}], [%0];"),
               "warplens_tma_store ( ( const void * ) ( __ptx_1 ) , 1 , ( ( int ) __ptx_3 ) , 0 , "
               "0 , ( unsigned ) __ptx_0 ) ;"));
  CHECK(
      contains(made("cp.reduce.async.bulk.global.shared::cta.bulk_group.add.noftz.bf16 [%1], [%0], "
                    "%3;"),
               "warplens_bulk_add ( ( void * ) __ptx_1 , ( unsigned ) __ptx_0 , __ptx_3 , 4 ) "
               ";"));
  CHECK(contains(made("fence.proxy.async.shared::cta;"), "warplens_proxy_fence ( ) ;"));
  for (const char* nothing :
       {"prefetch.tensormap [%1];", "fence.mbarrier_init.release.cluster;", "griddepcontrol.wait;",
        "cp.async.bulk.prefetch.L2.global [%1], 64;", "setmaxnreg.inc.sync.aligned.u32 232;",
        "{.reg .b64 h; createpolicy.fractional.L2::evict_last.b64 h, 1.0;}",
        "prefetch.global.L2 [%1];"}) {
    CAPTURE(nothing);
    CHECK_FALSE(contains(made(nothing), "asm"));
  }
}

TEST_CASE("inline ptx: a constant's text, named operands, comments and escapes") {
  CHECK(contains(made_of("asm(\"mul%2.u32 %0, %1, 3;\" : \"=r\"(s) : \"r\"(t), \"C\"(kHalf));",
                         "constexpr char kHalf[] = \".hi\";"),
                 "warplens_ptx_high ( __ptx_1 , ( ( unsigned ) 3 ) )"));
  CHECK(contains(made_of("asm(\"add.u32 %[sum], %[x], 1;\" : [sum] \"=r\"(s) : [x] \"r\"(t));"),
                 "__ptx_0 = ( unsigned ) ( ( unsigned ) ( __ptx_1 + ( ( unsigned ) 1 ) ) ) ;"));
  const std::string two = made_of(
      "asm(\"// first\\n add.u32 %0, %1, 1; /* then; */ add.u32 %0, %0, 2;\" : \"=r\"(s) : "
      "\"r\"(t));");
  CHECK(contains(two, "__ptx_1 + ( ( unsigned ) 1 )"));
  CHECK(contains(two, "__ptx_0 + ( ( unsigned ) 2 )"));
}

TEST_CASE("inline ptx: a mistake's place is the instruction, in a macro its use") {
  // Column 7 is the second string's, and there the instruction's.
  CHECK(mistake_in("asm volatile(\n    \"mov.u32 %0, 1;\"\n    \" wgmma.fence.sync.aligned;\" : "
                   "\"=r\"(s));")
            .starts_with("6:7: inline PTX: 'wgmma.fence.sync.aligned' is not supported"));
  CHECK(mistake_in("int x; FENCE();", "#define FENCE() asm volatile(\"wgmma.fence;\")")
            .starts_with("4:10: inline PTX: 'wgmma.fence' is not supported"));
}

TEST_CASE("inline ptx: a macro that ends within its asm statement") {
  const std::string lacking =
      "#define LOAD(R, P) asm volatile(\"ld.global.u32 %0, [%1];\" \n"
      "    : \"=r\"(R) : \"l\"(P))\n";
  CHECK(contains(mistake_in("LOAD(s, p);", lacking), "the macro ends within its asm statement"));
  const std::string lacking_later =
      "#define LOAD(R, P) asm volatile(\"ld.global.u32 %0, [%1];\" \\\n"
      "    : \"=r\"(R), \n    : \"l\"(P))\n";
  CHECK(contains(mistake_in("LOAD(s, p);", lacking_later),
                 "the macro ends within its asm statement"));
}

TEST_CASE("inline ptx: assembly outside of functions is left alone") {
  const std::string text = "asm(\".globl start\");\n__global__ void k(float* a) { a[0] = 1; }\n";
  CHECK(lang::testing::errors_of(text).empty());
}
