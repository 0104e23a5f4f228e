// The compiling process of `warplens compile-child`, without the rest of the program.
#include "kernels/measure/child/serve.hpp"

int main() {
  return warplens::measure::serve_standard_streams(*warplens::measure::make_compiler());
}
