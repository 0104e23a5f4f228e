// Which language is spoken: the command line, then the environment, by gettext's rules.
#include "app/languages/choose.hpp"

#include <doctest/doctest.h>

#include <array>
#include <map>
#include <string>
#include <vector>

#include "app/cli/language.hpp"
#include "tests/support/golden_sentences.hpp"
#include "tests/unit/cli/run_command.hpp"

using namespace warplens;
using languages::Catalogue;
using warplens::test::golden;

namespace {

uint64_t only_form(uint64_t) {
  return 0;
}

const std::array<Catalogue, 4> kKnown{{{"de", {}, {}, only_form},
                                       {"pt", {}, {}, only_form},
                                       {"pt_BR", {}, {}, only_form},
                                       {"sr@latin", {}, {}, only_form}}};

std::string name_of(std::optional<languages::Choice> choice) {
  if (!choice) return "none";
  return *choice != nullptr ? std::string((*choice)->name()) : "en";
}

std::string preferred(std::map<std::string, std::string> variables) {
  return name_of(languages::preferred_language(
      kKnown, [&](const char* variable) { return variables[variable]; }));
}

cli::SpokenLine choose(const std::vector<const char*>& words,
                       std::map<std::string, std::string> variables = {}) {
  return cli::choose_language(static_cast<int>(words.size()), words.data(), kKnown,
                              [&](const char* variable) { return variables[variable]; });
}

}  // namespace

TEST_CASE("choose: a name with a country falls back to the language") {
  const auto found = [](const char* name) {
    return name_of(languages::find_language(kKnown, name));
  };
  CHECK(found("de") == "de");
  CHECK(found("de_AT") == "de");
  CHECK(found("de-AT") == "de");
  CHECK(found("de_DE.UTF-8") == "de");
  CHECK(found("de_DE.UTF-8@euro") == "de");
  CHECK(found("pt_BR.UTF-8") == "pt_BR");
  CHECK(found("pt_PT") == "pt");
  CHECK(found("sr_RS@latin") == "sr@latin");
  CHECK(found("sr_RS.UTF-8@latin") == "sr@latin");
  CHECK(found("sr_RS") == "none");
  CHECK(found("en") == "en");
  CHECK(found("en_GB.UTF-8") == "en");
  for (const char* unknown : {"xx", "", "german", "d", "C", "@", "."})
    CHECK(found(unknown) == "none");
}

TEST_CASE("choose: the environment's variables in gettext's order") {
  CHECK(preferred({}) == "en");
  CHECK(preferred({{"LANG", "de_DE.UTF-8"}}) == "de");
  CHECK(preferred({{"LANG", "de_DE.UTF-8"}, {"LC_MESSAGES", "pt_BR"}}) == "pt_BR");
  CHECK(preferred({{"LANG", "de"}, {"LC_MESSAGES", "pt"}, {"LC_ALL", "C"}}) == "en");
  CHECK(preferred({{"LANG", "de"}, {"LC_ALL", "fr_FR"}}) == "en");
  CHECK(preferred({{"LANG", "fr_FR"}, {"LANGUAGE", "fr:pt_PT:de"}}) == "pt");
  CHECK(preferred({{"LANG", "de"}, {"LANGUAGE", "en:de"}}) == "en");
  CHECK(preferred({{"LANG", "de"}, {"LANGUAGE", "fr"}}) == "en");
  CHECK(preferred({{"LANG", "C.UTF-8"}, {"LANGUAGE", ":de"}}) == "de");
  CHECK(preferred({{"LANG", "C"}, {"LANGUAGE", "de"}}) == "en");
  CHECK(preferred({{"LANGUAGE", "de"}}) == "en");
}

TEST_CASE("choose: --language wins, and is taken out of the words") {
  const cli::SpokenLine plain = choose({"warplens", "run", "k.cu"}, {{"LANG", "de"}});
  CHECK(name_of(plain.language) == "de");
  CHECK(plain.words.size() == 3);
  const cli::SpokenLine given =
      choose({"warplens", "--language", "pt_BR", "run", "k.cu"}, {{"LANG", "de"}});
  CHECK(name_of(given.language) == "pt_BR");
  REQUIRE(given.words.size() == 3);
  CHECK(std::string(given.words[1]) == "run");
  CHECK(name_of(choose({"warplens", "run", "--language=en"}, {{"LANG", "de"}}).language) == "en");
  const std::map<std::string, std::string> child{{cli::kLanguageVariable, "pt"}, {"LANG", "de"}};
  CHECK(name_of(choose({"warplens", "measure-child"}, child).language) == "pt");
  const std::array<const char*, 4> argv{"warplens", "--language", "de", "run"};
  CHECK(cli::command_of(4, argv.data()) == "run");
  CHECK(cli::command_of(1, argv.data()).empty());
  CHECK(cli::command_of(3, argv.data()).empty());
}

TEST_CASE("choose: an unknown language is a mistake that lists those that are there") {
  const cli::SpokenLine unknown = choose({"warplens", "--language", "xx"});
  CHECK(cli::language_mistake(unknown, kKnown) == golden("languages.choice.unknown"));
  CHECK(cli::language_mistake(choose({"warplens", "run", "--language"}), kKnown) ==
        golden("languages.choice.value_missing"));
  CHECK(cli::language_mistake(choose({"warplens", "--language", "de"}), kKnown).empty());
  const tests::Outcome outcome = tests::run_command({"--language", "xx", "run", "transpose-row"});
  CHECK(outcome.status == cli::kExitMistake);
  CHECK(outcome.err == golden("languages.choice.unknown_in_command"));
  CHECK(outcome.out.empty());
  CHECK(tests::run_command({"devices", "--language", "en"}).status == cli::kExitDone);
}
