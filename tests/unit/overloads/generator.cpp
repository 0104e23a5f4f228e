#include "generator.hpp"

#include <algorithm>
#include <map>
#include <random>
#include <set>
#include <utility>

namespace warplens::overloads {
namespace {

using Strings = std::vector<std::string>;

// One function of each kind that the declarations have: scalars, pointers, records.
const Strings kValues = {"bool",     "char",  "unsigned char", "short",     "int",
                         "unsigned", "long",  "unsigned long", "long long", "unsigned long long",
                         "float",    "double"};
const Strings kOthers = {"int*", "const int*", "float*",   "void*", "const void*",
                         "@V",   "@FromInt",   "@ToFloat", "@A::W", "@Color"};
const Strings kArguments = {
    "b",     "c",           "uc",   "s",        "i",        "u",       "l",     "ul",
    "ll",    "ull",         "fl",   "d",        "ci",       "cf",      "ia",    "fa",
    "ip",    "cip",         "fp",   "vp",       "v",        "cv",      "fi",    "tf",
    "w",     "0",           "1",    "2.0f",     "3.0",      "4u",      "5L",    "6LL",
    "7ULL",  "'a'",         "true", "nullptr",  "i + 1",    "fl * 2",  "s + c", "&ci",
    "@V{1}", "@ToFloat{2}", "red",  "@A::W{3}", "float(3)", "(short)2"};
// What fits a parameter more or less, so that not every call is wrong.
const Strings kNumbers = {"b",     "c",      "uc",    "s",   "i",        "u",       "l",   "ul",
                          "ll",    "ull",    "fl",    "d",   "ci",       "cf",      "0",   "1",
                          "2.0f",  "3.0",    "4u",    "5L",  "6LL",      "7ULL",    "'a'", "true",
                          "i + 1", "fl * 2", "s + c", "red", "float(3)", "(short)2"};
const Strings kAddresses = {"ia", "fa", "ip", "cip", "fp", "vp", "0", "nullptr", "&ci", "&i"};
const Strings kNames = {"f",   "f",    "f",     "g",    "min",  "min", "max",
                        "abs", "sqrt", "rsqrt", "fabs", "fmin", "pow", "make_float2"};
const Strings kResults = {"int", "long", "float", "double", "short", "unsigned"};

// A string of its own for each type, so that the overloads themselves are not asked.
constexpr const char* kLocals =
    "bool b = true; char c = 2; unsigned char uc = 3; short s = 4; int i = 5; unsigned u = 6; "
    "long l = 7; unsigned long ul = 8; long long ll = 9; unsigned long long ull = 10; "
    "float fl = 11; double d = 12; const int ci = i + 8; const float cf = fl + 3; "
    "int ia[3] = {1, 2, 3}; float fa[3] = {1, 2, 3}; int* ip = ia; const int* cip = ia; "
    "float* fp = fa; void* vp = ia; @V v = {15}; const @V cv = {16}; @FromInt fi(17); "
    "@ToFloat tf = {18}; @A::W w = {19}; ";

class Generator {
 public:
  explicit Generator(uint32_t seed) : random_(seed) {}

  Program make() {
    for (size_t i = 0; i < 2; ++i) names_.push_back(pick(kNames));
    line("namespace tag {");
    for (size_t i = 0; i < kValues.size(); ++i) {
      line("__device__ inline double of(" + kValues[i] + " x) { return " +
           std::to_string((i + 1) * 1000000) + ".0 + (double)x; }");
    }
    line("__device__ inline double of(float2 x) { return 99000000.0 + x.x + x.y; }");
    line("}");
    line("enum Color { red, green };");
    line("struct V { int v; };");
    line("struct FromInt { int v; __device__ FromInt(int x) : v(x) {} };");
    line("struct ToFloat { float v; __device__ operator float() const { return v; } };");
    line("namespace A { struct W { int v; }; }");
    functions(2 + random(3), "");
    if (chance(60)) name_space("B", {});
    name_space("A", has_b_ ? Strings{"B", ""} : Strings{""});
    if (chance(20)) line("using namespace A;");
    if (chance(15) && !in_a_.empty()) line("using A::" + pick(in_a_) + ";");
    if (chance(25)) functions(1, "");
    calls(3, "", "");
    if (chance(50)) structure();
    return std::move(program_);
  }

