// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "leadsheet/app/statement.hpp"
#include "spool/spool_store.hpp"

#include <cstdint>
#include <filesystem>
#include <optional>
#include <span>
#include <string>
#include <unordered_map>
#include <vector>

namespace leadsheet::app {

/// What is known of an order that was not placed from this computer.
struct ElsewhereFacts {
    std::string reference;
    std::string product;
    std::int64_t leads = 0;
    std::string campaign;
};

/// The lines of a statement on their way: added newest first, read oldest first.
class StatementSpool {
public:
    explicit StatementSpool(const std::filesystem::path& folder);

    /// Errors: storage_full, storage_error.
    Result<void> add(std::span<const StatementLine> newestFirst);
    /// An order that add() had as OrderSource::Unknown.
    Result<void> addFacts(const std::string& orderNumber, const ElsewhereFacts& facts);
    bool hasFacts(const std::string& orderNumber) const { return facts_.contains(orderNumber); }

    /// The page added last that was not taken yet, its oldest line first; empty = none is left.
    Result<std::vector<StatementLine>> take();
    void rewind() { left_ = pages_.size(); }

private:
    struct Piece {
        std::uint64_t at = 0;
        std::size_t size = 0;
    };
    Result<Piece> append(const std::string& bytes);
    Result<std::string> read(const Piece& piece) const;
    Result<void> fill(StatementLine& line) const;

    detail::SpoolStore store_;
    std::vector<Piece> pages_;
    std::unordered_map<std::string, Piece> facts_; ///< by order number
    std::size_t left_ = 0;
};

/// What an order's JSON says for people; empty = nothing.
struct OrderLabels {
    std::string reference; ///< `externalRef`
    std::string campaign;  ///< the member `campaign` of its metadata, in any case
};
OrderLabels labelsOf(const std::string& request);

} // namespace leadsheet::app
