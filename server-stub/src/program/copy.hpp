// SPDX-License-Identifier: Apache-2.0
#pragma once

namespace leadsheet::server::program {

/// `leadsheet-server copy --from FILE --to URI`; the arguments begin with "copy". Prints what was
/// copied and answers the exit code.
int runCopy(int argc, char** argv);

} // namespace leadsheet::server::program
