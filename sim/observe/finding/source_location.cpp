#include "sim/observe/finding/source_location.hpp"

namespace warplens::observe {

SourceLocation source_location(const code::Program& program, base::Span span, uint32_t frame) {
  const auto at = [&](uint32_t index) -> const code::Frame* {
    return index < program.frames.size() ? &program.frames[index] : nullptr;
  };
  const code::Frame* around = at(frame);
  while (frame != 0 && around != nullptr && !around->function->is_own) {
    span = around->call;
    frame = around->parent;
    around = at(frame);
  }
  const base::SourceFile& file = program.unit->file;
  const base::LineColumn place = file.line_column(span.begin);
  SourceLocation text;
  text.span = span;
  text.part = place.part;
  text.line = place.line;
  text.column = place.column;
  if (place.part != 0) text.file = file.name(place.part);
  if (frame != 0 && around != nullptr) {
    text.function = around->function->name;
    text.call_line = file.line_of(around->call.begin);
  }
  return text;
}

}  // namespace warplens::observe
