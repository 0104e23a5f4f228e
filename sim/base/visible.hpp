// Text of strangers made safe to show: what a terminal or an editor would obey instead of drawing.
#pragma once

#include <string>
#include <string_view>

namespace warplens::base {

// The text with everything written out that is not drawn but obeyed: control characters other than
// tab and line feed as \x1b, bidirectional controls and the control characters above them as
// \u202e, bytes that are no UTF-8 as \xff. Text without these comes back as it is.
std::string visible(std::string_view text);
// True if visible() would return it unchanged.
bool is_visible_as_is(std::string_view text);
// Its bytes are characters, which may be obeyed ones.
bool is_utf8(std::string_view text);

}  // namespace warplens::base
