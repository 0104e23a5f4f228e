// The page of a class: a folder's hand-ins with their marks, and first answers by belief.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "app/cli/grade/hand_in.hpp"
#include "app/course/exercise.hpp"
#include "app/course/judge.hpp"

namespace warplens::cli {

struct ClassRow {
  std::string name;     // the file's, from the folder
  std::string outcome;  // a word
  std::string mark, where, reason;
  std::vector<course::MarkState> marks;  // none where nothing was run
};

class ClassPage {
 public:
  explicit ClassPage(const course::Exercise& exercise);
  void add(ClassRow row) { rows_.push_back(std::move(row)); }
  void add(const HandIn& hand_in);
  // HTML that needs no other file and no script.
  std::string print() const;

 private:
  struct Answers {
    uint64_t right = 0;
    std::map<std::string, uint64_t> wrong;  // by belief; "" where none is known
  };
  std::string title_;
  std::vector<std::string> marks_;  // what each is about
  std::vector<ClassRow> rows_;
  uint64_t hand_ins_ = 0;                   // with answers
  std::map<std::string, Answers> answers_;  // by stop
};

}  // namespace warplens::cli
