// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "database.hpp"
#include "leadsheet/submit/results.hpp"
#include "leadsheet/submit/row.hpp"

#include <optional>
#include <span>
#include <string>
#include <vector>

namespace leadsheet::submit::detail {

/// The columns in the order readRow() expects them.
extern const char* const kRowColumns;
constexpr int kRowColumnCount = 33;

/// Reads the columns of kRowColumns from the statement's current row.
RowRecord readRow(const Statement& statement);

void insertRow(Database& database, std::int64_t account, const RowRecord& row);
std::optional<RowRecord> findRow(Database& database, RowRef ref);
void addContent(Database& database, RowRecord& row);
/// Of text that is JSON: a block that never reached the disk is full of zeros, and fits otherwise.
void refuseLostText(const Database& database, RowRef row, const std::string& json);
/// For pages by ordinal: a block of rows in another's place is damage, which quick_check does not
/// look for.
void refuseDisorder(const Database& database, RowRef row, RowRef after);
std::vector<RowRecord> pageOfRows(Database& database, std::int64_t run, const RowFilter& filter,
                                  std::int64_t after);

/// The best of what other runs know about a key: a settled order first, then an unsettled row.
std::optional<RowRecord> findByKey(Database& database, std::int64_t account, const std::string& key,
                                   std::int64_t exceptRun);

/// Where another run found that the order under the key of `row` has ended, `row` says so too.
void hearOfEnd(Database& database, std::int64_t account, std::int64_t exceptRun, RowRecord& row);

/// Whether that price was ever offered for the row or another one with its key. An order at a price
/// that was offered to somebody else was placed by them.
bool wasOffered(Database& database, RowRef row, const std::string& quoteId);

/// Rows that may still become an order.
bool isLive(RowState state);

} // namespace leadsheet::submit::detail
