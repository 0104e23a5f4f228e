// std::variant: its alternatives, visitors of lambdas, and what a wrong access throws.
#include <iostream>
#include <string>
#include <variant>
template <class... Ts>
struct overloaded : Ts... {
  using Ts::operator()...;
};
template <class... Ts>
overloaded(Ts...) -> overloaded<Ts...>;
int main() {
  std::variant<int, double, std::string> v = 3;
  auto show = overloaded{[](int i) { std::cout << "int " << i << "\n"; },
                         [](double d) { std::cout << "double " << d << "\n"; },
                         [](const std::string& s) { std::cout << "string " << s << "\n"; }};
  std::visit(show, v);
  v = 2.5;
  std::visit(show, v);
  v = std::string("abc");
  std::visit(show, v);
  std::cout << v.index() << std::holds_alternative<std::string>(v) << std::get<std::string>(v)
            << std::get<2>(v) << "\n";
  if (auto* p = std::get_if<int>(&v))
    std::cout << *p;
  else
    std::cout << "no int\n";
  try {
    std::cout << std::get<int>(v);
  } catch (const std::bad_variant_access& e) {
    std::cout << e.what() << "\n";
  }
}
