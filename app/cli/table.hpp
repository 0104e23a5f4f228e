// A table as text: columns as wide as their widest cell, numbers to the right.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "sim/base/grouped.hpp"

namespace warplens::cli {

enum class Align : uint8_t { kLeft, kRight };

struct Column {
  std::string title;
  Align align = Align::kLeft;
};

inline constexpr size_t kBetweenColumns = 2;  // [characters]

// Each line starts with `indent`; a line's trailing blanks are cut. A row may be shorter than the
// columns.
std::string format_table(const std::vector<Column>& columns,
                         const std::vector<std::vector<std::string>>& rows,
                         const std::string& indent);

// 1048576 as "1,048,576".
using base::grouped;

}  // namespace warplens::cli
