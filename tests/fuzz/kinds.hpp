// What can be attacked: which files are made wrong, in which way, and the command lines that are
// then carried out on them.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "mutate.hpp"

namespace warplens::fuzz {

struct Seed {
  std::string path;  // of the repository's file, for messages
  std::string text;
};

struct Case {
  std::string name;  // of the file that is wrong, in a folder of its own: "kernel.cu"
  std::string text;
  // Files beside it, as they should be.
  std::vector<std::pair<std::string, std::string>> beside;
  std::vector<std::vector<std::string>> commands;  // without "warplens"; the folder is the current
};

struct Kind {
  const char* name;
  const char* what;
  std::function<std::vector<Seed>(const std::string& root)> seeds;
  std::function<Case(const Seed& seed, const Seed& donor, Random& random)> damaged;
};

const std::vector<Kind>& kinds();

}  // namespace warplens::fuzz
