// What the edit of a text changes, in sentences.
#pragma once

#include <string>
#include <vector>

#include "sim/engine/try_edit.hpp"

namespace warplens::engine {

// "Without this barrier (line 12), 240 elements of out end otherwise: out[1] is 3 instead of 5."
// One sentence; also where nothing differs.
std::string end_sentence(const EditResults& results);

// "Thread 32 reads tile[33] in line 14 and gets 0: thread 33 stores 7.5 there only later." ""
// where no thread reads anything else.
std::string stale_sentence(const EditResults& results);

// "4 of 128 updates of x[0] arrive. With the atomic it is 128." "" without updates.
std::string updates_sentence(const EditResults& results);

// How many wavefronts and sectors the edited text takes, where that differs.
std::vector<std::string> cost_sentences(const EditResults& results);

}  // namespace warplens::engine
