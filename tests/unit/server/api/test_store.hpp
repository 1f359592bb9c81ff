// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "store/store.hpp"
#include "store/store_error.hpp"

#include <memory>
#include <string>

namespace leadsheet::test {

/// The database of this file beside the servers that use it: SQLite's, or what stands for it on
/// PostgreSQL (test_database.hpp).
tl::expected<std::unique_ptr<server::store::Store>, server::store::OpenError>
openTestStore(const std::string& path);

} // namespace leadsheet::test