 private:
  size_t random(size_t below) { return random_() % below; }
  bool chance(size_t percent) { return random(100) < percent; }
  const std::string& pick(const Strings& of) { return of[random(of.size())]; }
  void line(std::string text) { program_.lines.push_back(std::move(text)); }

  std::string parameter(bool may_refer) {
    std::string type = chance(70) ? pick(kValues) : pick(kOthers);
    if (may_refer && chance(25)) {
      const bool is_pointer = type.back() == '*';
      const size_t kind = random(3);
      if (kind == 0) type += "&";
      if (kind == 1) type = is_pointer ? type + " const&" : "const " + type + "&";
      if (kind == 2) type += "&&";
    }
    return type;
  }

  // Each signature once a scope; of CUDA's own none that the file would declare anew.
  void functions(size_t count, const std::string& scope) {
    static const Strings kTemplates = {
        "<class T>(T)",        "<class T>(T*)",       "<class T>(const T*)",
        "<class T>(const T&)", "<class T>(T&)",       "<class T>(T, T)",
        "<class T>(T, int)",   "<class T>(T*, T)",    "<class T, class U>(T, U)",
        "<class T>(T&&)",      "<class T>(T, float)", "<class T>(const T&, const T&)"};
    for (size_t i = 0; i < count; ++i) {
      const std::string name = pick(names_);
      const bool is_template = chance(20);
      std::string head, parameters;
      if (is_template) {
        const std::string& form = pick(kTemplates);
        const size_t open = form.find('(');
        head = "template " + form.substr(0, open) + " ";
        parameters = form.substr(open);
      } else {
        parameters = "(" + parameter(true);
        if (chance(45)) parameters += ", " + (chance(50) ? parameter(true) : pick(kValues));
        const bool is_value = parameters.find_last_of("&*") == std::string::npos &&
                              parameters.find('@') == std::string::npos;
        if (is_value && chance(12) && parameters.find(',') != std::string::npos)
          parameters += " = 1";
        parameters += ")";
      }
      std::string plain = parameters;
      if (plain.ends_with(" = 1)")) plain = plain.substr(0, plain.size() - 5) + ")";
      if (!signatures_.insert(scope + name + head + plain).second) continue;
      if (scope.empty() && name.size() > 1 && is_cudas(name, plain)) continue;
      if (scope == "A") in_a_.push_back(name);
      shapes_[name].push_back(parameters);
      std::string words = "__device__ ";
      if (scope == "S" && !is_template && chance(20)) words += "static ";
      const std::string suffix =
          scope == "S" && words.find("static") == std::string::npos && chance(30) ? " const" : "";
      line(head + words + "inline " + pick(kResults) + " " + name + parameters + suffix +
           " { return " + std::to_string(100 + functions_++) + "; }");
    }
  }

  static bool is_cudas(const std::string& name, const std::string& parameters) {
    static const Strings kOne = {"(float)", "(double)"};
    static const Strings kTwo = {"(float, float)", "(double, double)"};
    static const Strings kPairs = {"(int, int)",
                                   "(unsigned, unsigned)",
                                   "(int, unsigned)",
                                   "(unsigned, int)",
                                   "(long, long)",
                                   "(unsigned long, unsigned long)",
                                   "(long, unsigned long)",
                                   "(unsigned long, long)",
                                   "(long long, long long)",
                                   "(unsigned long long, unsigned long long)",
                                   "(long long, unsigned long long)",
                                   "(unsigned long long, long long)",
                                   "(float, float)",
                                   "(double, double)",
                                   "(float, double)",
                                   "(double, float)"};
    const auto is_of = [&](const Strings& all) {
      return std::find(all.begin(), all.end(), parameters) != all.end();
    };
    if (name == "min" || name == "max") return is_of(kPairs);
    if (name == "abs") return is_of(kOne) || is_of({"(int)", "(long)", "(long long)"});
    if (name == "make_float2") return parameters == "(float, float)";
    return is_of(name == "fmin" || name == "pow" ? kTwo : kOne);
  }

