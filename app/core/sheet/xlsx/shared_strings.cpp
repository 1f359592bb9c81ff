// SPDX-License-Identifier: Apache-2.0
#include "sheet/xlsx/shared_strings.hpp"

#include "leadsheet/messages/container.hpp"
#include "leadsheet/try.hpp"
#include "sheet/xlsx/shared_text_scanner.hpp"
#include "sheet/xml/scanning_feed.hpp"
#include "sheet/zip/zip_errors.hpp"

namespace leadsheet::app {

namespace say = messages::container;

struct SharedStrings::Pass {
    Pass(const Package& package, const ZipEntry& entry, TextTable& table)
        : handler(table, package.limits)
        , reader(handler, entry.name, package.limits)
        , scanner(handler, reader, package.limits.maxXmlDepth)
        , feed(reader, scanner, package.scans)
        , stream(openZipEntry(package.file, entry, package.limits.maxSheetPartBytes, package.stop))
        , step(kReadStep) {
        handler.attach(reader);
    }

    SharedTextHandler handler;
    XmlReader reader;
    SharedTextScanner scanner;
    ScanningFeed feed;
    std::unique_ptr<ByteStream> stream;
    std::vector<char> step;
    std::uint64_t read = 0;
    std::uint64_t readAtText = 0;
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
                    ? say::sharedTextsMissing()
                    : say::sharedTextOutOfRange(static_cast<std::int64_t>(index),
                                                static_cast<std::int64_t>(table_.size())));
        if (auto more = readOn(); !more)
            failure_ = std::move(more.error());
    }
    return table_.at(index);
}

SheetResult<void> SharedStrings::readOn() {
    if (!pass_)
        pass_ = std::make_unique<Pass>(package_, *entry_, table_);
    if (package_.stop.stop_requested())
        return cancelledError();
    const std::size_t before = table_.size();
    const auto got = pass_->stream->read(pass_->step);
    if (!got) {
        // An error in what waits came first.
        LEADSHEET_TRY_DONE(pass_->feed.flush());
        return tl::unexpected(got.error());
    }
    pass_->read += *got;
    LEADSHEET_TRY_DONE(pass_->feed.feed({pass_->step.data(), *got}, *got == 0));
    ended_ = *got == 0;
    return checkProgress(before);
}

SheetResult<void> SharedStrings::checkProgress(std::size_t before) {
    const std::uint64_t most = package_.limits.maxXmlWithoutRow;
    if (table_.size() == before && pass_->read - pass_->readAtText > most)
        if (auto flushed = pass_->feed.flush(); !flushed)
            return flushed;
    if (table_.size() != before)
        pass_->readAtText = pass_->read;
    if (pass_->read - pass_->readAtText <= most)
        return {};
    return tl::unexpected(
        SheetError{SheetErrorCode::LimitExceeded,
                   {},
                   {say::partWithoutTextEnd(quotedPartName(entry_->name),
                                            static_cast<std::int64_t>(most >> 20))},
                   {say::fetchOrOpenAndSave()},
                   {}});
}

} // namespace leadsheet::app
