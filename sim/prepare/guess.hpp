// A launch for a kernel that has none, or a part of one. Guesses are to be corrected, not to be
// trusted. Sizes come from the text (guess_sizes.cpp), arrays grow to what a short trial run
// touches (guess_trial.cpp).
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "sim/base/slice.hpp"
#include "sim/launch/parse.hpp"
#include "sim/prepare/host_launch.hpp"
#include "sim/prepare/request.hpp"

namespace warplens::prepare {

struct Guess {
  launch::Launch launch;
  LaunchPlace place;                 // of host code's launch, if the guess began with that
  std::vector<std::string> guessed;  // options that were not given: "--grid 2,2", "--arg n=64"
  std::string note;                  // what is to be known of what was guessed; or empty
  std::vector<std::string> kernels;  // of the text, then its templates
  std::vector<HostDefault> host;     // launches_of_host()
  LaunchPlace unknown;               // unknown_launch() of any kernel
};

// Instances to try of a text that has nothing but templates of kernels, which it launches nowhere:
// "copy<float, 16>", one of each of the first kMostGuessedInstances. `kernel`: the template's name;
// empty: of any. Empty where that is an instance, and where the text has kernels or mistakes.
std::vector<std::string> instances_to_guess(const Request& request, const std::string& kernel);

// Uses the file, the readers and `cancelled` of `request`. `given` stays as it is; what it does not
// have is taken from the file's host code, or guessed. Errors: why the text does not compile.
// Of nothing but templates the first of instances_to_guess() that compiles is guessed, too.
// Bounded: a few trial runs of at most kTrialSteps each, arrays of at most kMostGuessedBytes.
base::Checked<Guess> guess_launch(const Request& request, const launch::LaunchOptions& given);
// The same for each kernel of the text that can run, the first kMostGuessedKernels of them; for one
// alone where `given` names it.
base::Checked<std::vector<Guess>> guess_each(const Request& request,
                                             const launch::LaunchOptions& given);

// The same, to be continued later.
class LaunchGuess {
 public:
  enum class Of : uint8_t { kOneKernel, kEachKernel };
  LaunchGuess(const Request& request, const launch::LaunchOptions& given, Of of);
  ~LaunchGuess();
  base::Progress advance(base::Slice& slice);
  // When it is done; none where it was cancelled.
  base::Checked<std::vector<Guess>> take();

 private:
  class Work;
  std::unique_ptr<Work> work_;
};

inline constexpr size_t kMostGuessedKernels = 16;
inline constexpr size_t kMostGuessedInstances = 4;

inline constexpr uint64_t kTrialSteps = 1'000'000;                 // [warp instructions]
inline constexpr uint64_t kMostGuessedBytes = uint64_t{16} << 20;  // [bytes] of one array

}  // namespace warplens::prepare
