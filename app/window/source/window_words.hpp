// What the program says in the words of its command line, in the window's: there is a button
// "Launch" where the command line has --kernel, --arg and -D.
#pragma once

#include <string>

namespace warplens::views {

// The launch in the place of an option: "which the launch names".
std::string in_window_words(const std::string& message);
// What to do, where that is an option: the button.
std::string window_hint(const std::string& hint);

}  // namespace warplens::views
