// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "leadsheet/client.hpp"
#include "leadsheet/submit/ledger.hpp"
#include "leadsheet/submit/row.hpp"
#include "leadsheet/submit/submission.hpp"

#include <filesystem>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace leadsheet::test {

/// Row `index` of a sheet of distinct, orderable rows.
submit::RowInput orderableRow(std::int64_t index, std::int64_t leadCount = 50);

/// How to send a sheet of `rows` orderable rows to a server.
struct SubmitJob {
    std::string baseUrl;
    std::string apiKey;
    std::filesystem::path ledger;
    std::int64_t rows = 10;
    std::int64_t leadCount = 50;
    int maxInFlight = 8;
    std::optional<std::int64_t> cap;
    std::chrono::milliseconds callTimeout{30'000};
    std::shared_ptr<Clock> clock; ///< of client and run; null = HurriedClock
    submit::StorageHook hook;
    submit::RunObserver* observer = nullptr;
    submit::RunControl* control = nullptr; ///< null = one of its own
    std::function<void()> onApproved;      ///< pricing is done, sending begins
    /// Without an answer for that long the run pauses.
    std::chrono::seconds maxOutage{15 * 60};
    bool checkIntegrity = true;
    std::string log; ///< not empty: a line for every attempt is appended to this file
};

/// Opens the ledger, goes on with the unsettled run it holds or plans a new one, prices, approves
/// and sends, exactly as the command line does.
Result<submit::RunReport> submitSheet(const SubmitJob& job);

/// Every row of the newest run.
Result<std::vector<submit::RowRecord>> rowsOf(const std::filesystem::path& ledger);

/// A client for looking at the server from outside the run.
Result<Client> clientFor(const SubmitJob& job);

/// All orders of the account, by way of the client.
Result<std::vector<Order>> allOrders(const SubmitJob& job);

} // namespace leadsheet::test
