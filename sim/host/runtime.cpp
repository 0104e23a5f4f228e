#include "sim/host/runtime.hpp"

#include <unordered_map>

namespace warplens::host {

Provided find_provided(std::string_view name) {
  static const std::unordered_map<std::string_view, Provided> kKnown{
#define WL_PROVIDED(name, prototype) {#name, &runtime::name##_},
#include "sim/lang/library/provided.def"
  };
  const auto known = kKnown.find(name);
  return known == kKnown.end() ? nullptr : known->second;
}

}  // namespace warplens::host
