// The string tables.
#include "app/gui/ui/strings.hpp"

#include <cstddef>

#include "sim/base/assert.hpp"

namespace warplens::ui {

namespace {

constexpr const char* kEnglish[] = {
#define WL_STRING(id, text) text,
#include "app/gui/ui/english.def"
#undef WL_STRING
};
static_assert(sizeof(kEnglish) / sizeof(kEnglish[0]) == static_cast<size_t>(Str::kCount));

}  // namespace

const char* str(Str id) {
  WL_ASSERT(id < Str::kCount, "a string id out of the table");
  return kEnglish[static_cast<size_t>(id)];
}

}  // namespace warplens::ui
