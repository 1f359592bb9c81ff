// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "leadsheet/submit/order_service.hpp"
#include "leadsheet/submit/run.hpp"
#include "ledger_store.hpp"

#include <algorithm>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace leadsheet::submit::detail {

/// A row that the service is asked about.
struct ReadyRow {
    std::int64_t ordinal = 0;
    RowState state = RowState::Ready;
    SkipReason skipReason = SkipReason::None;
    bool isNext = false; ///< asked about under the key of the generation after the ledger's
    std::string orderNumber;
    std::string reference;
    std::string product;
    std::int64_t leadCount = 0;
    std::int64_t generation = 0;
    std::int64_t occurrence = 0;
    bool consented = false;
    EquivalentOrders agreedTo; ///< named before, when the person agreed
    /// Orders of the same wish that hold the row back, and are still to be asked about.
    std::vector<QuoteAsk> behind;
    std::optional<PlacedOrder> ended; ///< the newest of those that have ended
};

struct Batch {
    std::vector<ReadyRow> rows;
    std::vector<QuoteAsk> asks;
};

/// What the person said about orders of before, and since when they are past.
struct Terms {
    const RunSpec& spec;
    std::optional<WallTime> pastBefore; ///< RunSpec::againAfter, by the service's clock

    bool isPast(const std::optional<WallTime>& orderedAt) const {
        return pastBefore && orderedAt && *orderedAt <= *pastBefore;
    }
    bool allows(const std::string& number) const {
        const auto& wanted = spec.allowed.orderNumbers;
        return spec.allowed.all || std::find(wanted.begin(), wanted.end(), number) != wanted.end();
    }
};

/// Writes down what the service answered about the rows of a run. In a transaction of the caller.
class AnswerBook {
public:
    AnswerBook(LedgerStore& ledger, const RunInfo& run, const Terms& terms);
    void write(const ReadyRow& row, const QuoteAsk& ask, const QuoteAnswer& answer);
    /// How many rows have to be asked about again, as Ready ones.
    std::int64_t again() const { return again_; }
    /// What is to be asked next: Ended rows under the key of their next generation, and rows left
    /// out for an order that the service does not name, about that order.
    Batch& next() { return next_; }

private:
    void writeExisting(RowRef ref, const ReadyRow& row, const QuoteAsk& ask,
                       const PlacedOrder& order);
    void writeMissing(RowRef ref, const ReadyRow& row, const QuoteAnswer& answer);
    void writeSkipped(RowRef ref, const ReadyRow& row, const QuoteAnswer& answer);
    void writeBehind(RowRef ref, const ReadyRow& row, const QuoteAnswer& answer);
    void setFree(RowRef ref);
    void askBehind(ReadyRow row);
    void writeOffer(RowRef ref, const ReadyRow& row, const QuoteAsk& ask, const QuoteOffer& offer);

    Database& database_;
    WallTime now_;
    const RunInfo& run_;
    const Terms& terms_;
    std::int64_t account_;
    std::int64_t again_ = 0;
    Batch next_;
};

} // namespace leadsheet::submit::detail
