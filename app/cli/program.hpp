// SPDX-License-Identifier: Apache-2.0
#pragma once

namespace leadsheet::cli {

/// The whole program; returns its exit code. Needs a QCoreApplication in the calling thread, which
/// must not have started any other thread before Interrupts was made.
class Interrupts;
int runProgram(int argc, const char* const* argv, Interrupts& interrupts);

/// Gives closed standard streams (`<&-`, some service managers) descriptors whose reads and writes
/// fail. Without it the next file or socket that is opened would be taken for one. Before anything
/// else opens something.
void holdStandardStreams();

} // namespace leadsheet::cli
