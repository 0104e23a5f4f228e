// What the checker makes of expressions: every conversion and every read is a node.
#include <doctest/doctest.h>

#include "tests/unit/lang/support.hpp"

using namespace warplens::lang;
using testing::body_of;

TEST_CASE("expressions: a read is a Load, a discarded place is none") {
  CHECK(body_of("a[n] = b[n];") ==
        "(= (index (load a) (load n)) (load (index (load b) (load n))))");
  CHECK(body_of("a[n];") == "(index (load a) (load n))");
  CHECK(body_of("(void)a[n];") == "(cast void (index (load a) (load n)))");
  CHECK(body_of("*a;") == "(* (load a))");
  CHECK(body_of("n++, a[n];") == "(, (x++ n) (index (load a) (load n)))");
  CHECK(body_of("n ? a[0] : b[0];") ==
        "(? void (->bool (load n)) (index (load a) 0) (index (load b) 0))");
  CHECK(body_of("a[0] += 1;") == "(+= float (index (load a) 0) (->float 1))");
  CHECK(body_of("++a[0];") == "(++x (index (load a) 0))");
}

TEST_CASE("expressions: the usual arithmetic conversions") {
  CHECK(body_of("n + u;") == "(+ (->unsigned int (load n)) (load u))");
  CHECK(body_of("n * 1.5f;") == "(* (->float (load n)) 1.5f)");
  CHECK(body_of("b[0] * 0.5;") == "(* (->double (load (index (load b) 0))) 0.5)");
  CHECK(body_of("threadIdx.x < n;") == "(< threadIdx.x (->unsigned int (load n)))");
  CHECK(body_of("short s = 1; s + s;").substr(12) ==
        "(->short 1)\n(+ (->int (load s)) (->int (load s)))");
  CHECK(body_of("u + 1ll;") == "(+ (->long long (load u)) 1)");
  CHECK(body_of("n << u;") == "(<< (load n) (load u))");
  CHECK(body_of("n > 0 && u;") == "(&& (> (load n) 0) (->bool (load u)))");
  CHECK(body_of("!b[0];") == "(! (->bool (load (index (load b) 0))))");
  CHECK(body_of("n = d;") == "(= n (->int (load d)))");
  CHECK(body_of("n += d;") == "(+= double n (load d))");
  CHECK(body_of("n <<= u;") == "(<<= int n (load u))");
  CHECK(body_of("n > 0 ? 1 : d;") == "(? void (> (load n) 0) 1 d)");
  CHECK(body_of("d = n > 0 ? 1 : d;") == "(= d (? double (> (load n) 0) (->double 1) (load d)))");
}

TEST_CASE("expressions: precedence and association") {
  CHECK(body_of("n - 1 - 2 * 3;") == "(- (- (load n) 1) (* 2 3))");
  CHECK(body_of("n & 1 == 0;") == "(& (load n) (->int (== 1 0)))");
  CHECK(body_of("n | 1 ^ 2 & 3;") == "(| (load n) (^ 1 (& 2 3)))");
  CHECK(body_of("n = u = 3;") == "(= n (->int (= u (->unsigned int 3))))");
  CHECK(body_of("-n + ~n;") == "(+ (- (load n)) (~ (load n)))");
  CHECK(body_of("*a++ = -*b;") == "(= (* (x++ a)) (- (load (* (load b)))))");
}

TEST_CASE("expressions: arrays are indexed in place and decay where a pointer is needed") {
  const std::string declared = "__shared__ float s[4][8];";
  CHECK(body_of(declared + "s[n][1] = 0;") == "let\n(= (index (index s (load n)) 1) (->float 0))");
  CHECK(body_of(declared + "a = s[1];") == "let\n(= a (->float* (index s 1)))");
  CHECK(body_of(declared + "a = *s;") == "let\n(= a (->float* (* (->float(*)[8] s))))");
  CHECK(body_of("a = a + n; u = a - b;") ==
        "(= a (+ (load a) (->long long (load n))))\n(= u (->unsigned int (- (load a) (load b))))");
  CHECK(body_of("a += u;") == "(+= float* a (->long long (load u)))");
  CHECK(body_of("a = &a[3];") == "(= a (& (index (load a) 3)))");
  CHECK(body_of("2[a] = 1;") == "(= (index (load a) 2) (->float 1))");
  CHECK(body_of("if (a == nullptr || b) ;") ==
        "if (|| (== (load a) (->float* nullptr)) (->bool (load b))) empty else -");
}

