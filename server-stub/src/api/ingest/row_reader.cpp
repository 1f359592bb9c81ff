// SPDX-License-Identifier: Apache-2.0
#include "api/ingest/row_reader.hpp"

#include "domain/json.hpp"
#include "domain/text_check.hpp"

#include <leadsheet/contract/limits.hpp>

#include <algorithm>

namespace leadsheet::server::api {

namespace {

using contract::ErrorCode;

std::string lineText(std::size_t line) {
    return "Line " + std::to_string(line);
}

std::string notUtf8(std::size_t offset) {
    return "The body is not valid UTF-8 (at byte " + std::to_string(offset) + ").";
}

std::string tooLong(std::size_t line) {
    return lineText(line) + " is longer than " + std::to_string(kMaxRowBytes) +
           " bytes, which no lead is. Nothing was ingested.";
}

tl::unexpected<Problem> malformedLine(std::string detail, std::string pointer = {}) {
    return refuse(ErrorCode::MalformedJson, detail,
                  {{std::move(pointer), "invalid_format", detail}});
}

tl::unexpected<Problem> malformedRow(const std::string& detail) {
    return refuse(ErrorCode::ValidationFailed, detail, {{"", "invalid_format", detail}});
}

tl::expected<std::vector<domain::LeadField>, Problem>
readHeader(const std::vector<std::string>& names) {
    std::vector<domain::LeadField> columns;
    std::vector<FieldError> errors;
    for (const std::string& name : names) {
        const auto field = domain::ingestedField(name);
        const std::string pointer = domain::childPointer("", name);
        if (!field)
            errors.push_back({pointer, "unknown_member",
                              "A lead has no field of this name that can be filled in."});
        else if (std::ranges::count(columns, *field) > 0)
            errors.push_back({pointer, "duplicate", "The column occurs twice."});
        else
            columns.push_back(*field);
    }
    if (!errors.empty())
        return invalid(std::move(errors));
    return columns;
}

} // namespace

tl::unexpected<Problem> invalid(std::vector<FieldError> errors) {
    const FieldError& first = errors.front();
    std::string detail = (first.pointer.empty() ? "The body" : first.pointer) + ": " + first.detail;
    return refuse(ErrorCode::ValidationFailed, std::move(detail), std::move(errors));
}

void RowSink::spoil(tl::unexpected<Problem> problem) {
    if (open())
        body_.problem = std::move(problem.value());
}

void RowSink::take(const tl::expected<domain::LeadDraft, domain::LeadFaults>& lead) {
    if (!open())
        return;
    if (next_ == contract::kMaxIngestLeads) {
        spoil(invalid({{"/leads", "too_many_items",
                        "At most " + std::to_string(contract::kMaxIngestLeads) +
                            " leads per call. Send the delivery in several parts."}}));
        return;
    }
    const std::int64_t row = next_++;
    bool kept = false;
    if (lead) {
        body_.rows.push_back(row);
        kept = body_.leads.append(*lead);
    } else {
        kept = body_.rejected.append(row, lead.error());
    }
    diskFailed_ = diskFailed_ || !kept;
}

void Lines::add(std::string_view piece) {
    while (!piece.empty()) {
        const std::size_t feed = piece.find('\n');
        const std::size_t count = std::min(feed, piece.size() - 1) + 1;
        const std::string_view part = piece.substr(0, count);
        piece.remove_prefix(count);
        if (dropping_) {
            offset_ += count;
            dropping_ = feed == std::string_view::npos;
        } else if (feed != std::string_view::npos && begun_.empty()) {
            handOver(part);
        } else {
            begun_.append(part);
            if (feed != std::string_view::npos || begun_.size() > kMaxRowBytes) {
                dropping_ = feed == std::string_view::npos;
                handOver(std::exchange(begun_, std::string()));
            }
        }
    }
}

void Lines::finish() {
    if (!begun_.empty())
        handOver(begun_);
}

void Lines::handOver(std::string_view line) {
    take_(line, offset_);
    offset_ += line.size();
}

NdjsonRows::NdjsonRows(RowSink& sink)
    : sink_(sink)
    , lines_([this](std::string_view text, std::size_t offset) { line(text, offset); }) {}

void NdjsonRows::line(std::string_view text, std::size_t offset) {
    ++line_;
    if (!sink_.open() || text.find_first_not_of(" \t\r\n") == std::string_view::npos)
        return;
    if (text.size() > kMaxRowBytes)
        return sink_.spoil(malformedLine(tooLong(line_)));
    if (const auto bad = domain::invalidUtf8At(text))
        return sink_.spoil(malformedLine(notUtf8(offset + *bad)));
    if (text.ends_with('\n'))
        text.remove_suffix(1);
    const auto parsed = domain::parseJson(text);
    if (!parsed)
        return sink_.spoil(
            malformedLine(lineText(line_) + ": " + parsed.error().detail + " Nothing was ingested.",
                          parsed.error().pointer));
    sink_.take(domain::checkLead(*parsed));
}

CsvLeadRows::CsvLeadRows(RowSink& sink)
    : sink_(sink)
    , lines_([this](std::string_view text, std::size_t offset) { line(text, offset); }) {}

void CsvLeadRows::line(std::string_view text, std::size_t offset) {
    if (!sink_.open())
        return;
    if (row_.size() + text.size() > kMaxRowBytes)
        return sink_.spoil(malformedRow(tooLong(firstLine_)));
    if (const auto bad = domain::invalidUtf8At(text))
        return sink_.spoil(malformedRow(notUtf8(offset + *bad)));
    row_.append(text);
    ++line_;
    quoteOpen_ = quoteOpen_ != (std::ranges::count(text, '"') % 2 != 0);
    if (!quoteOpen_)
        endRow();
}

void CsvLeadRows::endRow() {
    domain::CsvRows rows(row_, firstLine_);
    auto state = rows.next(cells_);
    for (; state == domain::CsvRows::State::Row && sink_.open(); state = rows.next(cells_))
        row(cells_);
    if (state == domain::CsvRows::State::Malformed)
        sink_.spoil(invalid(
            {{"", "invalid_format",
              lineText(rows.line()) + " is not CSV (RFC 4180): a quote stands where none may. "
                                      "Nothing was ingested."}}));
    row_.clear();
    firstLine_ = line_;
}

void CsvLeadRows::row(std::vector<std::string>& cells) {
    if (!columns_) {
        auto header = readHeader(cells);
        if (header)
            columns_ = std::move(*header);
        else
            sink_.spoil(tl::make_unexpected(std::move(header.error())));
        return;
    }
    for (std::string& cell : cells)
        cell = domain::withoutFormulaGuard(cell);
    if (cells.size() == columns_->size())
        sink_.take(domain::checkLeadCells(*columns_, cells));
    else
        sink_.take(tl::make_unexpected(domain::LeadFaults{
            {"", "invalid_format",
             "The row has " + std::to_string(cells.size()) + " cells, the header " +
                 std::to_string(columns_->size()) + "."}}));
}

void CsvLeadRows::finish() {
    lines_.finish();
    if (!row_.empty() && sink_.open())
        endRow();
    if (!columns_)
        sink_.spoil(invalid({{"", "required", "The first row must name the columns."}}));
}

} // namespace leadsheet::server::api
