// SPDX-License-Identifier: Apache-2.0
#include "test_main.hpp"

#include <QtTest>

#include <cstdio>
#include <map>
#include <vector>

namespace leadsheet::test {
namespace {

std::map<std::string, TestFactory>& registry() {
    static std::map<std::string, TestFactory> tests;
    return tests;
}

} // namespace

bool registerTest(const char* name, TestFactory factory) {
    return registry().emplace(name, factory).second;
}

int runTests(int argc, char** argv) {
    const auto& tests = registry();
    std::vector<char*> rest{argv[0]};
    std::string wanted;
    if (argc > 1 && argv[1][0] != '-')
        wanted = argv[1];
    for (int i = wanted.empty() ? 1 : 2; i < argc; ++i)
        rest.push_back(argv[i]);
    if (!wanted.empty() && !tests.contains(wanted)) {
        std::fprintf(stderr, "no test class named %s in this program\n", wanted.c_str());
        return 2;
    }
    int failures = 0;
    for (const auto& [name, factory] : tests) {
        if (!wanted.empty() && name != wanted)
            continue;
        const auto object = factory();
        failures += QTest::qExec(object.get(), static_cast<int>(rest.size()), rest.data());
    }
    return failures == 0 ? 0 : 1;
}

} // namespace leadsheet::test