TEST_CASE("expressions: casts of every spelling") {
  CHECK(body_of("a[0] = (float)n / float(n);") ==
        "(= (index (load a) 0) (/ (cast float (load n)) (cast float (load n))))");
  CHECK(body_of("n = static_cast<int>(d);") == "(= n (cast int (load d)))");
  CHECK(body_of("*reinterpret_cast<int*>(a) = 1;") == "(= (* (cast int* (load a))) 1)");
  CHECK(body_of("u = sizeof(float) + sizeof n + sizeof(a);") ==
        "(= u (->unsigned int (+ (+ 4u 4u) 8u)))");
  CHECK(body_of("u = sizeof(long long unsigned int);") == "(= u (->unsigned int 8u))");
}

TEST_CASE("expressions: overloads follow the arguments") {
  CHECK(body_of("min(n, 3);") == "(min:int (load n) 3)");
  CHECK(body_of("min(n, u);") == "(min:unsigned int (->unsigned int (load n)) (load u))");
  CHECK(body_of("max((float)n, 0.f);") == "(max:float (cast float (load n)) 0.f)");
  CHECK(body_of("max(1l, 2l);") == "(->long (max:long long (->long long 1) (->long long 2)))");
  CHECK(body_of("sqrt(n); sqrt(b[0]); sqrtf(d);") ==
        "(sqrt:double (->double (load n)))\n(sqrt:float (load (index (load b) 0)))\n(sqrtf:float "
        "(->float (load d)))");
  CHECK(body_of("abs(n); fabs(1.f); isnan(d);") ==
        "(abs:int (load n))\n(fabs:float 1.f)\n(isnan:bool (load d))");
  CHECK(body_of("atomicAdd(a, 1); atomicAdd(&a[n], d);") ==
        "(atomicAdd:float (load a) (->float 1))\n(atomicAdd:float (& (index (load a) (load n))) "
        "(->float (load d)))");
}

TEST_CASE("expressions: constants are folded where they are used") {
  CHECK(body_of("const int m = 3 * 4; float t[m / 2]; a[m] = 0;") ==
        "let\nlet float[6] t\n(= (index (load a) 12) (->float 0))");
  CHECK(body_of("const float f = 0.1; a[0] = f;") == "let\n(= (index (load a) 0) 0.1f)");
  CHECK(body_of("constexpr unsigned m = -1; u = m;") == "let\n(= u 4294967295u)");
  CHECK(body_of("const int m = n; u = m;") ==
        "let const int m (load n)\n(= u (->unsigned int (load m)))");
  CHECK(body_of("const int m = 3; const int* p = &m;") ==
        "let const int m 3\nlet const int* p (& m)");
}

TEST_CASE("expressions: spans cover the text, and a macro's whole use") {
  const std::string text =
      "#define AT(r, c) a[(r) * 4 + (c)]\n__global__ void k(float* a) {\n  AT(1, 2) = (a[3]);\n}\n";
  const auto unit = testing::compiled(text);
  const auto& statement = as<ExpressionStmt>(*unit->kernels[0].body->statements[0]);
  const auto& assign = as<Assign>(*statement.expression);
  CHECK(unit->file.slice(assign.target->span) == "AT(1, 2)");
  CHECK(assign.target->from_macro);
  CHECK(unit->file.slice(assign.value->span) == "a[3]");
  CHECK_FALSE(assign.value->from_macro);
  CHECK(unit->file.slice(assign.span) == "AT(1, 2) = (a[3])");
}
