#include "app/study/array_state.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <cstring>
#include <span>
#include <utility>

#include "sim/base/half.hpp"
#include "sim/base/scalar_text.hpp"
#include "sim/lang/tree/type.hpp"

namespace warplens::study {

namespace {

using prepare::JournalStep;

constexpr size_t kMostMembers = 64;  // of a struct that are shown
constexpr const char* kUnwrittenSign = "?";

base::Scalar scalar_of(const lang::Type* type) {
  return type->is_scalar() ? type->scalar : base::Scalar::kULongLong;  // a pointer's address
}

std::vector<ArrayState::Member> members_of(const lang::Type* type) {
  std::vector<ArrayState::Member> members;
  for (const lang::Leaf& leaf : lang::leaves_of(type)) {
    if (members.size() == kMostMembers) break;
    members.push_back({leaf.path, scalar_of(leaf.type), leaf.offset});
  }
  return members;
}

// Exact for every integer where long double has 64 digits.
long double number_of(base::Scalar scalar, uint64_t bits) {
  switch (scalar) {
    case base::Scalar::kHalf:
      return base::half_to_float(static_cast<uint16_t>(bits));
    case base::Scalar::kBfloat:
      return base::bfloat_to_float(static_cast<uint16_t>(bits));
    case base::Scalar::kFloat:
      return std::bit_cast<float>(static_cast<uint32_t>(bits));
    case base::Scalar::kDouble:
      return static_cast<long double>(std::bit_cast<double>(bits));
    default:
      break;
  }
  const uint32_t unused = 64 - 8 * base::size_of(scalar);
  if (base::is_signed(scalar))
    return static_cast<long double>(static_cast<int64_t>(bits << unused) >> unused);
  return static_cast<long double>(bits << unused >> unused);
}

uint64_t bits_in(const base::PagedBytes& bytes, uint64_t offset, base::Scalar scalar) {
  std::array<std::byte, 8> value{};
  bytes.read(offset, std::span(value.data(), base::size_of(scalar)));
  return std::bit_cast<uint64_t>(value);
}

// Whether nothing has written a value, not even a part of it. Where a kernel leaves bytes of one as
// they were, as a small addition does, the others tell.
bool is_all_unwritten(const host::NeverWritten& unwritten, uint64_t offset, uint64_t bytes) {
  for (uint64_t at = offset; at < offset + bytes; ++at) {
    if (!unwritten.has_any_of(at, 1)) return false;
  }
  return true;
}

}  // namespace

ArrayState::ArrayState(const prepare::ReachedProgram& program, uint32_t array, size_t step)
    : program_(&program), array_(array) {
  const lang::Type* const element = program.journal.arrays[array].element;
  const std::vector<JournalStep>& steps = program.journal.steps;
  if (element == nullptr || lang::size_of(element) == 0) return;
  for (size_t at = std::min(step + 1, steps.size()); at-- > 0 && content_ == nullptr;) {
    if (steps[at].kind == JournalStep::Kind::kFree && steps[at].to == array) return;
    for (const JournalStep::Content& content : steps[at].contents) {
      if (content.array != array) continue;
      content_ = &content;
      at_ = at;
      is_now_ = at == step;
    }
  }
  if (content_ == nullptr) return;
  members_ = members_of(element);
  size_ = lang::size_of(element);
  count_ = members_.empty() ? 0 : content_->bytes.size() / size_;
}

uint64_t ArrayState::bits(uint64_t element, const Member& member) const {
  return bits_in(content_->bytes, element * size_ + member.offset, member.scalar);
}

long double ArrayState::number(uint64_t element) const {
  return number_of(members_.front().scalar, bits(element, members_.front()));
}

bool ArrayState::is_any_in(const host::NeverWritten& unwritten, uint64_t element) const {
  return std::any_of(members_.begin(), members_.end(), [&](const Member& member) {
    return is_all_unwritten(unwritten, element * size_ + member.offset,
                            base::size_of(member.scalar));
  });
}

bool ArrayState::is_unwritten(uint64_t element) const {
  return is_any_in(content_->unwritten, element);
}

bool ArrayState::is_unwritten(uint64_t element, const Member& member) const {
  return is_all_unwritten(content_->unwritten, element * size_ + member.offset,
                          base::size_of(member.scalar));
}

bool ArrayState::was_unwritten(uint64_t element) const {
  return is_now_ && is_any_in(content_->unwritten_before, element);
}

std::string ArrayState::text_in(const base::PagedBytes& bytes, const host::NeverWritten& unwritten,
                                uint64_t element) const {
  std::string text;
  for (const Member& member : members_) {
    const uint64_t offset = element * size_ + member.offset;
    const std::string value =
        is_all_unwritten(unwritten, offset, base::size_of(member.scalar))
            ? kUnwrittenSign
            : base::scalar_text(member.scalar, bits_in(bytes, offset, member.scalar));
    if (!is_struct()) return value;
    const std::string name = member.path.substr(member.path.starts_with('.') ? 1 : 0);
    text += fmt::format("{}{} {}", text.empty() ? "" : ", ", name, value);
  }
  return text;
}

std::string ArrayState::text(uint64_t element) const {
  return text_in(content_->bytes, content_->unwritten, element);
}

std::string ArrayState::text(uint64_t element, const Member& member) const {
  if (is_unwritten(element, member)) return kUnwrittenSign;
  return base::scalar_text(member.scalar, bits(element, member));
}

std::string ArrayState::text_before(uint64_t element) const {
  const bool is_there = is_now_ && (element + 1) * size_ <= content_->before.size();
  return is_there ? text_in(content_->before, content_->unwritten_before, element) : "";
}

bool ArrayState::is_changed_by(const JournalStep::Content& content, uint64_t element,
                               const Member& member) const {
  if (!content.is_changed) return false;
  const uint64_t begin = element * size_ + member.offset;
  const uint64_t end = begin + base::size_of(member.scalar);
  if (content.end > content.begin) return begin < content.end && content.begin < end;
  if (end > content.bytes.size() || end > content.before.size()) return false;
  if (is_all_unwritten(content.unwritten_before, begin, end - begin) &&
      !is_all_unwritten(content.unwritten, begin, end - begin))
    return true;
  return bits_in(content.bytes, begin, member.scalar) !=
         bits_in(content.before, begin, member.scalar);
}

bool ArrayState::is_changed_by(const JournalStep::Content& content, uint64_t element) const {
  return std::any_of(members_.begin(), members_.end(),
                     [&](const Member& member) { return is_changed_by(content, element, member); });
}

bool ArrayState::is_changed(uint64_t element) const {
  return is_changed() && is_changed_by(*content_, element);
}

bool ArrayState::is_changed(uint64_t element, const Member& member) const {
  return is_changed() && is_changed_by(*content_, element, member);
}

std::optional<size_t> ArrayState::last_change(uint64_t element) const {
  const std::vector<JournalStep>& steps = program_->journal.steps;
  for (size_t at = at_ + 1; at-- > 0;) {
    for (const JournalStep::Content& content : steps[at].contents) {
      if (content.array == array_ && is_changed_by(content, element)) return at;
    }
  }
  return std::nullopt;
}

base::Progress SummaryOfArray::advance(base::Slice& slice) {
  constexpr uint64_t kAtOnce = 256;      // elements
  constexpr uint64_t kWorkOfMember = 4;  // in warp instructions
  while (next_ < state_.count() && !slice.is_cancelled()) {
    if (slice.is_over()) return base::Progress::kMore;
    const uint64_t end = std::min(next_ + kAtOnce, state_.count());
    slice.spend((end - next_) * state_.members().size() * kWorkOfMember);
    for (; next_ < end; ++next_) add(next_);
  }
  return base::Progress::kDone;
}

void SummaryOfArray::add(uint64_t element) {
  if (state_.is_changed() && state_.is_changed(element)) {
    if (!summary_.first_changed) summary_.first_changed = element;
    ++summary_.changed;
  }
  if (state_.is_unwritten(element)) {
    if (!summary_.first_unwritten) summary_.first_unwritten = element;
    ++summary_.unwritten;
    return;
  }
  if (state_.is_struct()) return;
  const long double value = state_.number(element);
  if (std::isnan(value)) {
    if (!summary_.first_nan) summary_.first_nan = element;
    ++summary_.nans;
    return;
  }
  if (!summary_.least || value < least_) {
    least_ = value;
    summary_.least = ArraySummary::Extreme{element, ""};
  }
  if (!summary_.most || value > most_) {
    most_ = value;
    summary_.most = ArraySummary::Extreme{element, ""};
  }
}

ArraySummary SummaryOfArray::take() {
  for (std::optional<ArraySummary::Extreme>* extreme : {&summary_.least, &summary_.most}) {
    if (*extreme) (*extreme)->text = state_.text((*extreme)->element);
  }
  return std::move(summary_);
}

}  // namespace warplens::study
