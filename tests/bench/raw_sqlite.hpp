// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

namespace bench {

/// Orders per second of SQLite alone with the least an order can be: idempotency row, order, rate
/// window, ledger row, four indexes.
double rawLeanRate(const std::string& path, int batch, double seconds);

/// The same with the tables of the server's store and every row that its create-order job writes.
double rawSameRate(const std::string& path, int batch, double seconds);

} // namespace bench
