// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "database.hpp"
#include "leadsheet/submit/run.hpp"

#include <cstdint>
#include <vector>

namespace leadsheet::submit::detail {

/// An approved run that may be of the same sheet.
struct RunLike {
    std::int64_t run = 0;
    bool sameFile = false;
    bool sameLook = false; ///< name and columns
    bool partial = false;  ///< rows of it were left out or needed a fix
};

/// The approved runs before `run` of the file of `spec`, of its name or of its columns, newest
/// first; not more than the newest twenty of an account, those of the file before others.
std::vector<RunLike> runsLike(Database& ledger, const std::vector<std::int64_t>& accounts,
                              const RunSpec& spec, std::int64_t run);

} // namespace leadsheet::submit::detail
