// SPDX-License-Identifier: Apache-2.0
#include "interrupts.hpp"
#include "leadsheet/messages/cli.hpp"
#include "leadsheet/messages/ledger.hpp"
#include "output/language.hpp"
#include "program.hpp"

#include <QCoreApplication>

#include <cstdio>
#include <exception>
#include <new>
#include <string>

namespace {

namespace say = leadsheet::messages;
using leadsheet::cli::said;

int failed(const std::string& why) {
    std::fprintf(stderr, "leadsheet: %s\n  %s\n", why.c_str(),
                 said(say::cli::ledgerIsSafe()).c_str());
    return 1;
}

} // namespace

int main(int argc, char** argv) {
    leadsheet::cli::holdStandardStreams();
    leadsheet::cli::Interrupts interrupts;
    int count = 1; // Qt would take some of our arguments for its own
    QCoreApplication application(count, argv);
    try {
        return leadsheet::cli::runProgram(argc, argv, interrupts);
    } catch (const std::bad_alloc&) {
        return failed(said(say::ledger::outOfMemory()));
    } catch (const std::exception& fault) {
        return failed(said(say::cli::faultOfProgram(fault.what())));
    }
}