  void name_space(const std::string& name, const Strings& others) {
    line("namespace " + name + " {");
    if (name == "B") has_b_ = true;
    if (!others.empty() && chance(50)) {
      const std::string& other = pick(others);
      const std::string from = other.empty() ? "@" : "@" + other + "::";
      if (chance(50) && !other.empty()) {
        line("using namespace @" + other + ";");
      } else {
        line("using " + from + (chance(50) ? names_[0] : pick(names_)) + ";");
      }
    }
    functions(1 + random(3), name);
    if (name == "A") calls(2, name, name);
    line("}");
  }

  void structure() {
    line("struct S { int field;");
    functions(1 + random(2), "S");
    calls(2, "S", "@S{1}");
    line("};");
  }

  std::string argument(const std::string& parameter) {
    if (chance(12)) return pick(kArguments);
    if (parameter.find('T') != std::string::npos && parameter.find('*') == std::string::npos)
      return pick(kArguments);
    if (parameter.find('*') != std::string::npos) return pick(kAddresses);
    const std::pair<const char*, Strings> kRecords[] = {{"@V", {"v", "cv", "@V{1}"}},
                                                        {"@FromInt", {"fi", "i", "c", "2.0f", "u"}},
                                                        {"@ToFloat", {"tf", "@ToFloat{2}"}},
                                                        {"@A::W", {"w", "@A::W{3}"}},
                                                        {"@Color", {"red", "@green"}}};
    for (const auto& [type, fitting] : kRecords) {
      if (parameter.find(type) != std::string::npos) return pick(fitting);
    }
    return chance(8) ? "tf" : pick(kNumbers);
  }

  // As many as one of the overloads takes, each of a kind that it may take.
  std::string arguments(const std::string& name) {
    const bool is_pair =
        name == "min" || name == "max" || name == "pow" || name == "fmin" || name == "make_float2";
    Strings known = shapes_[name];
    known.push_back(is_pair ? "(float, float)" : "(float)");
    std::string shape = pick(known);
    std::string text, parameter;
    for (const char c : shape.substr(shape.find('(') + 1)) {
      if (c != ',' && c != ')') {
        parameter += c;
        continue;
      }
      const bool is_left_out = parameter.find('=') != std::string::npos && chance(40);
      if (!is_left_out) text += (text.empty() ? "" : ", ") + argument(parameter);
      parameter.clear();
    }
    return chance(3) ? text + ", 1" : text;
  }

  void calls(size_t count, const std::string& scope, const std::string& object) {
    for (size_t i = 0; i < count; ++i) {
      const std::string function = "call" + std::to_string(program_.calls.size());
      std::string before;
      if (scope != "S" && chance(15))
        before = "using namespace @" + std::string(has_b_ && chance(50) ? "B" : "A") + "; ";
      if (scope != "S" && chance(12) && !in_a_.empty()) before = "using @A::" + pick(in_a_) + "; ";
      std::string called = pick(names_);
      const std::string text_of_arguments = arguments(called);
      if (scope.empty() && chance(12) && !in_a_.empty()) called = "A::" + pick(in_a_);
      if (chance(10)) called = "@" + called;
      std::string text = called + "(" + text_of_arguments;
      Program::Call call;
      call.line = program_.lines.size();
      call.result = object.empty() ? function + "()"
                    : scope == "S" ? object + "." + function + "()"
                                   : object + "::" + function + "()";
      line("__device__ inline double " + function + "() { " + kLocals + before +
           "return @tag::of(" + text + ")); }");
      program_.calls.push_back(std::move(call));
    }
  }

