// SPDX-License-Identifier: Apache-2.0
#pragma once

namespace leadsheet::cli {

/// Gives closed standard streams (`<&-`, some service managers) descriptors whose reads and writes
/// fail. Without it the next file or socket that is opened would be taken for one. Before anything
/// else opens something.
void holdStandardStreams();

} // namespace leadsheet::cli
