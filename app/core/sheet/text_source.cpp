// SPDX-License-Identifier: Apache-2.0
#include "sheet/sources.hpp"

#include "leadsheet/messages/container.hpp"
#include "leadsheet/messages/sheet.hpp"
#include "leadsheet/try.hpp"
#include "sheet/byte_stream.hpp"
#include "sheet/record_parser.hpp"
#include "sheet/text_setup.hpp"
#include "sheet/transcoder.hpp"
#include "sheet/utf8.hpp"

#include <algorithm>
#include <cstring>
#include <optional>
#include <vector>

namespace leadsheet::app {

namespace say = messages::sheet;

namespace {

class TextSource final : public RowSource {
public:
    TextSource(std::unique_ptr<InputFile> file, std::unique_ptr<ByteStream> stream, FileKind kind,
               SheetInfo info, TextSetup setup, InputDigests digests, const SheetLimits& limits)
        : file_(std::move(file))
        , stream_(std::move(stream))
        , kind_(kind)
        , info_(std::move(info))
        , setup_(std::move(setup))
        , digests_(std::move(digests))
        , limits_(limits)
        , parser_(setup_.dialect, limits) {
        if (setup_.transcode)
            decoder_ = Decoder::create(setup_.dialect.encoding);
        raw_.resize(kReadStep);
    }

    SheetFormat format() const override {
        return kind_ == FileKind::Gzip ? SheetFormat::GzippedText : SheetFormat::DelimitedText;
    }
    std::span<const SheetInfo> sheets() const override { return {&info_, 1}; }
    const TextDialect* dialect() const override { return &setup_.dialect; }
    const InputDigests& digests() const override { return digests_; }

    SheetResult<void> open(std::size_t sheet) override {
        if (sheet != 0)
            return tl::unexpected(SheetError{SheetErrorCode::NoSuchSheet,
                                             {},
                                             {messages::container::textHasSingleSheet()},
                                             {messages::container::omitSheetName()},
                                             {}});
        LEADSHEET_TRY_DONE(stream_->rewind());
        if (decoder_)
            decoder_->reset();
        buffer_.clear();
        from_ = 0;
        streamEnded_ = ended_ = false;
        failure_.reset();
        stats_ = {};
        row_ = 0;
        line_ = setup_.separatorLength > 0 ? 2 : 1;
        firstWidth_ = 0;
        stats_.bytesTotal = file_->size();
        return skipPrelude();
    }

    SheetResult<Next> next(RowView& row) override {
        if (failure_)
            return tl::unexpected(*failure_);
        if (ended_)
            return Next::End;
        std::size_t wanted = kReadStep;
        for (;;) {
            const auto outcome = parser_.parse(available(), streamEnded_);
            if (outcome == RecordParser::Outcome::Record)
                return deliver(row);
            if (outcome == RecordParser::Outcome::End)
                return finish();
            if (outcome != RecordParser::Outcome::NeedMore)
                return fail(parseFailure(outcome));
            // Each retry reads the record again from its start, so each must bring much more.
            if (const auto more = fill(wanted); !more)
                return fail(more.error());
            wanted = std::max(kReadStep, buffer_.size() - from_);
        }
    }

    SheetStats stats() const override {
        SheetStats now = stats_;
        now.bytesRead = stream_->position();
        if (decoder_)
            now.replacedBytes = decoder_->replaced();
        return now;
    }

private:
    std::string_view available() const { return std::string_view(buffer_).substr(from_); }

    SheetResult<void> skipPrelude() {
        std::size_t mark = setup_.markLength;
        while (mark > 0) {
            LEADSHEET_TRY(const auto got, stream_->read(std::span(raw_).first(mark)));
            if (got == 0)
                break;
            mark -= got;
        }
        if (setup_.separatorLength == 0)
            return {};
        LEADSHEET_TRY_DONE(fill(kReadStep));
        from_ = std::min(setup_.separatorLength, buffer_.size());
        return {};
    }

    // Adds about `wanted` bytes of text behind what is not used up yet.
    SheetResult<void> fill(std::size_t wanted) {
        buffer_.erase(0, from_);
        from_ = 0;
        const std::size_t enough = buffer_.size() + wanted;
        while (buffer_.size() < enough && !streamEnded_) {
            LEADSHEET_TRY(const auto got, stream_->read(raw_));
            streamEnded_ = got == 0;
            const std::string_view bytes(raw_.data(), got);
            if (decoder_)
                decoder_->decode(bytes, streamEnded_, buffer_);
            else
                buffer_.append(bytes);
        }
        return {};
    }

    SheetResult<Next> deliver(RowView& row) {
        if (row_ >= limits_.maxRows)
            return fail({SheetErrorCode::LimitExceeded,
                         {static_cast<std::uint32_t>(row_ + 1), line_, 0},
                         {say::tooManyRows(static_cast<std::int64_t>(limits_.maxRows))},
                         {say::splitIntoFiles()},
                         {}});
        ++row_;
        row.row = static_cast<std::uint32_t>(row_);
        row.repeat = 1;
        row.line = line_;
        row.hidden = false;
        row.terminator = parser_.terminator();
        row.cells = setup_.repair ? repaired() : parser_.cells();
        line_ += parser_.lineEnds();
        from_ += parser_.consumed();
        count(row);
        return Next::Row;
    }

