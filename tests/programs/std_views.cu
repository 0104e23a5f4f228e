// std::string_view: parts of texts, searches, comparisons.
#include <cstring>
#include <iostream>
#include <string>
#include <string_view>
void greet(std::string_view n) {
  std::cout << "hi " << n << "\n";
}
int main(int argc, char** argv) {
  greet("bob");
  greet(std::string("al"));
  std::string_view v = "hello world";
  v.remove_suffix(6);
  std::cout << v << v.length() << v.empty() << *v.begin() << v[1] << v.at(2) << "\n";
  std::string t = "x" + std::string(v) + "y";
  std::cout << t << v.compare("hello") << v.find("lo") << v.find_first_of("eo")
            << v.find_last_of("l") << v.find_first_not_of("he") << "\n";
  std::string_view a = argc > 5 ? argv[1] : "none";
  if (a == "none" && a != "some")
    std::cout << "none " << a.data() << std::hash<std::string_view>{}("a") % 1000 << "\n";
}
