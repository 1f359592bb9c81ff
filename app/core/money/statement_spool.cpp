// SPDX-License-Identifier: Apache-2.0
#include "money/statement_spool.hpp"

#include "leadsheet/messages/ledger.hpp"
#include "leadsheet/try.hpp"
#include "text/names.hpp"

#include <boost/json.hpp>

namespace leadsheet::app {
namespace {

namespace json = boost::json;

constexpr std::size_t kInMemory = std::size_t{1} << 20;

tl::unexpected<Error> storageFailure(const SheetError& error) {
    const bool full = error.code == SheetErrorCode::StorageFull;
    return failure(localError(
        full ? ErrorCode::StorageFull : ErrorCode::StorageError,
        {full ? messages::ledger::noRoomForMovements() : messages::ledger::movementsNotKept()}));
}

json::value orNull(const std::optional<std::string>& text) {
    return text ? json::value(*text) : json::value(nullptr);
}

json::array written(const StatementLine& line) {
    const LedgerEntry& entry = line.entry;
    return {entry.id,
            entry.at,
            entry.type,
            entry.amount.amount,
            entry.amount.currency,
            entry.available.amount,
            entry.held.amount,
            orNull(entry.orderNumber),
            orNull(entry.reason),
            static_cast<int>(line.source),
            line.run,
            line.sheet,
            line.file,
            line.tab,
            line.row,
            line.reference,
            line.product,
            line.leads,
            line.campaign};
}

/// Reads what written() wrote, member after member; nothing else is ever in the spool.
class Members {
public:
    explicit Members(const json::array& values)
        : values_(values) {}

    std::string text() {
        const json::value& value = values_[next_++];
        return value.is_string() ? std::string(value.get_string()) : std::string();
    }
    std::optional<std::string> optionalText() {
        if (!values_[next_].is_null())
            return text();
        ++next_;
        return std::nullopt;
    }
    std::int64_t integer() {
        const json::value& value = values_[next_++];
        return value.is_int64() ? value.get_int64() : 0;
    }

private:
    const json::array& values_;
    std::size_t next_ = 0;
};

StatementLine lineOf(const json::array& values) {
    StatementLine line;
    Members members(values);
    line.entry.id = members.text();
    line.entry.at = members.text();
    line.entry.type = members.text();
    line.entry.amount.amount = members.integer();
    line.entry.amount.currency = members.text();
    line.entry.available = {members.integer(), line.entry.amount.currency};
    line.entry.held = {members.integer(), line.entry.amount.currency};
    line.entry.orderNumber = members.optionalText();
    line.entry.reason = members.optionalText();
    line.source = static_cast<OrderSource>(members.integer());
    line.run = members.integer();
    line.sheet = members.text();
    line.file = members.text();
    line.tab = members.text();
    line.row = members.integer();
    line.reference = members.text();
    line.product = members.text();
    line.leads = members.integer();
    line.campaign = members.text();
    return line;
}

} // namespace

StatementSpool::StatementSpool(const std::filesystem::path& folder)
    : store_(folder, kInMemory) {}

Result<StatementSpool::Piece> StatementSpool::append(const std::string& bytes) {
    const auto at = store_.append(bytes);
    if (!at)
        return storageFailure(at.error());
    return Piece{*at, bytes.size()};
}

Result<std::string> StatementSpool::read(const Piece& piece) const {
    auto bytes = store_.read(piece.at, piece.size);
    if (!bytes)
        return storageFailure(bytes.error());
    return *std::move(bytes);
}

Result<void> StatementSpool::add(std::span<const StatementLine> newestFirst) {
    if (newestFirst.empty())
        return {};
    json::array lines;
    for (auto line = newestFirst.rbegin(); line != newestFirst.rend(); ++line)
        lines.push_back(written(*line));
    LEADSHEET_TRY(auto piece, append(json::serialize(lines)));
    pages_.push_back(piece);
    left_ = pages_.size();
    return {};
}

Result<void> StatementSpool::addFacts(const std::string& orderNumber, const ElsewhereFacts& facts) {
    const json::array values{facts.reference, facts.product, facts.leads, facts.campaign};
    LEADSHEET_TRY(auto piece, append(json::serialize(values)));
    facts_.insert_or_assign(orderNumber, piece);
    return {};
}

Result<void> StatementSpool::fill(StatementLine& line) const {
    if (line.source != OrderSource::Unknown)
        return {};
    const auto known = facts_.find(line.entry.orderNumber.value_or(""));
    if (known == facts_.end())
        return {};
    LEADSHEET_TRY(const auto bytes, read(known->second));
    const json::value values = json::parse(bytes);
    Members members(values.get_array());
    line.source = OrderSource::Service;
    line.reference = members.text();
    line.product = members.text();
    line.leads = members.integer();
    line.campaign = members.text();
    return {};
}

Result<std::vector<StatementLine>> StatementSpool::take() {
    std::vector<StatementLine> lines;
    if (left_ == 0)
        return lines;
    LEADSHEET_TRY(const auto bytes, read(pages_[left_ - 1]));
    const json::value page = json::parse(bytes);
    for (const json::value& line : page.get_array()) {
        lines.push_back(lineOf(line.get_array()));
        LEADSHEET_TRY_DONE(fill(lines.back()));
    }
    --left_;
    return lines;
}

OrderLabels labelsOf(const std::string& request) {
    OrderLabels labels;
    json::error_code error;
    const json::value order = json::parse(request, error);
    const json::object* object = error ? nullptr : order.if_object();
    if (object == nullptr)
        return labels;
    if (const json::value* reference = object->if_contains("externalRef");
        reference != nullptr && reference->is_string())
        labels.reference = std::string(reference->get_string());
    const json::value* metadata = object->if_contains("metadata");
    if (metadata == nullptr || !metadata->is_object())
        return labels;
    for (const auto& [name, value] : metadata->get_object())
        if (lowerCase(std::string(name)) == "campaign" && value.is_string())
            labels.campaign = std::string(value.get_string());
    return labels;
}

} // namespace leadsheet::app
