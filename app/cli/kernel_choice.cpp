#include "app/cli/trials.hpp"

#include <memory>
#include <nlohmann/json.hpp>
#include <ostream>
#include <utility>

#include "app/cli/command_line.hpp"
#include "app/cli/simulate.hpp"
#include "sim/base/list_words.hpp"
#include "sim/base/say.hpp"
#include "sim/launch/parse.hpp"
#include "sim/prepare/call_offers.hpp"
#include "sim/prepare/guess.hpp"
#include "sim/prepare/prepare.hpp"
#include "sim/run/sequence_run.hpp"

namespace warplens::cli {
namespace {

// What the guessed launches of all kernels may cost together until one is chosen. [weighted steps]
constexpr uint64_t kMostTried = 300'000'000;

bool leaves_all_open(const launch::LaunchOptions& options) {
  return !options.grid && !options.block && !options.shared_bytes && options.arguments.empty() &&
         !options.called && options.then.empty() && !options.then_all && !options.guess;
}

uint64_t waste_of_guess(const prepare::Request& request, const prepare::Guess& guess,
                        uint64_t most_work) {
  prepare::Request one = request;
  one.launch = guess.launch;
  one.launch.checks = launch::kNoChecks;
  one.record = one.keeps_contents = one.follows_branches = false;
  one.extra = {};
  one.store = std::make_shared<prepare::RunStore>();
  one.most_work = most_work;
  const base::Checked<Runs> runs = run::run_sequence(std::move(one));
  return runs.ok() ? study::waste_of(*runs->front()) : 0;
}

struct Candidate {
  std::string kernel;
  prepare::Guess guess;
};

std::vector<Candidate> candidates_of(std::vector<prepare::Guess> guesses) {
  std::vector<Candidate> candidates;
  for (size_t i = 0; i < guesses.size(); ++i) {
    std::string kernel = guesses[i].kernels[i];
    candidates.push_back({std::move(kernel), std::move(guesses[i])});
  }
  return candidates;
}

// Of a text with nothing but templates of kernels, which it launches nowhere.
std::vector<Candidate> instances(const prepare::Request& request,
                                 const launch::LaunchOptions& options) {
  std::vector<Candidate> candidates;
  for (std::string& name : prepare::instances_to_guess(request, options.kernel.value_or(""))) {
    launch::LaunchOptions given = options;
    given.kernel = std::move(name);
    base::Checked<prepare::Guess> guess = prepare::guess_launch(request, given);
    if (!guess.ok()) continue;
    guess->guessed.insert(guess->guessed.begin(), "--kernel " + launch::quoted(*given.kernel));
    guess->kernels.clear();
    candidates.push_back({*given.kernel, std::move(*guess)});
  }
  for (Candidate& candidate : candidates) {
    for (const Candidate& other : candidates) candidate.guess.kernels.push_back(other.kernel);
  }
  return candidates;
}

std::vector<Candidate> candidates_of(const prepare::Request& request,
                                     const launch::LaunchOptions& options) {
  base::Checked<std::vector<prepare::Guess>> guesses = prepare::guess_each(request, options);
  if (guesses.ok() && options.kernel && !guesses->empty())
    return {{*options.kernel, std::move(guesses->front())}};
  if (guesses.ok()) return candidates_of(std::move(*guesses));
  return instances(request, options);
}

}  // namespace

std::optional<KernelChoice> guess_open_launch(const CommandLine& line, Opened& opened,
                                              const Surroundings& surroundings) {
  if (opened.has_launch || !leaves_all_open(line.launch)) return std::nullopt;
  prepare::Request& request = opened.request;
  std::vector<Candidate> candidates = candidates_of(request, line.launch);
  if (candidates.empty()) return std::nullopt;
  KernelChoice choice;
  size_t chosen = 0;
  uint64_t most = 0;
  for (size_t i = 0; i < candidates.size() && candidates.size() > 1; ++i) {
    if (surroundings.is_interrupted()) break;
    const uint64_t waste =
        waste_of_guess(request, candidates[i].guess, kMostTried / candidates.size());
    if (waste <= most) continue;
    most = waste;
    chosen = i;
    choice.why = KernelChoice::Why::kWaste;
  }
  prepare::Guess& guess = candidates[chosen].guess;
  choice.kernel = candidates[chosen].kernel;
  for (const std::string& other : guess.kernels) {
    if (other != choice.kernel) choice.others.push_back(other);
  }
  request.launch = std::move(guess.launch);
  request.launch.then.clear();
  request.launch_place = std::move(guess.place);
  request.guessed = std::move(guess.guessed);
  request.guess_note = std::move(guess.note);
  opened.has_launch = true;
  if (candidates.size() == 1) return std::nullopt;
  return choice;
}

base::Diagnostics offers_of(const Opened& opened) {
  const prepare::Request& request = opened.request;
  const bool is_given =
      opened.has_launch && request.launch_place.empty() && request.guessed.empty();
  const std::string called =
      request.program && !request.guessed.empty() ? request.program->called : "";
  if (is_given || (request.program && called.empty())) return {};
  const std::vector<prepare::CallOffer> calls = prepare::offered_calls(request);
  const bool runs = calls.empty() || !called.empty() || prepare::prepare(request).ok();
  base::Diagnostics offers;
  for (const prepare::CallOffer& call : calls) {
    offers.push_back(
        call.function == called
            ? base::placeless(say("the text has no main(): {function}() is called with sizes that "
                                  "are guessed",
                                  "function"_a = called),
                              say("call it with yours: {command}",
                                  "command"_a = prepare::call_command(
                                      request.file.name(), call.function, call.arguments)))
            : prepare::offer_of(call, request.file.name()));
    if (runs) offers.back().severity = base::Severity::kNote;
  }
  return offers;
}

void print_choice(std::ostream& out, const KernelChoice& choice) {
  std::vector<std::string> others;
  for (const std::string& other : choice.others) others.push_back(launch::quoted(other));
  const std::string list = base::list_words(others);
  out << (choice.why == KernelChoice::Why::kWaste
              ? say("kernel {kernel}, the one with the most excessive work (--kernel NAME shows "
                    "another: {others}):",
                    "kernel"_a = choice.kernel, "others"_a = list)
              : say("kernel {kernel}, the first (--kernel NAME shows another: {others}):",
                    "kernel"_a = choice.kernel, "others"_a = list))
      << "\n";
}

Json choice_json(const KernelChoice& choice) {
  return {{"kernel", choice.kernel},
          {"why", choice.why == KernelChoice::Why::kWaste ? "most_waste" : "first"},
          {"others", choice.others}};
}

}  // namespace warplens::cli
