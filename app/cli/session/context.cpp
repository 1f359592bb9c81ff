// SPDX-License-Identifier: Apache-2.0
#include "context.hpp"

namespace leadsheet::cli {

WallTime Context::now() const {
    return std::chrono::time_point_cast<std::chrono::milliseconds>(
        std::chrono::system_clock::now());
}

std::filesystem::path Context::ledgerFile() const {
    return options.sandbox ? folders.sandboxLedgerFile() : folders.ledgerFile();
}

} // namespace leadsheet::cli
