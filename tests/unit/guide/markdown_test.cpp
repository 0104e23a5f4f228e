// The part of Markdown that the guide is written in.
#include <doctest/doctest.h>

#include "app/guide/guide.hpp"

using namespace warplens::guide;

namespace {

Block block(BlockKind kind, const char* text, uint32_t level = 0) {
  Block made;
  made.kind = kind;
  made.text = text;
  made.level = level;
  return made;
}

Block row(std::vector<std::string> cells, bool is_head = false) {
  Block made;
  made.kind = BlockKind::kRow;
  made.cells = std::move(cells);
  made.is_head = is_head;
  return made;
}

}  // namespace

TEST_CASE("markdown: headings, and paragraphs of several lines") {
  CHECK(parse_markdown("# One\n\nfirst line\nsecond line\n\nanother\n## Two\ntext\n") ==
        std::vector<Block>{block(BlockKind::kHeading, "One", 1),
                           block(BlockKind::kParagraph, "first line second line"),
                           block(BlockKind::kParagraph, "another"),
                           block(BlockKind::kHeading, "Two", 2),
                           block(BlockKind::kParagraph, "text")});
  CHECK(parse_markdown("").empty());
  CHECK(parse_markdown("\n\n\n").empty());
  CHECK(parse_markdown("no end") == std::vector<Block>{block(BlockKind::kParagraph, "no end")});
}

TEST_CASE("markdown: items go on in the next line, and may be inside of another") {
  CHECK(parse_markdown("text\n- one\n  goes on\n- two\n  - inside\n\nafter\n") ==
        std::vector<Block>{block(BlockKind::kParagraph, "text"),
                           block(BlockKind::kItem, "one goes on"), block(BlockKind::kItem, "two"),
                           block(BlockKind::kItem, "inside", 1),
                           block(BlockKind::kParagraph, "after")});
}

TEST_CASE("markdown: code is as it is written, with its empty lines and marks") {
  CHECK(parse_markdown("```sh\n# not a heading\n\n  a * b  `c` [d](e)\n```\nafter\n") ==
        std::vector<Block>{block(BlockKind::kCode, "# not a heading\n\n  a * b  `c` [d](e)"),
                           block(BlockKind::kParagraph, "after")});
  CHECK(parse_markdown("```\n```\n") == std::vector<Block>{block(BlockKind::kCode, "")});
  CHECK(parse_markdown("```\nnot closed") ==
        std::vector<Block>{block(BlockKind::kCode, "not closed")});
}

TEST_CASE("markdown: a table's rows, the first of which has the titles") {
  CHECK(parse_markdown("| a | `b` |\n| --- | ---: |\n| 1 \\| 2 | [x](y.md) |\n| - |  |\n") ==
        std::vector<Block>{row({"a", "b"}, true), row({"1 | 2", "x"}), row({"-", ""})});
  CHECK(parse_markdown("| no | end\n") == std::vector<Block>{row({"no", "end"})});
}

TEST_CASE("markdown: pictures are left out, and part what is around them") {
  CHECK(
      parse_markdown("one\n![a picture](p.png)\ntwo\n") ==
      std::vector<Block>{block(BlockKind::kParagraph, "one"), block(BlockKind::kParagraph, "two")});
}

TEST_CASE("markdown: marks inside of a text") {
  CHECK(plain_text("**Two** *words*, `*as is*`") == "Two words, *as is*");
  CHECK(plain_text("[the `guide`](guide.md#part), [a] (b)") == "the guide, [a] (b)");
  CHECK(plain_text("a * b, 2*3, \\*, \\[x](y)") == "a * b, 23, *, [x](y)");
  CHECK(plain_text("an_identifier and __syncthreads()") == "an_identifier and __syncthreads()");
  CHECK(plain_text("[") == "[");
  CHECK(plain_text("not closed `code *") == "not closed code *");
  CHECK(plain_text("\\") == "\\");
  CHECK(parse_markdown("[over\ntwo lines](x.md)\n") ==
        std::vector<Block>{block(BlockKind::kParagraph, "over two lines")});
}
