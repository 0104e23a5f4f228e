// Every text of the interface, by id. The ids and the English texts stand in english.def, one line
// each; a second language is a second such file and one more table in strings.cpp.
#pragma once

#include <cstdint>

namespace warplens::ui {

enum class Str : uint16_t {
#define WL_STRING(id, text) id,
#include "app/gui/ui/english.def"
#undef WL_STRING
  kCount
};

// UTF-8, lives as long as the program. Texts with {} are formats for fmt.
const char* str(Str id);

}  // namespace warplens::ui
