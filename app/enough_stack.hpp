// Shells may limit a program's stack to less than the libraries need that it calls.
#pragma once

#include <functional>

namespace warplens {

// Does the work on the calling thread, or where its stack is small on one with a larger one.
int on_enough_stack(const std::function<int()>& work);

}  // namespace warplens
