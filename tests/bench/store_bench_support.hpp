// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "domain/random.hpp"
#include "domain/timestamp.hpp"
#include "store/store.hpp"

#include <chrono>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <random>

/// What benchmarks of the store have in common.
namespace bench {

/// Not for secrets. Repeatable in each thread when `seed` is not 0.
inline leadsheet::server::domain::RandomBytes pseudoRandom(std::uint64_t seed = 0) {
    return [seed](std::span<unsigned char> bytes) {
        thread_local std::mt19937_64 engine(seed == 0 ? std::random_device{}() : seed);
        for (unsigned char& byte : bytes)
            byte = static_cast<unsigned char>(engine());
    };
}

inline leadsheet::server::domain::Timestamp now() {
    return std::chrono::time_point_cast<std::chrono::milliseconds>(
        std::chrono::system_clock::now());
}

/// The value, or the end of the program with the reason.
template <class T>
T require(leadsheet::server::store::StoreResult<T> result) {
    if (!result) {
        std::fprintf(stderr, "%s\n", result.error().detail.c_str());
        std::exit(1);
    }
    return std::move(*result);
}

} // namespace bench
