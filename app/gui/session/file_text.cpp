// Reading is app/files' work; here a text is only made fit for the editor.
#include "app/gui/session/file_text.hpp"

#include <system_error>

namespace warplens::gui {

std::string editable(const std::string& text) {
  std::string result;
  result.reserve(text.size());
  for (size_t i = text.rfind("\xEF\xBB\xBF", 0) == 0 ? 3 : 0; i < text.size(); ++i) {
    if (text[i] != '\r') {
      result += text[i];
    } else if (i + 1 == text.size() || text[i + 1] != '\n') {
      result += '\n';
    }
  }
  return result;
}

FileFormat format_of(const std::string& raw) {
  const size_t newline = raw.find('\n');
  return {raw.rfind("\xEF\xBB\xBF", 0) == 0,
          newline != std::string::npos && newline > 0 && raw[newline - 1] == '\r'};
}

std::string encoded(const std::string& text, FileFormat format) {
  std::string result = format.has_mark ? "\xEF\xBB\xBF" : "";
  result.reserve(text.size() + 16);
  for (const char letter : text) {
    if (letter == '\n' && format.has_crlf) {
      result += '\r';
    }
    result += letter;
  }
  return result;
}

FileStamp stamp_of(const std::string& path) {
  std::error_code error;
  FileStamp stamp;
  stamp.time = std::filesystem::last_write_time(path, error);
  stamp.exists = !error;
  stamp.size = stamp.exists ? std::filesystem::file_size(path, error) : 0;
  return stamp;
}

}  // namespace warplens::gui
