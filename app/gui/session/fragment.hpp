// Statements without a kernel around them, as one pastes them from a page of a book.
#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace warplens::gui {

// The statements in the body of a kernel; lines of the preprocessor at the beginning stay before
// it. None if the text has functions of its own, or no statement.
std::optional<std::string> wrapped_fragment(std::string_view text);

}  // namespace warplens::gui