  std::mt19937 random_;
  Program program_;
  Strings names_, in_a_;
  std::set<std::string> signatures_;
  std::map<std::string, Strings> shapes_;
  size_t functions_ = 0;
  bool has_b_ = false;
};

std::string in_scope(const std::string& line, const std::string& file_scope) {
  std::string text;
  for (const char c : line) text += c == '@' ? file_scope : std::string(1, c);
  return text;
}

// "min(float, double) -> double" of each pair, as the headers have it.
std::string pair_declarations(const std::string& name) {
  static const std::vector<std::pair<Strings, std::string>> kPairs = {
      {{"int"}, "int"},
      {{"float"}, "float"},
      {{"double", "float"}, "double"},
      {{"unsigned", "int"}, "unsigned"},
      {{"long"}, "long"},
      {{"unsigned long", "long"}, "unsigned long"},
      {{"long long"}, "long long"},
      {{"unsigned long long", "long long"}, "unsigned long long"}};
  const std::string op = name == "min" ? "<" : ">";
  std::string text;
  for (const auto& [types, result] : kPairs) {
    for (const std::string& a : types) {
      for (const std::string& b : types) {
        const bool is_declared = a == result || b == result;
        if (!is_declared) continue;
        text += "inline " + result + " " + name + "(" + a + " a, " + b + " b) { " + result +
                " x = a, y = b; return x " + op + " y ? x : y; } ";
      }
    }
  }
  return text;
}

}  // namespace

Program random_program(uint32_t seed) {
  return Generator(seed).make();
}

std::string host_macros() {
  return "#include <cmath>\n#include <cstdio>\n#include <type_traits>\n#define __device__\n"
         "template <class T> concept Number = std::is_arithmetic_v<T>;\n"
         "template <class T, class U> using Wider = std::conditional_t<std::is_same_v<T, float> && "
         "std::is_same_v<U, float>, float, double>;\n";
}

std::string host_declarations() {
  std::string text =
      "struct float2 { float x, y; }; inline float2 make_float2(float x, float y) { "
      "return {x, y}; } ";
  text += pair_declarations("min") + pair_declarations("max");
  for (const char* type : {"int", "long", "long long", "float", "double"}) {
    text += std::string("inline ") + type + " abs(" + type + " x) { return x < 0 ? -x : x; } ";
  }
  for (const std::string type : {"float", "double"}) {
    for (const std::string name : {"sqrt", "fabs"}) {
      text += "inline " + type + " " + name + "(" + type + " x) { return std::" + name + "(x); } ";
    }
    text += "inline " + type + " rsqrt(" + type + " x) { return 1 / std::sqrt(x); } ";
    for (const std::string name : {"fmin", "pow"}) {
      text += "inline " + type + " " + name + "(" + type + " x, " + type +
              " y) { return std::" + name + "(x, y); } ";
    }
  }
  for (const std::string name : {"sqrt", "fabs"}) {
    text += "template <class T> std::enable_if_t<std::is_integral_v<T>, double> " + name +
            "(T x) { return std::" + name + "((double)x); } ";
  }
  for (const std::string name : {"fmin", "pow"}) {
    text +=
        "template <class T, class U> std::enable_if_t<std::is_arithmetic_v<T> && "
        "std::is_arithmetic_v<U>, Wider<T, U>> " +
        name + "(T x, U y) { return std::" + name + "((Wider<T, U>)x, (Wider<T, U>)y); } ";
  }
  return text;
}

std::string device_text(const Program& program, size_t call) {
  std::string text;
  for (size_t i = 0; i < program.lines.size(); ++i) {
    const bool is_other =
        std::any_of(program.calls.begin(), program.calls.end(), [&](const Program::Call& other) {
          return other.line == i && &other != &program.calls[call];
        });
    text += (is_other ? "" : in_scope(program.lines[i], "::")) + "\n";
  }
  return text +
         "__global__ void k(double* out) { out[0] = " + in_scope(program.calls[call].result, "::") +
         "; }\n";
}

std::string host_line(const Program& program, size_t line, const std::string& space) {
  return in_scope(program.lines[line], space + "::");
}

}  // namespace warplens::overloads
