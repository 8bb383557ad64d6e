#pragma once

namespace gyre::engine {

inline constexpr const char* kVersion = "0.1.0";

}  // namespace gyre::engine
