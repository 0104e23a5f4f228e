// Any text through the front end: it compiles to a Unit or to diagnostics, and what it compiles to
// is lowered (the verifier looks at every program) and shown.
#include "sim/code/lower.hpp"
#include "sim/lang/compile.hpp"
#include "sim/lang/device/device_text.hpp"
#include "target.hpp"

using namespace warplens;

namespace {

// What a text may include: a header that holds a little of everything, and itself.
std::optional<std::string> included(const std::string& name) {
  if (name == "self.h") return "#include \"self.h\"\n";
  return "#pragma once\n#define INCLUDED 1\ntemplate <class T> struct Box { T held; };\n";
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  const std::string text(reinterpret_cast<const char*>(data), size);
  const base::SourceFile file("fuzz.cu", text);
  lang::CompileOptions options;
  options.read_include = included;
  options.limits.steps /= 4;  // sanitizers take ten times as long for one
  if (size > 0 && data[0] % 4 == 0) options.defines = {{"N", "16"}, {"FLAG", ""}};
  fuzz::expect(size == 0 || lang::classify(text).size() <= size, "classes are of bytes");
  const auto unit = lang::compile(file, options);
  if (!fuzz::expect_value_or_reason(unit)) {
    base::render(unit.error(), file);
    return 0;
  }
  std::vector<const lang::Kernel*> kernels;
  for (const lang::Kernel& kernel : (*unit)->kernels) {
    fuzz::expect_value_or_reason(code::lower(*unit, kernel));
    kernels.push_back(&kernel);
  }
  if (!kernels.empty())
    fuzz::expect_value_or_reason(lang::device_text(file, options, **unit, kernels));
  return 0;
}
