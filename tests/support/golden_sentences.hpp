// English sentences that tests expect. They are in tests/golden/sentences, one file a folder of
// tests/unit, of lines `key: sentence`; a key begins with its file's name. Changing a wording
// changes the set and no test: WARPLENS_UPDATE_GOLDEN=1 writes what the program says now into it.
#pragma once

#include <iosfwd>
#include <string>
#include <string_view>
#include <vector>

namespace warplens::test {

// A sentence of the set. A key that is not in it equals no text.
class Golden {
 public:
  explicit Golden(std::string_view key);

  // Whether it is this text; where the set is updated, the set has it then.
  bool is(std::string_view actual) const;
  // The sentence; of an unknown key words that say so.
  const std::string& text() const { return text_; }

 private:
  std::string key_, text_;
  bool is_known_ = false;
};

// For comparisons: CHECK(error == golden("launch.sizes.zero")).
Golden golden(std::string_view key);

bool operator==(std::string_view actual, const Golden& expected);
// A list is one sentence, its items one a line.
bool operator==(const std::vector<std::string>& actual, const Golden& expected);
std::ostream& operator<<(std::ostream& to, const Golden& golden);

}  // namespace warplens::test
