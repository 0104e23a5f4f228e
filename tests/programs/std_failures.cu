// What the standard library throws where a program goes beyond it.
#include <array>
#include <bitset>
#include <deque>
#include <functional>
#include <iostream>
#include <map>
#include <new>
#include <optional>
#include <stdexcept>
#include <string>
#include <unordered_map>
#include <vector>
template <typename F>
void t(const char* n, F f) {
  try {
    f();
    std::cout << n << " no\n";
  } catch (const std::out_of_range& e) {
    std::cout << n << " out_of_range: " << e.what() << "\n";
  } catch (const std::invalid_argument& e) {
    std::cout << n << " invalid_argument: " << e.what() << "\n";
  } catch (const std::exception& e) {
    std::cout << n << " exception: " << e.what() << "\n";
  }
}
int main() {
  std::vector<int> v(3);
  std::map<int, int> m;
  std::unordered_map<std::string, int> u;
  std::string s = "abc";
  std::array<int, 4> a{};
  std::optional<int> o;
  std::function<int(int)> f;
  std::deque<int> d(2);
  t("vector", [&] { v.at(10) = 1; });
  t("map", [&] { m.at(1); });
  t("umap", [&] { u.at("k"); });
  t("string", [&] { s.at(7); });
  t("array", [&] { a.at(4); });
  t("optional", [&] { o.value(); });
  t("function", [&] { f(1); });
  t("stoi", [&] { std::stoi("xyz"); });
  t("stoi2", [&] { std::stoi("99999999999999"); });
  t("stof", [&] { std::stof(""); });
  t("stod", [&] { std::stod("q"); });
  t("stol", [&] { std::stol("-"); });
  t("stoul", [&] { std::stoul("z"); });
  t("substr", [&] { s.substr(10); });
  t("deque", [&] { d.at(2); });
  t("reserve", [&] { v.reserve(-1); });
  t("resize", [&] { v.resize(-1); });
  t("erase", [&] { s.erase(9); });
  t("insert", [&] { s.insert(9, "x"); });
  t("replace", [&] { s.replace(9, 1, "x"); });
  t("vec ctor", [&] { std::vector<int> w((size_t)-1); });
  t("bitset", [&] { std::bitset<4>("012"); });
}
