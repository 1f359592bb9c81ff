// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QObject>
#include <memory>
#include <string>

namespace leadsheet::test {

using TestFactory = std::unique_ptr<QObject> (*)();

/// Adds a test class to the program under `name`; the program runs it when called with that name.
bool registerTest(const char* name, TestFactory factory);

/// Arguments: [class [QtTest arguments]]; without a class every one of them runs. Needs an
/// application object. A program with a main() of its own calls it from there.
int runTests(int argc, char** argv);

} // namespace leadsheet::test

/// Registers a QtTest class: LEADSHEET_TEST(tst_money, MoneyTest) beside the class in
/// tst_money.cpp.
#define LEADSHEET_TEST(name, Class)                                                                \
    [[maybe_unused]] static const bool kRegistered_##name = leadsheet::test::registerTest(         \
        #name, []() -> std::unique_ptr<QObject> { return std::make_unique<Class>(); })
