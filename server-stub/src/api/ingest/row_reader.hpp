// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "api/ingest/lead_body.hpp"
#include "domain/lead.hpp"

#include <cstddef>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace leadsheet::server::api {

/// The longest line, row or item: no lead comes near it.
inline constexpr std::size_t kMaxRowBytes = std::size_t{1024} * 1024;

/// Puts rows where they belong, until there are too many or one spoils the call.
class RowSink {
public:
    explicit RowSink(LeadBody& body)
        : body_(body) {}

    /// Whether rows still matter.
    bool open() const { return !body_.problem; }
    void take(const tl::expected<domain::LeadDraft, domain::LeadFaults>& lead);
    void spoil(tl::unexpected<Problem> problem);
    bool diskFailed() const { return diskFailed_; }

private:
    LeadBody& body_;
    std::int64_t next_ = 0;
    bool diskFailed_ = false;
};

/// Takes a text that comes in pieces apart into lines.
class Lines {
public:
    /// A line with its line feed, and where in the text it begins.
    using Take = std::function<void(std::string_view line, std::size_t offset)>;

    explicit Lines(Take take)
        : take_(std::move(take)) {}

    /// Of a line that is too long, a beginning of more than kMaxRowBytes is handed over and the
    /// rest dropped.
    void add(std::string_view piece);
    void finish();

private:
    void handOver(std::string_view line);

    Take take_;
    std::string begun_;
    std::size_t offset_ = 0; ///< of what is begun
    bool dropping_ = false;
};

/// Reads rows out of a text that comes in pieces.
class RowReader {
public:
    virtual ~RowReader() = default;
    virtual void add(std::string_view piece) = 0;
    virtual void finish() = 0;
};

/// One lead a line; blank ones are skipped.
class NdjsonRows : public RowReader {
public:
    explicit NdjsonRows(RowSink& sink);
    void add(std::string_view piece) override { lines_.add(piece); }
    void finish() override { lines_.finish(); }

private:
    void line(std::string_view text, std::size_t offset);

    RowSink& sink_;
    std::size_t line_ = 0;
    Lines lines_;
};

/// A header and one lead a row, see domain::CsvRows.
class CsvLeadRows : public RowReader {
public:
    explicit CsvLeadRows(RowSink& sink);
    void add(std::string_view piece) override { lines_.add(piece); }
    void finish() override;

private:
    void line(std::string_view text, std::size_t offset);
    void endRow();
    void row(std::vector<std::string>& cells);

    RowSink& sink_;
    std::string row_; ///< lines until their quotes are closed
    bool quoteOpen_ = false;
    std::size_t firstLine_ = 1; ///< of the row
    std::size_t line_ = 1;
    std::optional<std::vector<domain::LeadField>> columns_;
    std::vector<std::string> cells_;
    Lines lines_;
};

/// The refusal of what a call holds.
tl::unexpected<Problem> invalid(std::vector<FieldError> errors);

} // namespace leadsheet::server::api
