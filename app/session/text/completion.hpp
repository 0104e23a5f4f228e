// Texts that are a piece of a program, with what is guessed around them.
#pragma once

#include <atomic>
#include <optional>

#include "app/session/session_impl.hpp"
#include "sim/launch/parse.hpp"

namespace warplens::gui {

// A text that does not compile because something around it is missing, with what is guessed for
// that and for its launch; nothing where it can't be completed.
std::optional<Opened> completed(const lessons::Target& as_it_is, launch::LaunchOptions given,
                                const std::atomic<bool>* cancelled);

}  // namespace warplens::gui
