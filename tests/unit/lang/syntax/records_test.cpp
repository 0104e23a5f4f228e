// Structs: layout, members, functions, constructors, and unsupported members.
#include <doctest/doctest.h>

#include "tests/support/golden_sentences.hpp"
#include "tests/unit/lang/support.hpp"

using namespace warplens::lang;
using testing::compiled;
using testing::errors_of;
using testing::functions_of;
using testing::print;
using warplens::test::golden;

namespace {

const Record& record_of(const Unit& unit) {
  return *unit.kernels.at(0).parameters.at(0)->type->element->record;
}

std::string layout(const std::string& declaration) {
  const auto unit = compiled(declaration + "\n__global__ void k(S* s) { S t = s[0]; s[1] = t; }");
  const Record& record = record_of(*unit);
  std::string text = std::to_string(record.size) + "/" + std::to_string(record.alignment);
  for (const Field& field : record.fields)
    text += " " + field.name + "@" + std::to_string(field.offset);
  return text;
}

}  // namespace

TEST_CASE("records: members are laid out as by nvcc") {
  CHECK(layout("struct S { char a; double b; short c; };") == "24/8 a@0 b@8 c@16");
  CHECK(layout("struct S { float4 v; char t; };") == "32/16 v@0 t@16");
  CHECK(layout("struct __align__(16) S { float x, y; };") == "16/16 x@0 y@4");
  CHECK(layout("struct alignas(8) S { char x[3]; alignas(4) char y; };") == "8/8 x@0 y@4");
  CHECK(layout("typedef struct { int v[2][3]; struct { float r; } in; } S;") == "28/4 v@0 in@24");
  CHECK(layout("struct Node; struct S { Node* next; S* self; }; struct Node { S s; };") ==
        "16/8 next@0 self@8");
  CHECK(layout("struct S { };") == "1/1");
}

TEST_CASE("records: functions, static ones, and those defined outside") {
  const auto unit = compiled(R"(
struct Body {
 public:
  float m, v;
  static constexpr int kDim = 3;
  __device__ float energy() const { return m * v * kDim; }
  __device__ void push(float f);
  static __device__ Body still() { return {1, 0}; }
};
__device__ void Body::push(float f) { v += f / m; }
__global__ void k(Body* b) { Body c = Body::still(); c.push(b[0].energy()); b[1] = c; }
)");
  CHECK(
      functions_of(*unit) ==
      "Body::still() -> Body: return (Body (->float 1) (->float 0))\n"
      "Body::energy(const Body* this) -> float: return (* (* (load (.m (* (load this)))) (load (.v "
      "(* (load this))))) (->float 3))\n"
      "Body::push(Body* this, float f) -> void: (+= float (.v (* (load this))) (/ (load f) "
      "(load (.m (* (load this))))))\n");
}

TEST_CASE("records: a constructor sets members in their order, lists before defaults") {
  const auto unit = compiled(R"(
struct V { float x; float y = 2; int n = 7; __device__ V(float a) : n(3), x(a) { y += 1; } };
__global__ void k(float* a) { V v(a[0]); a[1] = v.y; }
)");
  CHECK(
      functions_of(*unit) ==
      "V::V(V* this, float a) -> void: (= (.x (* (load this))) (load a)); (= (.y (* (load this))) "
      "2.f); (= (.n (* (load this))) 3); (+= float (.y (* (load this))) (->float 1))\n");
  const auto& declaration = as<Declaration>(*unit->kernels[0].body->statements[0]);
  CHECK(declaration.declarators[0].constructor != nullptr);
}

TEST_CASE("records: local structs see the function's constants") {
  const auto unit = compiled(
      "__global__ void k(float* a) { constexpr int kN = 4; struct Row { float v[kN]; };\n"
      "  Row r = {{1, 2}}; a[0] = r.v[1] + sizeof(Row); }");
  CHECK(print(*unit->kernels[0].body->statements.at(1)).find("Row") != std::string::npos);
}

