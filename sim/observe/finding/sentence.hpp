// The one place where findings become sentences: from a finding's kind, threads and detail.
#pragma once

#include <string>

#include "sim/observe/finding/finding.hpp"

namespace warplens::observe {

// Without a full stop, in the user's language.
inline std::string sentence(const Finding& finding) {
  return std::visit([&](const auto& detail) { return detail.sentence(finding); }, finding.detail);
}

}  // namespace warplens::observe
