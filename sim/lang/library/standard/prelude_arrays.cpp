// Memory of two and three dimensions in CUDA's runtime, and textures (CUDA Programming Guide 13.0,
// "Texture and Surface Memory", and "Texture Fetching" for what a fetch computes). An array is
// pitched device memory with a description; a texture object is the address of its description on
// the device.
#include <array>
#include <string>

#include "sim/lang/library/prelude.hpp"

namespace warplens::lang {
namespace {

constexpr std::string_view kArraysText = R"cuda(
#pragma once
struct cudaPos { size_t x, y, z; };
struct cudaExtent { size_t width, height, depth; };
struct cudaPitchedPtr { void* ptr; size_t pitch, xsize, ysize; };
inline cudaPos make_cudaPos(size_t x, size_t y, size_t z) { return {x, y, z}; }
inline cudaExtent make_cudaExtent(size_t width, size_t height, size_t depth) { return {width, height, depth}; }
inline cudaPitchedPtr make_cudaPitchedPtr(void* pointer, size_t pitch, size_t width, size_t height) {
  return {pointer, pitch, width, height};
}
enum cudaChannelFormatKind {
  cudaChannelFormatKindSigned = 0, cudaChannelFormatKindUnsigned = 1, cudaChannelFormatKindFloat = 2,
  cudaChannelFormatKindNone = 3
};
struct cudaChannelFormatDesc { int x, y, z, w; cudaChannelFormatKind f; };
inline cudaChannelFormatDesc cudaCreateChannelDesc(int x, int y, int z, int w, cudaChannelFormatKind kind) {
  return {x, y, z, w, kind};
}
template <class T> inline cudaChannelFormatDesc cudaCreateChannelDesc();
#define WARPLENS_CHANNELS(type, bits, kind)                                                                            \
  template <> inline cudaChannelFormatDesc cudaCreateChannelDesc<type>() { return {bits, 0, 0, 0, kind}; }
#define WARPLENS_CHANNELS_OF(name, bits, kind)                                                                         \
  template <> inline cudaChannelFormatDesc cudaCreateChannelDesc<name##1>() { return {bits, 0, 0, 0, kind}; }          \
  template <> inline cudaChannelFormatDesc cudaCreateChannelDesc<name##2>() { return {bits, bits, 0, 0, kind}; }       \
  template <> inline cudaChannelFormatDesc cudaCreateChannelDesc<name##4>() { return {bits, bits, bits, bits, kind}; }
WARPLENS_CHANNELS(float, 32, cudaChannelFormatKindFloat)
WARPLENS_CHANNELS(int, 32, cudaChannelFormatKindSigned)
WARPLENS_CHANNELS(unsigned, 32, cudaChannelFormatKindUnsigned)
WARPLENS_CHANNELS(short, 16, cudaChannelFormatKindSigned)
WARPLENS_CHANNELS(unsigned short, 16, cudaChannelFormatKindUnsigned)
WARPLENS_CHANNELS(char, 8, cudaChannelFormatKindSigned)
WARPLENS_CHANNELS(signed char, 8, cudaChannelFormatKindSigned)
WARPLENS_CHANNELS(unsigned char, 8, cudaChannelFormatKindUnsigned)
WARPLENS_CHANNELS_OF(float, 32, cudaChannelFormatKindFloat)
WARPLENS_CHANNELS_OF(int, 32, cudaChannelFormatKindSigned)
WARPLENS_CHANNELS_OF(uint, 32, cudaChannelFormatKindUnsigned)
WARPLENS_CHANNELS_OF(short, 16, cudaChannelFormatKindSigned)
WARPLENS_CHANNELS_OF(ushort, 16, cudaChannelFormatKindUnsigned)
WARPLENS_CHANNELS_OF(char, 8, cudaChannelFormatKindSigned)
WARPLENS_CHANNELS_OF(uchar, 8, cudaChannelFormatKindUnsigned)
#undef WARPLENS_CHANNELS_OF
#undef WARPLENS_CHANNELS

struct cudaArray {
  cudaChannelFormatDesc channels;
  size_t width, height, depth, element, pitch;  // pitch and element in bytes
  void* memory;
};
typedef struct cudaArray* cudaArray_t;
typedef const struct cudaArray* cudaArray_const_t;
#define cudaArrayDefault 0
#define cudaArraySurfaceLoadStore 2
inline cudaError_t cudaMalloc3DArray(cudaArray_t* array, const cudaChannelFormatDesc* channels, cudaExtent extent, unsigned flags = 0) {
  cudaArray made;
  made.channels = *channels;
  made.width = extent.width;
  made.height = extent.height == 0 ? 1 : extent.height;
  made.depth = extent.depth == 0 ? 1 : extent.depth;
  made.element = (channels->x + channels->y + channels->z + channels->w) / 8;
  made.pitch = (made.width * made.element + 511) / 512 * 512;
  const cudaError_t error = cudaMalloc(&made.memory, made.pitch * made.height * made.depth);
  if (error != cudaSuccess) return error;
  *array = (cudaArray_t)malloc(sizeof(cudaArray));
  **array = made;
  return cudaSuccess;
}
inline cudaError_t cudaMallocArray(cudaArray_t* array, const cudaChannelFormatDesc* channels, size_t width, size_t height = 0, unsigned flags = 0) {
  return cudaMalloc3DArray(array, channels, make_cudaExtent(width, height, 0), flags);
}
inline cudaError_t cudaFreeArray(cudaArray_t array) {
  if (array == nullptr) return cudaSuccess;
  const cudaError_t error = cudaFree(array->memory);
  free(array);
  return error;
}
inline cudaError_t cudaMemcpy2DToArray(cudaArray_t to, size_t x, size_t y, const void* from, size_t pitch, size_t width, size_t height, cudaMemcpyKind kind) {
  return cudaMemcpy2D((char*)to->memory + y * to->pitch + x, to->pitch, from, pitch, width, height, kind);
}
inline cudaError_t cudaMemcpy2DFromArray(void* to, size_t pitch, cudaArray_const_t from, size_t x, size_t y, size_t width, size_t height, cudaMemcpyKind kind) {
  return cudaMemcpy2D(to, pitch, (const char*)from->memory + y * from->pitch + x, from->pitch, width, height, kind);
}
// Bytes in the order of rows.
inline cudaError_t cudaMemcpyToArray(cudaArray_t to, size_t x, size_t y, const void* from, size_t bytes, cudaMemcpyKind kind) {
  const size_t row = to->width * to->element;
  while (bytes > 0) {
    const size_t part = bytes < row - x ? bytes : row - x;
    const cudaError_t error = cudaMemcpy((char*)to->memory + y * to->pitch + x, from, part, kind);
    if (error != cudaSuccess) return error;
    from = (const char*)from + part;
    bytes -= part;
    x = 0;
    ++y;
  }
  return cudaSuccess;
}
inline cudaError_t cudaMemcpyFromArray(void* to, cudaArray_const_t from, size_t x, size_t y, size_t bytes, cudaMemcpyKind kind) {
  const size_t row = from->width * from->element;
  while (bytes > 0) {
    const size_t part = bytes < row - x ? bytes : row - x;
    const cudaError_t error = cudaMemcpy(to, (const char*)from->memory + y * from->pitch + x, part, kind);
    if (error != cudaSuccess) return error;
    to = (char*)to + part;
    bytes -= part;
    x = 0;
    ++y;
  }
  return cudaSuccess;
}

inline cudaError_t cudaMalloc3D(cudaPitchedPtr* to, cudaExtent extent) {
  to->pitch = (extent.width + 511) / 512 * 512;
  to->xsize = extent.width;
  to->ysize = extent.height;
  return cudaMalloc(&to->ptr, to->pitch * extent.height * extent.depth);
}
inline cudaError_t cudaMemset3D(cudaPitchedPtr to, int value, cudaExtent extent) {
  for (size_t z = 0; z < extent.depth; ++z) {
    const cudaError_t error = cudaMemset2D((char*)to.ptr + z * to.pitch * to.ysize, to.pitch, value, extent.width, extent.height);
    if (error != cudaSuccess) return error;
  }
  return cudaSuccess;
}
inline cudaError_t cudaMemset3DAsync(cudaPitchedPtr to, int value, cudaExtent extent, cudaStream_t stream = nullptr) {
  return cudaMemset3D(to, value, extent);
}
inline cudaError_t cudaMemset2DAsync(void* to, size_t pitch, int value, size_t width, size_t height, cudaStream_t stream = nullptr) {
  return cudaMemset2D(to, pitch, value, width, height);
}
struct cudaMemcpy3DParms {
  cudaArray_t srcArray;
  cudaPos srcPos;
  cudaPitchedPtr srcPtr;
  cudaArray_t dstArray;
  cudaPos dstPos;
  cudaPitchedPtr dstPtr;
  cudaExtent extent;
  cudaMemcpyKind kind;
};
// The width is in elements where an array takes part, else in bytes; a place in an array is in
// elements.
inline cudaError_t cudaMemcpy3D(const cudaMemcpy3DParms* of) {
  const cudaArray_t from_array = of->srcArray, to_array = of->dstArray;
  const size_t from_element = from_array == nullptr ? 1 : from_array->element;
  const size_t to_element = to_array == nullptr ? 1 : to_array->element;
  const size_t element = from_element > to_element ? from_element : to_element;
  const char* from = (const char*)(from_array == nullptr ? of->srcPtr.ptr : from_array->memory);
  const size_t from_pitch = from_array == nullptr ? of->srcPtr.pitch : from_array->pitch;
  const size_t from_rows = from_array == nullptr ? of->srcPtr.ysize : from_array->height;
  char* to = (char*)(to_array == nullptr ? of->dstPtr.ptr : to_array->memory);
  const size_t to_pitch = to_array == nullptr ? of->dstPtr.pitch : to_array->pitch;
  const size_t to_rows = to_array == nullptr ? of->dstPtr.ysize : to_array->height;
  const size_t height = of->extent.height == 0 ? 1 : of->extent.height, depth = of->extent.depth == 0 ? 1 : of->extent.depth;
  for (size_t z = 0; z < depth; ++z) {
    const size_t from_row = (of->srcPos.z + z) * from_rows + of->srcPos.y, to_row = (of->dstPos.z + z) * to_rows + of->dstPos.y;
    const cudaError_t error =
        cudaMemcpy2D(to + to_row * to_pitch + of->dstPos.x * to_element, to_pitch, from + from_row * from_pitch + of->srcPos.x * from_element,
                     from_pitch, of->extent.width * element, height, of->kind);
    if (error != cudaSuccess) return error;
  }
  return cudaSuccess;
}
inline cudaError_t cudaMemcpy3DAsync(const cudaMemcpy3DParms* of, cudaStream_t stream = nullptr) { return cudaMemcpy3D(of); }

enum cudaResourceType {
  cudaResourceTypeArray = 0, cudaResourceTypeMipmappedArray = 1, cudaResourceTypeLinear = 2, cudaResourceTypePitch2D = 3
};
enum cudaTextureAddressMode { cudaAddressModeWrap = 0, cudaAddressModeClamp = 1, cudaAddressModeMirror = 2, cudaAddressModeBorder = 3 };
enum cudaTextureFilterMode { cudaFilterModePoint = 0, cudaFilterModeLinear = 1 };
enum cudaTextureReadMode { cudaReadModeElementType = 0, cudaReadModeNormalizedFloat = 1 };
struct cudaResourceDesc {
  cudaResourceType resType;
  union {
    struct { cudaArray_t array; } array;
    struct { void* devPtr; cudaChannelFormatDesc desc; size_t sizeInBytes; } linear;
    struct { void* devPtr; cudaChannelFormatDesc desc; size_t width, height, pitchInBytes; } pitch2D;
  } res;
};
struct cudaTextureDesc {
  cudaTextureAddressMode addressMode[3];
  cudaTextureFilterMode filterMode;
  cudaTextureReadMode readMode;
  int sRGB;
  float borderColor[4];
  int normalizedCoords;
  unsigned maxAnisotropy;
  cudaTextureFilterMode mipmapFilterMode;
  float mipmapLevelBias, minMipmapLevelClamp, maxMipmapLevelClamp;
  int disableTrilinearOptimization, seamlessCubemap;
};
struct cudaResourceViewDesc;
typedef unsigned long long cudaTextureObject_t;
struct warplens_texture {
  const char* memory;
  int width, height, depth, element, kind, channels, bits;
  long long pitch;
  int address[3], is_linear, is_normalized, has_normalized_places;
};
// What an object points to: kernels need the first member.
struct warplens_texture_object {
  warplens_texture texture;
  cudaResourceDesc resource;
  cudaTextureDesc how;
};
inline cudaError_t cudaCreateTextureObject(cudaTextureObject_t* object, const cudaResourceDesc* resource, const cudaTextureDesc* how,
                                           const cudaResourceViewDesc* view) {
  warplens_texture made = {};
  cudaChannelFormatDesc channels;
  if (resource->resType == cudaResourceTypeArray) {
    const cudaArray& array = *resource->res.array.array;
    channels = array.channels;
    made.memory = (const char*)array.memory;
    made.width = (int)array.width;
    made.height = (int)array.height;
    made.depth = (int)array.depth;
    made.pitch = (long long)array.pitch;
  } else if (resource->resType == cudaResourceTypeLinear) {
    channels = resource->res.linear.desc;
    made.memory = (const char*)resource->res.linear.devPtr;
    made.width = (int)(resource->res.linear.sizeInBytes * 8 / (channels.x + channels.y + channels.z + channels.w));
    made.height = made.depth = 1;
  } else if (resource->resType == cudaResourceTypePitch2D) {
    channels = resource->res.pitch2D.desc;
    made.memory = (const char*)resource->res.pitch2D.devPtr;
    made.width = (int)resource->res.pitch2D.width;
    made.height = (int)resource->res.pitch2D.height;
    made.depth = 1;
    made.pitch = (long long)resource->res.pitch2D.pitchInBytes;
  } else {
    return cudaErrorNotSupported;
  }
  made.element = (channels.x + channels.y + channels.z + channels.w) / 8;
  made.bits = channels.x;
  made.channels = made.element * 8 / channels.x;
  made.kind = channels.f;
  for (int i = 0; i < 3; ++i) made.address[i] = how->addressMode[i];
  made.is_linear = how->filterMode == cudaFilterModeLinear;
  made.is_normalized = how->readMode == cudaReadModeNormalizedFloat && channels.f != cudaChannelFormatKindFloat;
  made.has_normalized_places = how->normalizedCoords;
  void* memory = nullptr;
  const warplens_texture_object whole{made, *resource, *how};
  const cudaError_t error = cudaMalloc(&memory, sizeof whole);
  if (error != cudaSuccess) return error;
  *object = (cudaTextureObject_t)memory;
  return cudaMemcpy(memory, &whole, sizeof whole, cudaMemcpyHostToDevice);
}
inline cudaError_t cudaGetTextureObjectResourceDesc(cudaResourceDesc* to, cudaTextureObject_t object) {
  return cudaMemcpy(to, &((warplens_texture_object*)object)->resource, sizeof *to, cudaMemcpyDeviceToHost);
}
inline cudaError_t cudaGetTextureObjectTextureDesc(cudaTextureDesc* to, cudaTextureObject_t object) {
  return cudaMemcpy(to, &((warplens_texture_object*)object)->how, sizeof *to, cudaMemcpyDeviceToHost);
}
inline cudaError_t cudaDestroyTextureObject(cudaTextureObject_t object) { return cudaFree((void*)object); }

// The texel that a place outside of the texture means; -1: none (a border).
__device__ inline int warplens_texel(int at, int extent, int mode) {
  if (at >= 0 && at < extent) return at;
  if (mode == cudaAddressModeBorder) return -1;
  if (mode == cudaAddressModeClamp) return at < 0 ? 0 : extent - 1;
  const int period = mode == cudaAddressModeMirror ? 2 * extent : extent;
  at = (at % period + period) % period;
  return at < extent ? at : period - 1 - at;
}
// Wrapping and mirroring need normalised places; without them both are clamping.
__device__ inline int warplens_mode(const warplens_texture& texture, int axis) {
  const int mode = texture.address[axis];
  const bool repeats = mode == cudaAddressModeWrap || mode == cudaAddressModeMirror;
  return repeats && !texture.has_normalized_places ? cudaAddressModeClamp : mode;
}
__device__ inline const char* warplens_address(const warplens_texture& texture, int x, int y, int z) {
  x = warplens_texel(x, texture.width, warplens_mode(texture, 0));
  y = warplens_texel(y, texture.height, warplens_mode(texture, 1));
  z = warplens_texel(z, texture.depth, warplens_mode(texture, 2));
  if (x < 0 || y < 0 || z < 0) return nullptr;
  return texture.memory + ((long long)z * texture.height + y) * texture.pitch + (long long)x * texture.element;
}
__device__ inline float warplens_channel(const warplens_texture& texture, const char* texel, int channel) {
  if (texel == nullptr || channel >= texture.channels) return 0;
  if (texture.kind == cudaChannelFormatKindFloat) return ((const float*)texel)[channel];
  const bool is_signed = texture.kind == cudaChannelFormatKindSigned;
  if (texture.bits == 8) {
    const float value = is_signed ? ((const signed char*)texel)[channel] : ((const unsigned char*)texel)[channel];
    return !texture.is_normalized ? value : is_signed ? fmaxf(value / 127.0f, -1.0f) : value / 255.0f;
  }
  if (texture.bits == 16) {
    const float value = is_signed ? ((const short*)texel)[channel] : ((const unsigned short*)texel)[channel];
    return !texture.is_normalized ? value : is_signed ? fmaxf(value / 32767.0f, -1.0f) : value / 65535.0f;
  }
  return is_signed ? (float)((const int*)texel)[channel] : (float)((const unsigned*)texel)[channel];
}
__device__ inline float4 warplens_texel_value(const warplens_texture& texture, int x, int y, int z) {
  const char* texel = warplens_address(texture, x, y, z);
  return make_float4(warplens_channel(texture, texel, 0), warplens_channel(texture, texel, 1), warplens_channel(texture, texel, 2),
                     warplens_channel(texture, texel, 3));
}
__device__ inline float4 warplens_mixed(float4 a, float4 b, float share) {
  return make_float4((1 - share) * a.x + share * b.x, (1 - share) * a.y + share * b.y, (1 - share) * a.z + share * b.z,
                     (1 - share) * a.w + share * b.w);
}
// Shares have 8 bits behind the point.
__device__ inline float warplens_share(float place) { return rintf((place - floorf(place)) * 256.0f) / 256.0f; }
__device__ inline float4 warplens_filtered(const warplens_texture& texture, float x, float y, float z, int dimensions) {
  x -= 0.5f;
  y -= 0.5f;
  if (dimensions > 2) z -= 0.5f;
  const int i = (int)floorf(x), j = dimensions > 1 ? (int)floorf(y) : 0, k = dimensions > 2 ? (int)floorf(z) : (int)z;
  const float a = warplens_share(x), b = warplens_share(y), c = warplens_share(z);
  float4 slices[2];
  for (int dz = 0; dz < (dimensions > 2 ? 2 : 1); ++dz) {
    float4 rows[2];
    for (int dy = 0; dy < (dimensions > 1 ? 2 : 1); ++dy) {
      rows[dy] = warplens_mixed(warplens_texel_value(texture, i, j + dy, k + dz), warplens_texel_value(texture, i + 1, j + dy, k + dz), a);
    }
    slices[dz] = dimensions > 1 ? warplens_mixed(rows[0], rows[1], b) : rows[0];
  }
  return dimensions > 2 ? warplens_mixed(slices[0], slices[1], c) : slices[0];
}
__device__ inline void warplens_take(float* to, float4 value) { *to = value.x; }
__device__ inline void warplens_take(float1* to, float4 value) { to->x = value.x; }
__device__ inline void warplens_take(float2* to, float4 value) { *to = make_float2(value.x, value.y); }
__device__ inline void warplens_take(float4* to, float4 value) { *to = value; }
template <class T> __device__ inline void warplens_take(T* to, float4 value) {}
// Of fewer than three dimensions z is the layer.
template <class T>
__device__ inline T warplens_fetch(const warplens_texture& texture, float x, float y, float z, int dimensions) {
  if (texture.has_normalized_places) {
    x *= texture.width;
    y *= texture.height;
    if (dimensions > 2) z *= texture.depth;
  }
  T result = {};
  if (texture.is_linear) {
    warplens_take(&result, warplens_filtered(texture, x, y, z, dimensions));
    return result;
  }
  const int i = (int)floorf(x), j = dimensions > 1 ? (int)floorf(y) : 0, k = dimensions > 2 ? (int)floorf(z) : (int)z;
  if (texture.is_normalized) {
    warplens_take(&result, warplens_texel_value(texture, i, j, k));
    return result;
  }
  const char* texel = warplens_address(texture, i, j, k);
  if (texel != nullptr) result = *(const T*)texel;
  return result;
}
template <class T> __device__ inline T tex1Dfetch(cudaTextureObject_t object, int x) {
  const warplens_texture& texture = *(const warplens_texture*)object;
  T result = {};
  if (x < 0 || x >= texture.width) return result;
  if (texture.is_normalized)
    warplens_take(&result, warplens_texel_value(texture, x, 0, 0));
  else
    result = *(const T*)(texture.memory + (long long)x * texture.element);
  return result;
}
template <class T> __device__ inline T tex1D(cudaTextureObject_t object, float x) {
  return warplens_fetch<T>(*(const warplens_texture*)object, x, 0, 0, 1);
}
template <class T> __device__ inline T tex2D(cudaTextureObject_t object, float x, float y) {
  return warplens_fetch<T>(*(const warplens_texture*)object, x, y, 0, 2);
}
template <class T> __device__ inline T tex3D(cudaTextureObject_t object, float x, float y, float z) {
  return warplens_fetch<T>(*(const warplens_texture*)object, x, y, z, 3);
}

// Surfaces: the first place is in bytes.
typedef unsigned long long cudaSurfaceObject_t;
enum cudaSurfaceBoundaryMode { cudaBoundaryModeZero = 0, cudaBoundaryModeClamp = 1, cudaBoundaryModeTrap = 2 };
inline cudaError_t cudaCreateSurfaceObject(cudaSurfaceObject_t* object, const cudaResourceDesc* resource) {
  cudaTextureDesc how = {};
  return cudaCreateTextureObject(object, resource, &how, nullptr);
}
inline cudaError_t cudaGetSurfaceObjectResourceDesc(cudaResourceDesc* to, cudaSurfaceObject_t object) {
  return cudaGetTextureObjectResourceDesc(to, object);
}
inline cudaError_t cudaDestroySurfaceObject(cudaSurfaceObject_t object) { return cudaFree((void*)object); }
// Null: outside, where a read is 0 and a write is nothing, or, if the mode is to trap, the grid ends.
__device__ inline char* warplens_surface(cudaSurfaceObject_t object, int x, int y, int z, int bytes, cudaSurfaceBoundaryMode mode) {
  const warplens_texture& surface = *(const warplens_texture*)object;
  const int width = surface.width * surface.element;
  if (mode == cudaBoundaryModeClamp) {
    x = x < 0 ? 0 : x > width - bytes ? width - bytes : x;
    y = y < 0 ? 0 : y >= surface.height ? surface.height - 1 : y;
    z = z < 0 ? 0 : z >= surface.depth ? surface.depth - 1 : z;
  }
  const bool is_inside = x >= 0 && x + bytes <= width && y >= 0 && y < surface.height && z >= 0 && z < surface.depth;
  if (!is_inside && mode == cudaBoundaryModeTrap) __trap();
  return is_inside ? (char*)surface.memory + ((long long)z * surface.height + y) * surface.pitch + x : nullptr;
}
template <class T> __device__ inline T warplens_read(const char* place) {
  T value = {};
  if (place != nullptr) value = *(const T*)place;
  return value;
}
template <class T> __device__ inline void warplens_write(char* place, T value) {
  if (place != nullptr) *(T*)place = value;
}
#define WARPLENS_MODE cudaSurfaceBoundaryMode mode = cudaBoundaryModeTrap
template <class T> __device__ inline T surf1Dread(cudaSurfaceObject_t object, int x, WARPLENS_MODE) {
  return warplens_read<T>(warplens_surface(object, x, 0, 0, sizeof(T), mode));
}
template <class T> __device__ inline T surf2Dread(cudaSurfaceObject_t object, int x, int y, WARPLENS_MODE) {
  return warplens_read<T>(warplens_surface(object, x, y, 0, sizeof(T), mode));
}
template <class T> __device__ inline T surf3Dread(cudaSurfaceObject_t object, int x, int y, int z, WARPLENS_MODE) {
  return warplens_read<T>(warplens_surface(object, x, y, z, sizeof(T), mode));
}
template <class T> __device__ inline void surf2Dread(T* to, cudaSurfaceObject_t object, int x, int y, WARPLENS_MODE) {
  *to = warplens_read<T>(warplens_surface(object, x, y, 0, sizeof(T), mode));
}
template <class T> __device__ inline void surf1Dwrite(T value, cudaSurfaceObject_t object, int x, WARPLENS_MODE) {
  warplens_write(warplens_surface(object, x, 0, 0, sizeof(T), mode), value);
}
template <class T> __device__ inline void surf2Dwrite(T value, cudaSurfaceObject_t object, int x, int y, WARPLENS_MODE) {
  warplens_write(warplens_surface(object, x, y, 0, sizeof(T), mode), value);
}
template <class T> __device__ inline void surf3Dwrite(T value, cudaSurfaceObject_t object, int x, int y, int z, WARPLENS_MODE) {
  warplens_write(warplens_surface(object, x, y, z, sizeof(T), mode), value);
}
#undef WARPLENS_MODE
)cuda";

constexpr auto kArrayWords = std::to_array<std::string_view>(
    {"Array", "Texture", "Surface", "3D", "Pitched", "cudaExtent", "cudaPos", "ChannelFormat",
     "ChannelDesc", "cudaMemset2DAsync", "tex1D", "tex2D", "tex3D", "surf1D", "surf2D", "surf3D"});

}  // namespace

std::string_view arrays_text() {
  static const std::string text = std::string(kArraysText) + std::string(layers_text());
  return text;
}

bool needs_arrays_text(std::string_view text) {
  return names_one_of(text, kArrayWords);
}

}  // namespace warplens::lang
