// A list in braces goes to the constructor of an initializer_list if its values can be elements of
// that, and else to another one.
#include <cstdio>
#include <stdexcept>
#include <string>
#include <vector>
int main() {
  std::string text = std::string{"abc"} + " " + std::string{'x', 'y'} + std::string{3, 'z'};
  printf("%s %d\n", text.substr(0, 6).c_str(), (int)text.size());
  std::vector<std::string> three{3, "z"};
  std::vector<int> two{3, 1};
  std::vector<const char*> names{"a", "b"};
  printf("%d %s %d %s\n", (int)three.size(), three[2].c_str(), (int)two.size(), names[1]);
  std::vector<std::vector<int>> rows{{1, 2}, {3}, two};
  printf("%d %d\n", (int)rows.size(), rows[2][1]);
  try {
    throw std::runtime_error{std::string{cudaGetErrorName(cudaSuccess)} + "!"};
  } catch (const std::exception& error) {
    printf("%s\n", error.what());
  }
}
