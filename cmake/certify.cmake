# src/certify/ checks certificates with code of its own: it uses no folder of ours, and nothing but zstd and
# nlohmann-json of others.
find_library(GYRE_ZSTD zstd REQUIRED)
find_path(GYRE_ZSTD_INCLUDE zstd.h REQUIRED)
gyre_library(certify nlohmann_json::nlohmann_json)
target_include_directories(gyre_certify PUBLIC ${GYRE_ZSTD_INCLUDE})
target_link_libraries(gyre_certify PUBLIC ${GYRE_ZSTD})
