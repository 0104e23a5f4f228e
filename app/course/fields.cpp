#include "app/course/fields.hpp"

#include <algorithm>
#include <cctype>
#include <filesystem>

#include "app/files/files.hpp"
#include "sim/base/visible.hpp"

namespace warplens::course {

using lessons::FieldReader;
using lessons::join;
using nlohmann::json;

int choice(FieldReader& reader, const json& object, const std::string& path, const char* name,
           std::initializer_list<Word> known, std::optional<int> otherwise) {
  const json* value = reader.member(object, path, name, !otherwise);
  if (value == nullptr) return otherwise.value_or(0);
  std::string list;
  for (const Word& one : known) {
    if (value->is_string() && value->get_ref<const std::string&>() == one.word) return one.value;
    list += (list.empty() ? "'" : ", '") + std::string(one.word) + "'";
  }
  reader.fail(join(path, name), say("is one of {words}", "words"_a = list));
  return 0;
}

bool flag(FieldReader& reader, const json& object, const std::string& path, const char* name) {
  const json* value = reader.member(object, path, name, false);
  if (value == nullptr) return false;
  if (!value->is_boolean()) reader.fail(join(path, name), say("must be true or false"));
  return value->is_boolean() && value->get<bool>();
}

std::string drawn_text(FieldReader& reader, const json& object, const std::string& path,
                       const char* name) {
  std::string text = reader.text(object, path, name);
  if (!base::is_visible_as_is(text))
    reader.fail(join(path, name), say("has a character that is not drawn but obeyed"));
  return text;
}

std::string text_if_any(FieldReader& reader, const json& object, const std::string& path,
                        const char* name) {
  return object.is_object() && object.contains(name) ? drawn_text(reader, object, path, name) : "";
}

int64_t integer_in(FieldReader& reader, const json& object, const std::string& path,
                   const char* name, int64_t least, int64_t most,
                   std::optional<int64_t> otherwise) {
  if (otherwise && object.is_object() && !object.contains(name)) return *otherwise;
  const int64_t number = reader.integer(object, path, name);
  if (number >= least && number <= most) return number;
  reader.fail(join(path, name), say("must be a whole number from {minimum} to {maximum}",
                                    "minimum"_a = least, "maximum"_a = most));
  return least;
}

std::string joined_texts(FieldReader& reader, const json& object, const std::string& path,
                         const char* name) {
  std::string joined;
  for (const std::string& part : reader.texts(object, path, name))
    joined += (joined.empty() ? "" : " ") + part;
  if (!base::is_visible_as_is(joined))
    reader.fail(join(path, name), say("has a character that is not drawn but obeyed"));
  return joined;
}

std::vector<std::string> places_in(std::string_view text) {
  std::vector<std::string> places;
  for (size_t at = text.find('{'); at != std::string_view::npos; at = text.find('{', at)) {
    const size_t end = std::min(text.find('}', at), text.size());
    places.emplace_back(text.substr(at + 1, end - at - 1));
    at = end;
  }
  return places;
}

size_t words_in(std::string_view text) {
  size_t words = 0;
  bool is_blank = true;
  for (const char c : text) {
    const bool was_blank = is_blank;
    is_blank = std::isspace(static_cast<unsigned char>(c)) != 0;
    if (was_blank && !is_blank) ++words;
  }
  return words;
}

std::string sentence_at(FieldReader& reader, const json& object, const std::string& path,
                        const char* name, const std::vector<std::string>& places,
                        size_t most_words) {
  const std::string text = drawn_text(reader, object, path, name);
  for (const std::string& place : places_in(text)) {
    if (std::find(places.begin(), places.end(), place) == places.end())
      reader.fail(join(path, name), say("there is no value for '{{{place}}}'", "place"_a = place));
  }
  size_t depth = 0;
  for (const char c : text) {
    if (c == '{') ++depth;
    if (c == '}' && depth > 0) --depth;
    if (depth == 0 && std::isdigit(static_cast<unsigned char>(c)) != 0)
      reader.fail(join(path, name),
                  say("names a number: a place, like '{{n}}', is filled from a run"));
  }
  if (words_in(text) > most_words)
    reader.fail(join(path, name), say("has {count} words, {most} are allowed",
                                      "count"_a = words_in(text), "most"_a = most_words));
  return lessons::in_language(text);
}

static base::Failure<std::string> leads_out(const std::string& path) {
  return base::fail(say("{path}: is a link that leads out of its folder; put a copy in its place",
                        "path"_a = path));
}

base::Result<std::vector<std::string>, std::string> folders_with(const std::string& folder,
                                                                 const std::string& name) {
  const base::Result<files::Folder, std::string> inner = files::texts_in(folder);
  if (!inner) return base::fail(inner.error());
  std::vector<std::string> paths;
  for (const std::string& one : inner->folders) {
    const std::filesystem::path path = std::filesystem::path(folder) / one;
    if (!files::exists((path / name).string())) continue;
    if (!files::own_file(path.string(), one)) return leads_out(path.string());
    paths.push_back(path.string());
  }
  return paths;
}

std::optional<std::string> text_in(const std::vector<files::EmbeddedFile>& files,
                                   std::string_view name) {
  for (const files::EmbeddedFile& file : files) {
    if (file.name == name) return std::string(file.text);
  }
  return std::nullopt;
}

base::Result<std::string, std::string> text_beside(const std::string& path, const std::string& name,
                                                   bool is_required) {
  const base::Result<std::string, std::string> own = files::own_file(path, name);
  const std::string beside = (std::filesystem::path(path).parent_path() / name).string();
  if (!own) return leads_out(beside);
  if (!is_required && !files::exists(*own)) return std::string();
  return files::read_text(beside, kLongestBeside);
}

}  // namespace warplens::course
