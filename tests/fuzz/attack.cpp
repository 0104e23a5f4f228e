// warplens_attack KIND: makes files a little wrong, carries out the program's own command lines on
// them, and lists what crashes, hangs, takes too much memory, says nothing or changes a file. What
// it lists is made small and kept.
//
// Case number i of a kind and a seed is always the same.
#include <CLI/CLI.hpp>

#include <chrono>
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <map>

#include "watch.hpp"

using namespace warplens::fuzz;

namespace {

namespace fs = std::filesystem;

struct Options {
  std::string kind;
  std::string root = WARPLENS_SOURCE_DIR;
  std::string out = "attack";
  size_t count = 1000, first = 0;
  uint64_t seed = 1;
  bool keep_whole = false;
  Limits limits;
};

std::string joined(const std::vector<std::string>& parts) {
  std::string text;
  for (const std::string& part : parts) text += part;
  return text;
}

// Lines, then tokens.
std::vector<std::string> lines_of(const std::string& text) {
  std::vector<std::string> lines;
  for (size_t at = 0; at < text.size();) {
    const size_t end = std::min(text.find('\n', at), text.size() - 1) + 1;
    lines.push_back(text.substr(at, end - at));
    at = end;
  }
  return lines;
}

class Minimiser {
 public:
  Minimiser(const Options& options, const std::string& scratch, std::string problem)
      : options_(options), scratch_(scratch), problem_(std::move(problem)) {}

  Case smaller(Case found) {
    reduce(found, lines_of(found.text));
    std::vector<std::string> tokens;
    for (const std::string_view token : tokens_of(found.text)) tokens.emplace_back(token);
    reduce(found, std::move(tokens));
    return found;
  }

 private:
  // Leaves out ever smaller pieces for as long as the problem stays. A hang costs its whole time.
  void reduce(Case& found, std::vector<std::string> parts) {
    for (size_t piece = parts.size() / 2; piece > 0; piece /= 2) {
      for (size_t at = 0; at < parts.size() && tries_ < kMostTries;) {
        std::vector<std::string> fewer(parts.begin(), parts.begin() + static_cast<long>(at));
        const size_t end = std::min(parts.size(), at + piece);
        fewer.insert(fewer.end(), parts.begin() + static_cast<long>(end), parts.end());
        Case smaller = found;
        smaller.text = joined(fewer);
        if (stays(smaller)) {
          found = std::move(smaller);
          parts = std::move(fewer);
        } else {
          at += piece;
        }
      }
    }
  }

  bool stays(const Case& tried) {
    tries_ += problem_ == "hang" ? 20 : 1;
    bool found = false;
    watch(
        0, 1, [&](size_t) { return tried; }, options_.limits, scratch_,
        [&](size_t, const Verdict& verdict) { found = verdict.problem == problem_; });
    return found;
  }

  static constexpr size_t kMostTries = 600;
  const Options& options_;
  const std::string& scratch_;
  std::string problem_;
  size_t tries_ = 0;
};

int attack(const Options& options) {
  const Kind* kind = nullptr;
  for (const Kind& known : kinds()) {
    if (known.name == options.kind) kind = &known;
  }
  if (kind == nullptr) {
    std::fprintf(stderr, "there is no kind '%s'\n", options.kind.c_str());
    return 2;
  }
  const std::vector<Seed> seeds = kind->seeds(options.root);
  if (seeds.empty()) {
    std::fprintf(stderr, "there is nothing to damage in %s\n", options.root.c_str());
    return 2;
  }
  const fs::path out = fs::absolute(options.out);
  const std::string scratch = (out / "scratch").string();
  fs::create_directories(scratch);
  const auto make = [&](size_t index) {
    Random random(options.seed * 1'000'003 + index);
    const Seed& seed = random.one_of(seeds);
    return kind->damaged(seed, random.one_of(seeds), random);
  };
  std::map<std::string, size_t> problems;
  const auto report = [&](size_t index, const Verdict& verdict) {
    Case found = make(index);
    if (!options.keep_whole) found = Minimiser(options, scratch, verdict.problem).smaller(found);
    const std::string name =
        options.kind + "-" + std::to_string(options.seed) + "-" + std::to_string(index);
    const fs::path kept = out / (name + fs::path(found.name).extension().string());
    std::ofstream(kept, std::ios::binary) << found.text;
    std::printf("%s: %s: %s\n", kept.c_str(), verdict.problem.c_str(), verdict.printed.c_str());
    std::fflush(stdout);
    ++problems[verdict.problem];
  };
  const auto start = std::chrono::steady_clock::now();
  const Statuses statuses =
      watch(options.first, options.first + options.count, make, options.limits, scratch, report);
  const std::chrono::duration<double> taken = std::chrono::steady_clock::now() - start;
  size_t total = 0;
  for (const auto& [problem, count] : problems) total += count;
  std::printf("%zu %s from %zu files, seed %llu: %zu with a problem, %.0f s\n", options.count,
              options.kind.c_str(), seeds.size(), static_cast<unsigned long long>(options.seed),
              total, taken.count());
  std::printf("  exit statuses:");
  for (size_t status = 0; status < statuses.size(); ++status)
    std::printf(" %zu: %llu%s", status, static_cast<unsigned long long>(statuses[status]),
                status + 1 < statuses.size() ? "," : "\n");
  for (const auto& [problem, count] : problems) std::printf("  %zu: %s\n", count, problem.c_str());
  return total == 0 ? 0 : 1;
}

}  // namespace

int main(int argc, char** argv) {
  CLI::App app("Attacks the program with files that are a little wrong.", "warplens_attack");
  Options options;
  std::string known;
  for (const Kind& kind : kinds()) known += std::string("\n  ") + kind.name + ": " + kind.what;
  app.footer("Kinds:" + known);
  app.add_option("kind", options.kind, "What to damage")->required();
  app.add_option("--count", options.count, "Cases; default 1000");
  app.add_option("--seed", options.seed, "Of the random numbers; default 1");
  app.add_option("--first", options.first, "Number of the first case; default 0");
  app.add_option("--out", options.out, "Where what is found goes; default ./attack");
  app.add_option("--root", options.root, "The repository, for the files to damage");
  app.add_option("--seconds", options.limits.seconds, "Processor time of a command; default 10");
  app.add_option("--megabytes", options.limits.megabytes, "Memory of a case; default 3072");
  app.add_option("--address-space", options.limits.address_space,
                 "Address space of a process in MiB; default unlimited");
  app.add_flag("--keep-whole", options.keep_whole, "Do not make small what is found");
  CLI11_PARSE(app, argc, argv);
  return attack(options);
}
