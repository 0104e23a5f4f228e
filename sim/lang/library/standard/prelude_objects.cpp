// What new and delete mean, in host code and in kernels alike: the memory is malloc()'s of their
// side.
#include <string>

#include "sim/lang/library/prelude.hpp"

namespace warplens::lang {
namespace {

// An @ is replaced by the specifiers of a function.
constexpr std::string_view kObjectsText = R"cuda(
template <class T>
__host__ __device__ bool warplens_begins();
template <class T>
__host__ __device__ bool warplens_ends();
template <class T>
__host__ __device__ bool warplens_copies();
template <class T>
__host__ __device__ bool warplens_is_class();
template <class T>
__host__ __device__ bool warplens_is_enum();
template <class T>
__host__ __device__ bool warplens_is_member_object();
template <class T>
__host__ __device__ bool warplens_is_member_function();
template <class B, class D>
__host__ __device__ bool warplens_is_base();
template <class T, class U>
__host__ __device__ bool warplens_converts();
template <class T>
__host__ __device__ bool warplens_news();
template <class T>
__host__ __device__ bool warplens_news_arrays();
template <class T>
@ T* warplens_allocate() {
  if constexpr (warplens_news<T>()) return (T*)((T*)nullptr)->operator new(sizeof(T));
  T* made = (T*)malloc(sizeof(T));
  if (made == nullptr) warplens_lacks_memory(false);
  return made;
}
template <class T>
@ char* warplens_array_memory(size_t bytes) {
  if constexpr (warplens_news_arrays<T>()) return (char*)((T*)nullptr)->operator new[](bytes);
  return (char*)malloc(bytes);
}
template <class T>
@ bool warplens_is_too_long(size_t count) { return count > ((size_t)-1 >> 1) / sizeof(T); }
// In front of objects that have destructors is their number.
template <class T>
@ T* warplens_new_array_or_null(size_t count) {
  const size_t before = warplens_ends<T>() ? 16 : 0;
  if (warplens_is_too_long<T>(count)) return nullptr;
  char* memory = warplens_array_memory<T>(before + count * sizeof(T));
  if (memory == nullptr) return nullptr;
  if (before != 0) *(size_t*)memory = count;
  T* made = (T*)(memory + before);
  if constexpr (warplens_begins<T>()) {
    for (size_t i = 0; i < count; ++i) new (made + i) T;
  }
  return made;
}
template <class T>
@ T* warplens_new_array(size_t count) {
  T* made = warplens_new_array_or_null<T>(count);
  if (made == nullptr) warplens_lacks_memory(warplens_is_too_long<T>(count));
  return made;
}
template <class T>
@ T* warplens_new_raw(size_t count) {
  const size_t before = warplens_ends<T>() ? 16 : 0;
  char* memory = (char*)warplens_zeros(before + count * sizeof(T));
  if (before != 0) *(size_t*)memory = count;
  return (T*)(memory + before);
}
template <class T>
@ T* warplens_new_zeros(size_t count) {
  T* made = warplens_new_array<T>(count);
  if (!warplens_begins<T>() && made != nullptr) memset((void*)made, 0, count * sizeof(T));
  return made;
}
template <class T>
@ void warplens_delete(T* object) {
  if (object == nullptr) return;
  object->~T();
  if constexpr (warplens_news<T>())
    object->operator delete((void*)object);
  else
    free((void*)object);
}
template <class T>
@ void warplens_delete_array(T* objects) {
  if (objects == nullptr) return;
  char* memory = (char*)objects;
  if (warplens_ends<T>()) {
    memory -= 16;
    for (size_t i = *(size_t*)memory; i-- > 0;) objects[i].~T();
  }
  if constexpr (warplens_news_arrays<T>())
    objects->operator delete[](memory);
  else
    free(memory);
}
template <class T, size_t N>
@ void warplens_delete_array(T (*rows)[N]) {
  warplens_delete_array((T*)rows);
}
)cuda";

}  // namespace

std::string objects_text(std::string_view specifiers) {
  std::string text(kObjectsText);
  for (size_t at = text.find('@'); at != std::string::npos; at = text.find('@', at))
    text.replace(at, 1, specifiers);
  return text;
}

}  // namespace warplens::lang
