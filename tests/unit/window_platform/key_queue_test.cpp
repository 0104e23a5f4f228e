// What one frame may see of keys that came faster than frames.
#include "app/window/platform/glfw/input.hpp"

#define GLFW_INCLUDE_NONE
#include <GLFW/glfw3.h>
#include <doctest/doctest.h>

using warplens::platform::KeyEvent;
using warplens::platform::KeyQueue;

namespace {

KeyEvent press(int key, int modifiers = 0) {
  return {key, 0, GLFW_PRESS, modifiers, 0, false};
}
KeyEvent release(int key, int modifiers = 0) {
  return {key, 0, GLFW_RELEASE, modifiers, 0, false};
}
KeyEvent letter(uint32_t character) {
  return {0, 0, 0, 0, character, true};
}

}  // namespace

TEST_CASE("key queue: a key pressed and let go is seen as pressed for one frame, each time") {
  KeyQueue queue;
  for (int i = 0; i < 2; ++i) {
    queue.push(press(GLFW_KEY_LEFT));
    queue.push(release(GLFW_KEY_LEFT));
  }
  CHECK(queue.take().size() == 1);
  CHECK(queue.take().size() == 1);
  CHECK(queue.take().size() == 1);
  CHECK(queue.take().size() == 1);
  CHECK(queue.empty());
}

TEST_CASE("key queue: a modifier is held as long as its key is pressed") {
  KeyQueue queue;
  queue.push(press(GLFW_KEY_LEFT_CONTROL));
  queue.push(press(GLFW_KEY_Z, GLFW_MOD_CONTROL));
  queue.push(release(GLFW_KEY_Z, GLFW_MOD_CONTROL));
  queue.push(release(GLFW_KEY_LEFT_CONTROL));
  const auto first = queue.take();
  REQUIRE(first.size() == 2);
  CHECK(first[1].key == GLFW_KEY_Z);
  CHECK(queue.take().size() == 2);
}

TEST_CASE("key queue: letters do not overtake an arrow key, and come together themselves") {
  KeyQueue queue;
  queue.push(press(GLFW_KEY_LEFT));
  queue.push(release(GLFW_KEY_LEFT));
  for (const int key : {GLFW_KEY_O, GLFW_KEY_O, GLFW_KEY_P}) {
    queue.push(press(key));
    queue.push(letter('o'));
    queue.push(release(key));
  }
  CHECK(queue.take().size() == 1);
  CHECK(queue.take().size() == 10);  // the arrow let go, three letters with their keys
  CHECK(queue.empty());
}

TEST_CASE("key queue: letters are seen before a Ctrl or Alt that follows them") {
  for (const int modifier : {GLFW_KEY_LEFT_CONTROL, GLFW_KEY_RIGHT_CONTROL, GLFW_KEY_LEFT_ALT}) {
    KeyQueue queue;
    queue.push(press(GLFW_KEY_A));
    queue.push(letter('a'));
    queue.push(release(GLFW_KEY_A));
    queue.push(letter('b'));
    queue.push(press(modifier));
    queue.push(press(GLFW_KEY_S, GLFW_MOD_CONTROL));
    const auto letters = queue.take();
    CHECK(letters.size() == 4);
    CHECK(letters.back().character == 'b');
    const auto command = queue.take();
    REQUIRE(command.size() == 2);
    CHECK(command.front().key == modifier);
    CHECK(command.back().key == GLFW_KEY_S);
    CHECK(queue.empty());
  }
}
