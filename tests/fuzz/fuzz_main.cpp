// SPDX-License-Identifier: Apache-2.0
// The libFuzzer side of the one fuzz case that is linked to it.
#include "fuzz_case.hpp"

#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstdlib>

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    const std::string input(data, data + size);
    const std::string problem = leadsheet::test::fuzzCases().front().play(input);
    if (!problem.empty()) {
        std::fprintf(stderr, "%s\n", problem.c_str());
        std::abort();
    }
    return 0;
}
