// SPDX-License-Identifier: Apache-2.0
#include "sheet/xlsx/shared_strings.hpp"

#include "sheet/xlsx/escaped_text.hpp"
#include "sheet/zip/zip_errors.hpp"

#include <algorithm>
#include <limits>

namespace leadsheet::app {
namespace {

// Offsets of the table are 32 bits wide.
constexpr std::uint64_t kMostKept = std::numeric_limits<std::uint32_t>::max() - (64U << 20);

} // namespace

class SharedStrings::Handler final : public PartHandler {
public:
    Handler(TextTable& table, const SheetLimits& limits)
        : table_(table)
        , maxTextBytes_(limits.maxFieldBytes)
        , maxKept_(std::min(limits.maxSharedTextBytes, kMostKept)) {}

    void startElement(std::string_view name, const XmlAttributes&) override {
        if (skipped_ > 0)
            ++skipped_;
        else if (name == "rPh" || name == "extLst" || name == "Choice")
            skipped_ = 1;
        else if (name == "si")
            text_.clear();
        else if (name == "t")
            inText_ = true;
    }

    void endElement(std::string_view name) override {
        if (skipped_ > 0) {
            --skipped_;
            return;
        }
        if (name == "t")
            inText_ = false;
        else if (name == "si")
            add();
    }

    void text(std::string_view piece) override {
        if (!inText_ || skipped_ > 0)
            return;
        if (text_.size() + piece.size() > maxTextBytes_)
            return refuse("Text " + std::to_string(table_.size()) +
                              " of the workbook's shared texts is longer than " +
                              std::to_string(maxTextBytes_) + " bytes.",
                          "Shorten that cell in your spreadsheet program.");
        text_ += piece;
    }

private:
    void add() {
        decodeEscapes(text_);
        table_.add(text_);
        if (table_.keptBytes() > maxKept_)
            refuse("The workbook's shared texts take more than " + std::to_string(maxKept_) +
                       " bytes.",
                   "Save the sheet you need as a workbook of its own, or in several smaller ones.");
    }

    void refuse(std::string reason, std::string wayOut) {
        reader().fail(
            {SheetErrorCode::LimitExceeded, {}, std::move(reason), std::move(wayOut), {}});
    }

    TextTable& table_;
    std::uint64_t maxTextBytes_;
    std::uint64_t maxKept_;
    std::string text_;
    std::size_t skipped_ = 0; // depth inside an element whose text is not shown
    bool inText_ = false;
};

SharedStrings::SharedStrings(const Package& package, const ZipEntry* entry)
    : package_(package)
    , entry_(entry) {}
SharedStrings::~SharedStrings() = default;

SheetResult<std::string_view> SharedStrings::text(std::uint32_t index) {
    while (index >= table_.size()) {
        if (failure_)
            return tl::unexpected(*failure_);
        if (ended_ || entry_ == nullptr)
            return damagedArchive(
                entry_ == nullptr
                    ? "The part with the workbook's shared texts (sharedStrings.xml) is missing in "
                      "the file."
                    : "It refers to shared text " + std::to_string(index) +
                          ", but the workbook has only " + std::to_string(table_.size()) + ".");
        if (auto more = readOn(); !more)
            failure_ = std::move(more.error());
    }
    return table_.at(index);
}

SheetResult<void> SharedStrings::readOn() {
    if (!reader_) {
        handler_ = std::make_unique<Handler>(table_, package_.limits);
        reader_ = std::make_unique<XmlReader>(*handler_, entry_->name, package_.limits);
        handler_->attach(*reader_);
        stream_ =
            openZipEntry(package_.file, *entry_, package_.limits.maxSheetPartBytes, package_.stop);
        step_.resize(kReadStep);
    }
    if (package_.stop.stop_requested())
        return cancelledError();
    const auto got = stream_->read(step_);
    if (!got)
        return tl::unexpected(got.error());
    const std::size_t before = table_.size();
    if (auto fed = reader_->feed({step_.data(), *got}, *got == 0); !fed)
        return fed;
    ended_ = *got == 0;
    if (table_.size() != before)
        bytesAtText_ = reader_->bytes();
    if (reader_->bytes() - bytesAtText_ > package_.limits.maxXmlWithoutRow)
        return tl::unexpected(
            SheetError{SheetErrorCode::LimitExceeded,
                       {},
                       "The part " + quotedPartName(entry_->name) +
                           " of the file goes on for more "
                           "than " +
                           std::to_string(package_.limits.maxXmlWithoutRow >> 20) +
                           " MiB without finishing a text.",
                       std::string(kGetAgainOrSave),
                       {}});
    return {};
}

} // namespace leadsheet::app
