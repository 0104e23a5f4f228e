// The text that a compiler of device code alone gets (NVRTC), made from the text that the simulator
// compiled: host code, text that a conditional has disabled and headers that such a compiler
// lacks are blanked out, and every line stays at its number.
#pragma once

#include <string>
#include <vector>

#include "sim/base/diagnostic.hpp"
#include "sim/lang/text/options.hpp"
#include "sim/lang/tree/unit.hpp"

namespace warplens::lang {

struct DeviceText {
  struct Header {
    std::string name, text;
  };
  std::string text;
  std::vector<Header> headers;  // that `text` includes by "name"; also kTypesHeader, if needed
};

// What the standard library's headers would have brought: types, constants, std:: names, as far as
// the text uses them. `text` then begins with an #include of it and a #line, so that the lines
// which a compiler reports are those of the file.
inline constexpr const char* kTypesHeader = "warplens_types.h";

// `kernels` are of `unit`, compile(file, options) made that. An error where two of the kernels
// belong to different programs in the file, so that no one text holds both.
base::Checked<DeviceText> device_text(const base::SourceFile& file, const CompileOptions& options,
                                      const Unit& unit, const std::vector<const Kernel*>& kernels);

}  // namespace warplens::lang
