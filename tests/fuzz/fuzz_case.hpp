// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace leadsheet::test {

/// Plays one input and returns which promise was broken, or "".
using FuzzCase = std::string (*)(std::string_view input);

struct NamedFuzzCase {
    std::string name; ///< of the folder with its seeds
    FuzzCase play = nullptr;
};

inline std::vector<NamedFuzzCase>& fuzzCases() {
    static std::vector<NamedFuzzCase> cases;
    return cases;
}

inline bool registerFuzzCase(const char* name, FuzzCase play) {
    fuzzCases().push_back({name, play});
    return true;
}

} // namespace leadsheet::test

/// Makes a function a fuzz case: LEADSHEET_FUZZ_CASE(csv, playCsvCase) in csv_fuzz_case.cpp.
#define LEADSHEET_FUZZ_CASE(name, play)                                                            \
    [[maybe_unused]] static const bool kRegistered_##name =                                        \
        leadsheet::test::registerFuzzCase(#name, &play)