    void count(const RowView& row) {
        ++stats_.rows;
        stats_.strayQuotes += parser_.strayQuotes();
        stats_.strippedNuls += parser_.nuls();
        const auto width = static_cast<std::uint32_t>(row.cells.size());
        stats_.widestRow = std::max(stats_.widestRow, width);
        if (!row.terminator.empty() && row.terminator != setup_.dialect.lineEnd)
            stats_.mixedLineEnds = true;
        if (row.blank()) {
            ++stats_.blankRows;
            return;
        }
        if (firstWidth_ == 0)
            firstWidth_ = width;
        else if (width != firstWidth_)
            ++stats_.raggedRows;
    }

    std::span<const Cell> repaired() {
        cells_.assign(parser_.cells().begin(), parser_.cells().end());
        for (Cell& cell : cells_) {
            if (isValidUtf8(cell.text))
                continue;
            const std::string text = repairUtf8(cell.text, stats_.replacedBytes);
            char* const copy = parser_.arena().allocate(text.size());
            std::memcpy(copy, text.data(), text.size());
            cell.text = {copy, text.size()};
        }
        return cells_;
    }

    SheetResult<Next> finish() {
        if (file_->changed())
            return fail({SheetErrorCode::ChangedWhileReading,
                         {},
                         {say::fileChangedWhileRead()},
                         {say::waitThenOpenAgain()},
                         {}});
        ended_ = true;
        return Next::End;
    }

    SheetResult<Next> fail(SheetError error) {
        failure_ = std::move(error);
        return tl::unexpected(*failure_);
    }

    SheetError parseFailure(RecordParser::Outcome outcome) const {
        const SheetPlace place{static_cast<std::uint32_t>(row_ + 1), line_ + parser_.errorLine(),
                               parser_.errorColumn() + 1};
        const auto opened = static_cast<std::int64_t>(place.line);
        switch (outcome) {
        case RecordParser::Outcome::UnterminatedQuote:
            return {SheetErrorCode::UnterminatedQuote,
                    place,
                    {say::unclosedQuote(opened)},
                    {say::closeOrDoubleQuote()},
                    {}};
        case RecordParser::Outcome::FieldTooLong:
            return {SheetErrorCode::LimitExceeded,
                    place,
                    {say::cellTooLongFromLine(opened,
                                              static_cast<std::int64_t>(limits_.maxFieldBytes))},
                    {say::closingQuoteLikelyMissing()},
                    {}};
        case RecordParser::Outcome::RowTooLong:
            return {SheetErrorCode::LimitExceeded,
                    {place.row, line_, 0},
                    {say::rowTooLong(static_cast<std::int64_t>(limits_.maxRowBytes))},
                    {say::checkOneRowPerLine()},
                    {}};
        case RecordParser::Outcome::Record:
        case RecordParser::Outcome::NeedMore:
        case RecordParser::Outcome::End:
        case RecordParser::Outcome::TooManyColumns:
            break;
        }
        return {SheetErrorCode::LimitExceeded,
                {place.row, line_, 0},
                {say::tooManyCellsInRow(static_cast<std::int64_t>(limits_.maxColumns))},
                {say::checkDelimiterRemoveColumns()},
                {}};
    }

    std::unique_ptr<InputFile> file_;
    std::unique_ptr<ByteStream> stream_;
    FileKind kind_;
    SheetInfo info_;
    TextSetup setup_;
    InputDigests digests_;
    SheetLimits limits_;
    RecordParser parser_;
    std::optional<Decoder> decoder_;
    std::vector<char> raw_;
    std::string buffer_;
    std::size_t from_ = 0;
    std::vector<Cell> cells_;
    bool streamEnded_ = false;
    bool ended_ = false;
    std::optional<SheetError> failure_;
    SheetStats stats_;
    std::uint64_t row_ = 0;
    std::uint64_t line_ = 1;
    std::uint32_t firstWidth_ = 0;
};

} // namespace

SheetResult<std::unique_ptr<RowSource>> openTextSource(std::unique_ptr<InputFile> file,
                                                       FileKind kind, std::string name,
                                                       const SheetOptions& options,
                                                       std::stop_token stop) {
    auto stream = kind == FileKind::Gzip ? makeGzipStream(*file, options.limits, stop)
                                         : makePlainStream(*file, stop);
    // The same bytes are looked at and hashed, unless they are packed.
    const bool packed = kind == FileKind::Gzip;
    InputDigester digester(options);
    LEADSHEET_TRY(auto setup, examineText(*stream, options, packed ? nullptr : &digester));
    LEADSHEET_TRY(auto digests,
                  packed ? streamDigests(*makePlainStream(*file, std::move(stop)), options)
                         : SheetResult<InputDigests>(digester.finish()));
    SheetInfo info{std::move(name), SheetVisibility::Visible, file->size()};
    auto source =
        std::make_unique<TextSource>(std::move(file), std::move(stream), kind, std::move(info),
                                     std::move(setup), std::move(digests), options.limits);
    LEADSHEET_TRY_DONE(source->open(0));
    return source;
}

} // namespace leadsheet::app
