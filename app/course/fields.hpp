// Fields of the course's files beside those that a lesson's description has, too: words of a list,
// sentences without numbers, texts beside the file.
#pragma once

#include <cstddef>
#include <functional>
#include <initializer_list>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "app/files/embedded.hpp"
#include "app/lessons/field_reader.hpp"
#include "sim/base/result.hpp"
#include "sim/base/say.hpp"

namespace warplens::course {

struct Word {
  const char* word;
  int value;
};
// One of a few words; `otherwise` where there is no such field.
int choice(lessons::FieldReader& reader, const nlohmann::json& object, const std::string& path,
           const char* name, std::initializer_list<Word> known, std::optional<int> otherwise);

// False where there is no such field.
bool flag(lessons::FieldReader& reader, const nlohmann::json& object, const std::string& path,
          const char* name);

// A text that has to be there, with no character that is obeyed and not drawn.
std::string drawn_text(lessons::FieldReader& reader, const nlohmann::json& object,
                       const std::string& path, const char* name);

// The same; "" where there is no such field.
std::string text_if_any(lessons::FieldReader& reader, const nlohmann::json& object,
                        const std::string& path, const char* name);

// From the least to the most; `otherwise`, where there is one and no such field.
int64_t integer_in(lessons::FieldReader& reader, const nlohmann::json& object,
                   const std::string& path, const char* name, int64_t least, int64_t most,
                   std::optional<int64_t> otherwise);

// A text, or a list of texts with blanks between them.
std::string joined_texts(lessons::FieldReader& reader, const nlohmann::json& object,
                         const std::string& path, const char* name);

// "{blocks}" -> "blocks": the places of a text.
std::vector<std::string> places_in(std::string_view text);
// Words between blanks.
size_t words_in(std::string_view text);

// A text that people read, in the language that is spoken: of at most so many words, and with
// places in place of numbers, so that none can be wrong.
std::string sentence_at(lessons::FieldReader& reader, const nlohmann::json& object,
                        const std::string& path, const char* name,
                        const std::vector<std::string>& places, size_t most_words = SIZE_MAX);

// A list that is not empty: `read(reader, item, path)` of each.
template <class One, class Read>
std::vector<One> read_list(lessons::FieldReader& reader, const nlohmann::json& object,
                           const std::string& path, const char* name, Read read) {
  const std::string here = lessons::join(path, name);
  std::vector<One> all;
  if (const nlohmann::json* list = reader.list(object, path, name)) {
    for (size_t i = 0; i < list->size() && !reader.failed(); ++i)
      all.push_back(read(reader, (*list)[i], lessons::item(here, i)));
  }
  if (all.empty()) reader.fail(here, say("is missing"));
  return all;
}

// The text of a file beside the one at `path`, of at most kLongestBeside; a link out of its folder
// is an error. "" if there is none and none is needed.
inline constexpr uint64_t kLongestBeside = uint64_t{1} << 19;  // [bytes]
base::Result<std::string, std::string> text_beside(const std::string& path, const std::string& name,
                                                   bool is_required);

// The folders of a folder that have a file of that name, as paths, sorted. One that is a link out
// of it is an error.
base::Result<std::vector<std::string>, std::string> folders_with(const std::string& folder,
                                                                 const std::string& name);
// Of the files that are part of the program; nothing: there is none of that name.
std::optional<std::string> text_in(const std::vector<files::EmbeddedFile>& files,
                                   std::string_view name);

// What `read` makes of a file's text; an error names file and line.
template <class One>
base::Result<One, std::string> read_fields(
    const std::string& name, const std::string& text, One one,
    const std::function<void(lessons::FieldReader&, One&)>& read) {
  const base::Result<nlohmann::json, std::string> value = lessons::parse_json(name, text);
  if (!value) return base::fail(value.error());
  lessons::FieldReader reader(*value);
  read(reader, one);
  if (!reader.failed()) return one;
  return base::fail(say("{path}:{line}: {problem}", "path"_a = name,
                        "line"_a = lessons::line_of_field(text, reader.error_path()),
                        "problem"_a = reader.error()));
}

}  // namespace warplens::course