TEST_CASE("records: unsupported members are reported by name, once the record is used") {
  const std::string host = "struct Shape { virtual ~Shape(); std::string name; };\n";
  CHECK(compiled(host + "__global__ void k(float* a) { a[0] = 1; }")->kernels.size() == 1);
  const auto error_of = [](const std::string& members) {
    const auto errors =
        errors_of("struct S { " + members + " };\n__global__ void k(S* s) { s[0]; }");
    return errors.empty() ? std::string() : errors[0];
  };
  CHECK(error_of("virtual float area();").empty());
  CHECK(error_of("float a : 3;") == golden("lang.records.float_bit_field"));
  CHECK(error_of("union { int a; float b; };").empty());
  CHECK(error_of("S* operator&();") == golden("lang.records.own_address_operator"));
  CHECK(error_of("S& operator=(const S& b) = default;").empty());
  CHECK(error_of("friend void f();").empty());
  CHECK(error_of("int& r;").empty());
  CHECK(error_of("S inner;") == golden("lang.records.holds_itself"));
  CHECK(error_of("int a; float a;") == golden("lang.records.member_twice"));
  CHECK(errors_of("struct Base { int a; }; struct S : virtual Base { };\n"
                  "__global__ void k(S* s) { s->a = 1; }")
            .at(0) == golden("lang.records.virtual_base"));
}

TEST_CASE("records: fields that share bytes are laid out as g++ and nvcc do") {
  const auto unit = compiled(
      "struct Cell { unsigned kind : 3; int level : 5; unsigned : 4; unsigned hits : 20; };\n"
      "struct Apart { char a : 3; int b : 30; char : 0; bool c : 1; long long d : 40; };\n"
      "union Quad { float4 v; float e[4]; };\n"
      "struct Value { int tag; union { double d; int i; }; };\n"
      "__global__ void k(Cell c, Apart a, Quad q, Value v) {}");
  const auto& parameters = unit->kernels.at(0).parameters;
  const Record& cell = *parameters.at(0)->type->record;
  CHECK(cell.size == 4);
  REQUIRE(cell.fields.size() == 3);
  CHECK(cell.fields[2].first_bit == 12);
  CHECK(cell.fields[2].bits == 20);
  const Record& apart = *parameters.at(1)->type->record;
  CHECK(apart.size == 16);
  CHECK(apart.fields[1].offset == 4);
  CHECK(apart.fields[2].offset == 8);
  CHECK(apart.fields[3].first_bit + 8 * apart.fields[3].offset == 65);
  const Record& quad = *parameters.at(2)->type->record;
  CHECK(quad.size == 16);
  CHECK(name_of(quad.copied_as) == "float4");
  CHECK(parameters.at(3)->type->record->size == 16);
  CHECK(parameters.at(3)->type->record->find_around("i") != nullptr);
}

TEST_CASE("records: an operator is a function of the text") {
  const std::string vec =
      "struct V { float x; __device__ V operator+(const V& o) const { return o; }\n"
      "  __device__ float& operator[](int i) { return x; } };\n"
      "__device__ V operator*(V a, float s) { return a; }\n";
  CHECK(errors_of(vec + "__global__ void k(V* v) { v[0].x = v[1].x; }").empty());
  CHECK(
      errors_of(vec + "__global__ void k(V* v) { v[0] = v[1] + v[2] * 2; v[0][1] = 3; }").empty());
  CHECK(errors_of(vec + "__global__ void k(V* v) { v[0] = v[1] - v[2]; }") ==
        golden("lang.records.operator_missing"));
}

TEST_CASE("records: an object converts by the operator that its constness allows") {
  const std::string text =
      "struct S { int n; __device__ operator int() const { return n; }\n"
      "  __device__ operator float*() { extern __shared__ float m[]; return m; }\n"
      "  __device__ operator const float*() const { extern __shared__ float m[]; return m; } };\n"
      "__device__ float first(const float* p) { return p[0]; }\n";
  const auto errors = [&](const std::string& body) {
    return errors_of(text + "__global__ void k(float* a, int* c) { " + body + " }");
  };
  CHECK(errors("S s; float* p = s; p[0] = s[1]; a[0] = (float)s; c[0] = s; if (s) a[1] = 1;")
            .empty());
  CHECK(errors("const S s = {3}; const float* p = s; a[0] = p[0] + first(s);").empty());
  CHECK(errors("const S s = {3}; float* p = s; p[0] = 1;") ==
        golden("lang.records.conversion_of_const"));
  CHECK(errors("S s; float4 f = s; a[0] = f.x;") == golden("lang.records.conversion_to_vector"));
}

