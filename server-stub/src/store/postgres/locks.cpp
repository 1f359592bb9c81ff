// SPDX-License-Identifier: Apache-2.0
#include "store/postgres/locks.hpp"

#include "store/schema.hpp"

#include <cstdint>

namespace leadsheet::server::store::postgres {

namespace {

/// FNV-1a. Two accounts of one number only wait for each other.
std::int64_t numberOf(const std::string& text) {
    std::uint64_t hash = 0xCBF29CE484222325ULL;
    for (const char c : text)
        hash = (hash ^ static_cast<unsigned char>(c)) * 0x100000001B3ULL;
    return static_cast<std::int64_t>(hash);
}

} // namespace

// Locks of two numbers and of one are different ones.
std::string lockStatements(const WriteScope& scope) {
    const std::string whole = "(" + std::to_string(kApplicationId) + ", 0)";
    if (scope.empty())
        return "SELECT pg_advisory_xact_lock" + whole;
    return "SELECT pg_advisory_xact_lock_shared" + whole + "; SELECT pg_advisory_xact_lock(" +
           std::to_string(numberOf(scope.str())) + ")";
}

} // namespace leadsheet::server::store::postgres
