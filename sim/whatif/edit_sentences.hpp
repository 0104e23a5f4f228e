// What the edit of a text changes, in sentences.
#pragma once

#include <string>
#include <vector>

#include "sim/whatif/try_edit.hpp"

namespace warplens::whatif {

// "thread (3, 1)"; `thread` is counted through the block.
std::string thread_text(const run::Run& run, uint32_t thread);

// "Without this barrier": the words of its change, as a sentence begins.
std::string edit_head(const edit::Edit& edit);

// "Without this barrier, the program no longer reaches launch 3: it launches 2 kernels". `launch`:
// by its index.
std::string unreached_sentence(const edit::Edit& edit, uint32_t launch, size_t launches);

// "Without this barrier, launch 3 is of 'scale', and of 'add' as written".
std::string other_kernel_sentence(const edit::Edit& edit, uint32_t launch,
                                  const std::string& kernel, const std::string& written);

// "Without this barrier (line 12), 240 elements of out end otherwise: out[1] is 3 instead of 5."
// One sentence; also where nothing differs.
std::string end_sentence(const EditResults& results);

// "In line 14, thread (32, 0) reads tile[33] and gets 0: only later thread (33, 0) stores 7.5
// there, in line 10." "" where no thread is known to read anything else.
std::string stale_sentence(const EditResults& results);

// "Of 128 updates of x[0] by the block, 4 arrive as written, and 128 of 128 with an atomic here."
// "" without updates.
std::string updates_sentence(const EditResults& results);

// How many wavefronts and sectors the edited text takes, where that differs; of loads and stores
// that become atomics, or the other way round, how many requests of each kind.
std::vector<std::string> cost_sentences(const EditResults& results);

}  // namespace warplens::whatif