TEST_CASE("records: of two members that differ in const, the one that fits the object is called") {
  const auto unit = compiled(
      "struct S { int n; __device__ int& at() { return n; } __device__ int at() const { return n; "
      "} "
      "};\n__global__ void k(int* c) { S s; s.at() = 3; const S t = s; c[0] = t.at(); }");
  CHECK(unit->kernels.size() == 1);
}

TEST_CASE("records: __device__ is at a member's declaration, at its definition, or at both") {
  const std::string head =
      "struct S { float x; float len() const; void set(float v); static float twice(float v);\n"
      "  S(float v); S operator+(const S& o) const; __device__ float in() const; float f(int n);\n"
      "  float f(float v); };\n"
      "__device__ float S::len() const { return x; }\n"
      "__host__ __device__ void S::set(float v) { x = v; }\n"
      "__device__ float S::twice(float v) { return 2 * v; }\n"
      "__device__ S::S(float v) { x = v; }\n"
      "__device__ S S::operator+(const S& o) const { return S(x + o.x); }\n"
      "float S::in() const { return x; }\n"
      "__device__ float S::f(int n) { return n; }\n"
      "float S::f(float v) { return v; }\n"
      "template <class T> struct V { T x; T len() const; };\n"
      "template <class T> __device__ T V<T>::len() const { return x; }\n";
  CHECK(
      errors_of(head +
                "__global__ void k(float* a) { S s(1); s.set(S::twice(a[0])); V<float> v; v.x = 1;"
                " a[0] = (s + s).len() + s.in() + v.len() + s.f(1); }")
          .empty());
  // An overload that neither place marks.
  CHECK(errors_of(head + "__global__ void k(float* a) { S s(1); a[0] = s.f(1.0f); }") ==
        golden("lang.records.host_member"));
}

TEST_CASE("records: defaulted constructors and destructors") {
  const std::string text =
      "struct P { float v[2]; int n = 3; P() = default; __device__ explicit P(float a) { v[0] = a; "
      "}\n"
      "  P(const P&) = default; ~P() = default; };\n"
      "struct Q { int n; __device__ ~Q() {} };\n";
  CHECK(errors_of(text +
                  "__global__ void k(float* a) { P p; P q(a[1]); a[0] = p.n + q.v[0]; Q r = {1}; "
                  "a[1] = r.n; }")
            .empty());
  CHECK(errors_of("struct Q { int* p; __device__ ~Q() { *p = 1; } };\n"
                  "__global__ void k(int* a) { Q q = {a}; }")
            .empty());
}

TEST_CASE("records: a template names itself with other arguments") {
  const auto unit = compiled(
      "template <int N> struct Fact { static const int value = N * Fact<N - 1>::value; };\n"
      "template <> struct Fact<0> { static const int value = 1; };\n"
      "template <int N> struct Loop { static __device__ int sum(int v) {\n"
      "  return v + Loop<N - 1>::sum(v); } };\n"
      "template <> struct Loop<0> { static __device__ int sum(int v) { return 0; } };\n"
      "__global__ void k(int* c) { int t[Fact<4>::value]; c[0] = sizeof(t) + Loop<3>::sum(2); }");
  CHECK(unit->kernels.size() == 1);
}

TEST_CASE("records: a template that depends on itself endlessly is reported, and ends") {
  const auto errors = errors_of(
      "template <int N> struct R { static __device__ int v() { return R<N + 1>::v(); } };\n"
      "__global__ void k(int* c) { c[0] = R<0>::v(); }");
  REQUIRE(errors.size() >= 1);
  CHECK(errors[0] == golden("lang.records.endless_instances"));
}
