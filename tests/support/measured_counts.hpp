// Holds the engine to kernels that a real GPU ran: requests, wavefronts, sectors, lines and the
// bytes of every array, as tests/hardware/measure_kernels.py wrote them down.
#pragma once

#include <map>
#include <string>

namespace warplens::test {

// Kernels that the measured build is known to execute differently, by name, with the reason.
using Exceptions = std::map<std::string, const char*>;

// Every kernel of the table `csv` (in tests/data), whose text is in `folder` (of tests/kernels),
// with the launch that the text gives. Also fails where an exception is none any more, and if the
// table has fewer than `least` kernels.
void check_measured(const std::string& csv, const std::string& folder,
                    const Exceptions& other_counts, const Exceptions& other_arrays, size_t least);

}  // namespace warplens::test
