#include "sim/observe/observers.hpp"

#include <memory>

namespace warplens::observe {

Observers::Observers(const Wanted& of)
    :
#define WL_OBSERVER(name, Class) name(of),
#include "sim/observe/observers.def"
      all_() {
#define WL_OBSERVER(name, Class) all_.add(name);
#define WL_EXTRA_OBSERVER(name, Class, Result, made_of) \
  if (of.extra.name && !of.blocks_take_turns) {         \
    name.emplace made_of;                               \
    all_.add(*name);                                    \
  }
#include "sim/observe/observers.def"
}

void Observers::put(Observed& to, bool has_ended) {
#define WL_OBSERVER(name, Class) name.put(to);
#define WL_EXTRA_OBSERVER(name, Class, Result, made_of) \
  if (name && has_ended) to.name = std::make_shared<const Result>(name->take());
#include "sim/observe/observers.def"
}

}  // namespace warplens::observe
