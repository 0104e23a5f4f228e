#include "app/cli/memory_words.hpp"

#include <ostream>

#include "sim/base/grouped.hpp"
#include "sim/base/say.hpp"
#include "sim/model/memory_system.hpp"

namespace warplens::cli {

void print_whose_figures(std::ostream& out, const run::Run& run) {
  if (model::memory_figures(run.device) != nullptr) return;
  out << "  "
      << say("no public memory figures of {device} are known here: an {board}'s are shown instead",
             "device"_a = run.device.name,
             "board"_a = model::shown_memory_figures(run.device).board)
      << "\n";
}

void print_left_out(std::ostream& out, const run::Run& run) {
  if (run.stream->left_out == 0) return;
  out << "  "
      << say("of the first {lines} lines; {count} requests behind them are left out",
             "lines"_a = base::grouped(run.stream->lines.size()),
             "count"_a = base::grouped(run.stream->left_out))
      << "\n";
}

}  // namespace warplens::cli
