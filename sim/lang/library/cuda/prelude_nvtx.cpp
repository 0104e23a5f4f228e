// NVTX: names that a profiler shows for parts of a program. Nothing listens here, so ranges only
// count how deep they are nested, which is what their functions return.
#include <array>

#include "sim/lang/library/prelude.hpp"

namespace warplens::lang {

std::string_view nvtx_text() {
  static constexpr std::string_view kText = R"cuda(
typedef unsigned long nvtxRangeId_t;
typedef struct nvtxDomainRegistration* nvtxDomainHandle_t;
typedef struct nvtxStringRegistration* nvtxStringHandle_t;
enum { NVTX_VERSION = 3 };
enum nvtxColorType_t { NVTX_COLOR_UNKNOWN = 0, NVTX_COLOR_ARGB = 1 };
enum nvtxMessageType_t {
  NVTX_MESSAGE_UNKNOWN = 0,
  NVTX_MESSAGE_TYPE_ASCII = 1,
  NVTX_MESSAGE_TYPE_UNICODE = 2,
  NVTX_MESSAGE_TYPE_REGISTERED = 3
};
enum nvtxPayloadType_t {
  NVTX_PAYLOAD_UNKNOWN = 0,
  NVTX_PAYLOAD_TYPE_UNSIGNED_INT64 = 1,
  NVTX_PAYLOAD_TYPE_INT64 = 2,
  NVTX_PAYLOAD_TYPE_DOUBLE = 3,
  NVTX_PAYLOAD_TYPE_UNSIGNED_INT32 = 4,
  NVTX_PAYLOAD_TYPE_INT32 = 5,
  NVTX_PAYLOAD_TYPE_FLOAT = 6
};
union nvtxMessageValue_t {
  const char* ascii;
  const void* unicode;
  nvtxStringHandle_t registered;
};
union nvtxPayload_t {
  unsigned long ullValue;
  long llValue;
  double dValue;
  unsigned uiValue;
  int iValue;
  float fValue;
};
struct nvtxEventAttributes_t {
  unsigned short version;
  unsigned short size;
  unsigned category;
  int colorType;
  unsigned color;
  int payloadType;
  int reserved0;
  nvtxPayload_t payload;
  int messageType;
  nvtxMessageValue_t message;
};
#define NVTX_EVENT_ATTRIB_STRUCT_SIZE ((unsigned short)sizeof(nvtxEventAttributes_t))
int warplens_nvtx_depth = 0;
unsigned long warplens_nvtx_ranges = 0;
inline int nvtxRangePush(const char* name) { return warplens_nvtx_depth++; }
inline int nvtxRangePushA(const char* name) { return warplens_nvtx_depth++; }
inline int nvtxRangePushEx(const nvtxEventAttributes_t* event) { return warplens_nvtx_depth++; }
inline int nvtxRangePop() { return warplens_nvtx_depth > 0 ? --warplens_nvtx_depth : -2; }
inline nvtxRangeId_t nvtxRangeStart(const char* name) { return ++warplens_nvtx_ranges; }
inline nvtxRangeId_t nvtxRangeStartA(const char* name) { return ++warplens_nvtx_ranges; }
inline nvtxRangeId_t nvtxRangeStartEx(const nvtxEventAttributes_t* event) { return ++warplens_nvtx_ranges; }
inline void nvtxRangeEnd(nvtxRangeId_t range) {}
inline void nvtxMark(const char* name) {}
inline void nvtxMarkA(const char* name) {}
inline void nvtxMarkEx(const nvtxEventAttributes_t* event) {}
inline void nvtxNameCategory(unsigned category, const char* name) {}
inline void nvtxNameCategoryA(unsigned category, const char* name) {}
inline void nvtxNameOsThread(unsigned thread, const char* name) {}
inline void nvtxNameOsThreadA(unsigned thread, const char* name) {}
inline nvtxDomainHandle_t nvtxDomainCreate(const char* name) { return nullptr; }
inline nvtxDomainHandle_t nvtxDomainCreateA(const char* name) { return nullptr; }
inline void nvtxDomainDestroy(nvtxDomainHandle_t domain) {}
inline int nvtxDomainRangePushEx(nvtxDomainHandle_t domain, const nvtxEventAttributes_t* event) {
  return warplens_nvtx_depth++;
}
inline int nvtxDomainRangePop(nvtxDomainHandle_t domain) { return nvtxRangePop(); }
namespace nvtx3 {
struct scoped_range {
  explicit scoped_range(const char* name) { nvtxRangePush(name); }
  ~scoped_range() { nvtxRangePop(); }
};
inline void mark(const char* name) {}
}
)cuda";
  return kText;
}

bool needs_nvtx_text(std::string_view text) {
  static constexpr auto kWords = std::to_array<std::string_view>({"nvtx", "nvToolsExt"});
  return names_one_of(text, kWords);
}

}  // namespace warplens::lang
