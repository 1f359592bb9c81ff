// SPDX-License-Identifier: Apache-2.0
#include "test_main.hpp"

#include <QCoreApplication>

int main(int argc, char** argv) {
    QCoreApplication app(argc, argv);
    return leadsheet::test::runTests(argc, argv);
}
