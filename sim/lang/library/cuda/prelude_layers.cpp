// Layered and cubemap textures and surfaces (CUDA Programming Guide 13.0, "Layered Textures",
// "Cubemap Textures"): a layer, or a face, is a slice of an array of three dimensions. Part of
// prelude_arrays.cpp's text.
#include "sim/lang/library/prelude.hpp"

namespace warplens::lang {

std::string_view layers_text() {
  static constexpr std::string_view kText = R"cuda(
#define cudaArrayLayered 1
#define cudaArrayCubemap 4
#define cudaArrayTextureGather 8
template <class T>
__device__ inline T warplens_fetch_layer(const warplens_texture& texture, float x, float y, int layer, int dimensions) {
  layer = layer < 0 ? 0 : layer >= texture.depth ? texture.depth - 1 : layer;
  return warplens_fetch<T>(texture, x, y, (float)layer, dimensions);
}
template <class T> __device__ inline T tex1DLayered(cudaTextureObject_t object, float x, int layer) {
  return warplens_fetch_layer<T>(*(const warplens_texture*)object, x, 0, layer, 1);
}
template <class T> __device__ inline T tex2DLayered(cudaTextureObject_t object, float x, float y, int layer) {
  return warplens_fetch_layer<T>(*(const warplens_texture*)object, x, y, layer, 2);
}
// The face that a direction meets, and where: by the coordinate of the largest size. Places are
// those of a texture with normalised coordinates, which a cubemap always has.
template <class T> __device__ inline T texCubemapLayered(cudaTextureObject_t object, float x, float y, float z, int layer) {
  const warplens_texture& texture = *(const warplens_texture*)object;
  const float ax = fabsf(x), ay = fabsf(y), az = fabsf(z);
  int face;
  float m, s, t;
  if (ax >= ay && ax >= az) {
    face = x >= 0 ? 0 : 1;
    m = ax;
    s = x >= 0 ? -z : z;
    t = -y;
  } else if (ay >= az) {
    face = y >= 0 ? 2 : 3;
    m = ay;
    s = x;
    t = y >= 0 ? z : -z;
  } else {
    face = z >= 0 ? 4 : 5;
    m = az;
    s = z >= 0 ? x : -x;
    t = -y;
  }
  const float width = texture.has_normalized_places ? 1.0f : (float)texture.width;
  return warplens_fetch_layer<T>(texture, (s / m + 1) / 2 * width, (t / m + 1) / 2 * width, 6 * layer + face, 2);
}
template <class T> __device__ inline T texCubemap(cudaTextureObject_t object, float x, float y, float z) {
  return texCubemapLayered<T>(object, x, y, z, 0);
}
#define WARPLENS_MODE cudaSurfaceBoundaryMode mode = cudaBoundaryModeTrap
template <class T> __device__ inline T surf1DLayeredread(cudaSurfaceObject_t object, int x, int layer, WARPLENS_MODE) {
  return warplens_read<T>(warplens_surface(object, x, 0, layer, sizeof(T), mode));
}
template <class T> __device__ inline T surf2DLayeredread(cudaSurfaceObject_t object, int x, int y, int layer, WARPLENS_MODE) {
  return warplens_read<T>(warplens_surface(object, x, y, layer, sizeof(T), mode));
}
template <class T> __device__ inline T surfCubemapread(cudaSurfaceObject_t object, int x, int y, int face, WARPLENS_MODE) {
  return warplens_read<T>(warplens_surface(object, x, y, face, sizeof(T), mode));
}
template <class T> __device__ inline void surf1DLayeredwrite(T value, cudaSurfaceObject_t object, int x, int layer, WARPLENS_MODE) {
  warplens_write(warplens_surface(object, x, 0, layer, sizeof(T), mode), value);
}
template <class T> __device__ inline void surf2DLayeredwrite(T value, cudaSurfaceObject_t object, int x, int y, int layer, WARPLENS_MODE) {
  warplens_write(warplens_surface(object, x, y, layer, sizeof(T), mode), value);
}
template <class T> __device__ inline void surfCubemapwrite(T value, cudaSurfaceObject_t object, int x, int y, int face, WARPLENS_MODE) {
  warplens_write(warplens_surface(object, x, y, face, sizeof(T), mode), value);
}
#undef WARPLENS_MODE
)cuda";
  return kText;
}

}  // namespace warplens::lang
