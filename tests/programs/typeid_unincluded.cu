// typeid where only another header brings std::type_info.
#include <iostream>
int main() {
  const bool is_same = typeid(float) == typeid(1.0f);
  std::cout << is_same << ' ' << typeid(unsigned char*).name() << '\n';
}
