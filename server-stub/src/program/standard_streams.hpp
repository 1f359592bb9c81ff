// SPDX-License-Identifier: Apache-2.0
#pragma once

namespace leadsheet::server::program {

/// Gives closed standard streams (`>&-`, some service managers) descriptors whose reads and writes
/// fail. Without it the database, a log or a socket would get their numbers, and be written into.
/// Before anything else opens something.
void holdStandardStreams();

} // namespace leadsheet::server::program
