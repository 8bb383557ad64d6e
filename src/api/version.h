#pragma once

namespace gyre::api {

inline constexpr const char* kVersion = "0.1.0";

}  // namespace gyre::api
