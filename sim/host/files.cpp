#include "sim/host/files.hpp"

#include <algorithm>

namespace warplens::host {

namespace {

constexpr size_t kMostPending = 1 << 16;  // [bytes] of output that are collected

}  // namespace

uint64_t Files::open(const std::string& name, const std::string& mode) {
  const bool writes = mode.find_first_of("wa+") != std::string::npos;
  const bool is_new = mode.find('w') != std::string::npos;
  std::shared_ptr<std::string> content;
  if (const auto known = written_.find(name); known != written_.end()) {
    content = known->second;
  } else if (std::optional<std::string> read = is_new ? std::nullopt : given(name)) {
    content = std::make_shared<std::string>(std::move(*read));
  } else if (mode.find_first_of("wa") == std::string::npos) {
    return 0;
  }
  if (content == nullptr) content = std::make_shared<std::string>();
  if (is_new) content->clear();
  if (writes) written_[name] = content;
  Open open;
  open.content = content;
  open.writes = writes;
  open.appends = mode.find('a') != std::string::npos;
  const uint64_t file = next_;
  next_ += 16;
  open_.emplace(file, std::move(open));
  return file;
}

std::optional<std::string> Files::given(const std::string& name) const {
  if (!options_.read) return std::nullopt;
  base::Result<std::string, std::string> content = options_.read(name);
  if (content) return std::move(*content);
  if (!content.error().empty() && options_.notice) options_.notice(content.error());
  return std::nullopt;
}

bool Files::close(uint64_t file) {
  if (file <= kErr) return true;
  return open_.erase(file) != 0;
}

bool Files::remove(const std::string& name) {
  return written_.erase(name) != 0;
}

bool Files::write(uint64_t file, std::string_view text) {
  if (file == kOut || file == kErr) bytes_shown_ += text.size();
  if (file == kOut) {
    if (options_.written) options_.written(text, false);
    pending_out_ += text;
    if (pending_out_.size() >= kMostPending) flush();
    return true;
  }
  if (file == kErr) {
    flush();
    if (options_.written) options_.written(text, true);
    if (options_.err) options_.err(text);
    return true;
  }
  const auto known = open_.find(file);
  if (known == open_.end() || !known->second.writes) return false;
  Open& open = known->second;
  if (open.appends) open.at = open.content->size();
  if (open.content->size() < open.at + text.size()) open.content->resize(open.at + text.size());
  std::copy(text.begin(), text.end(), open.content->begin() + static_cast<std::ptrdiff_t>(open.at));
  open.at += text.size();
  return true;
}

void Files::flush() {
  if (options_.out && !pending_out_.empty()) options_.out(pending_out_);
  pending_out_.clear();
}

bool Files::fill_input() {
  constexpr size_t kAtOnce = 1 << 16;
  if (input_has_ended_ || !options_.in) return false;
  flush();
  const std::string more = options_.in(kAtOnce);
  input_has_ended_ = more.empty();
  *open_[kIn].content += more;
  return !more.empty();
}

int Files::get(uint64_t file) {
  const auto known = open_.find(file);
  if (known == open_.end()) return -1;
  Open& open = known->second;
  if (open.at >= open.content->size() && (file != kIn || !fill_input())) {
    open.has_met_end = true;
    return -1;
  }
  return static_cast<unsigned char>((*open.content)[open.at++]);
}

void Files::put_back(uint64_t file, int c) {
  const auto known = open_.find(file);
  if (known == open_.end() || c < 0 || known->second.at == 0) return;
  --known->second.at;
  known->second.has_met_end = false;
}

bool Files::is_at_end(uint64_t file) const {
  const auto known = open_.find(file);
  return known != open_.end() && known->second.has_met_end;
}

bool Files::seek(uint64_t file, int64_t offset, int from) {
  const auto known = open_.find(file);
  if (known == open_.end() || file == kIn) return false;
  Open& open = known->second;
  const auto size = static_cast<int64_t>(open.content->size());
  const int64_t begin = from == 1 ? static_cast<int64_t>(open.at) : from == 2 ? size : 0;
  if (begin + offset < 0) return false;
  open.at = static_cast<size_t>(begin + offset);
  open.has_met_end = false;
  return true;
}

int64_t Files::tell(uint64_t file) const {
  const auto known = open_.find(file);
  return known == open_.end() ? -1 : static_cast<int64_t>(known->second.at);
}

}  // namespace warplens::host
