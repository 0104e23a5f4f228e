// What a finding's sentence says, for programs.
#pragma once

#include "app/cli/json.hpp"
#include "sim/observe/finding/detail.hpp"

namespace warplens::cli {

// An object with keys by the finding's kind (README.md); null where the kind says all.
Json detail_json(const observe::Detail& detail);

}  // namespace warplens::cli
