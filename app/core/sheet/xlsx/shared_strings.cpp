// SPDX-License-Identifier: Apache-2.0
#include "sheet/xlsx/shared_strings.hpp"

#include "leadsheet/messages/container.hpp"
#include "leadsheet/messages/sheet.hpp"
#include "leadsheet/try.hpp"
#include "sheet/xlsx/xml_values.hpp"
#include "sheet/xml/plain_xml.hpp"
#include "sheet/xml/xml_reader.hpp"
#include "sheet/zip/zip_archive.hpp"

#include <algorithm>
#include <array>
#include <cstring>
#include <limits>

namespace leadsheet::app {

namespace say = messages::container;

namespace {

/// The shared strings part as the parser tells it; texts go to the table. Rich text is joined,
/// phonetic text left out.
class SharedTextHandler final : public PartHandler {
public:
    SharedTextHandler(TextTable& table, const SheetLimits& limits);

    void startElement(std::string_view name, const XmlAttributes&) override;
    void endElement(std::string_view name) override;
    void text(std::string_view piece) override;

    /// Outside of any text.
    bool betweenTexts() const { return skipped_ == 0 && openTexts_ == 0 && !inText_; }
    /// The same as the elements of a text of one piece, where it is sure to be within the limits;
    /// else false.
    bool addPlain(std::string_view text);

private:
    void add();
    void refuse(Message reason, Message wayOut);

    TextTable& table_;
    std::uint64_t maxTextBytes_;
    std::uint64_t maxKept_;
    std::string text_;
    std::size_t skipped_ = 0;   // depth inside an element whose text is not shown
    std::size_t openTexts_ = 0; // `si` elements
    bool inText_ = false;
};

// Offsets of the table are 32 bits wide.
constexpr std::uint64_t kMaxKept = std::numeric_limits<std::uint32_t>::max() - (64U << 20);
constexpr std::uint64_t kMaxForOneText = 1 << 20; // more than its bytes, with what a block wastes

SharedTextHandler::SharedTextHandler(TextTable& table, const SheetLimits& limits)
    : table_(table)
    , maxTextBytes_(limits.maxFieldBytes)
    , maxKept_(std::min(limits.maxSharedTextBytes, kMaxKept)) {}

void SharedTextHandler::startElement(std::string_view name, const XmlAttributes&) {
    if (skipped_ > 0) {
        ++skipped_;
    } else if (name == "rPh" || name == "extLst" || name == "Choice") {
        skipped_ = 1;
    } else if (name == "si") {
        ++openTexts_;
        text_.clear();
    } else if (name == "t") {
        inText_ = true;
    }
}

void SharedTextHandler::endElement(std::string_view name) {
    if (skipped_ > 0) {
        --skipped_;
    } else if (name == "t") {
        inText_ = false;
    } else if (name == "si") {
        --openTexts_;
        add();
    }
}

void SharedTextHandler::text(std::string_view piece) {
    if (!inText_ || skipped_ > 0)
        return;
    if (text_.size() + piece.size() > maxTextBytes_)
        return refuse(say::sharedTextTooLong(static_cast<std::int64_t>(table_.size()),
                                             static_cast<std::int64_t>(maxTextBytes_)),
                      messages::sheet::shortenCell());
    text_ += piece;
}

bool SharedTextHandler::addPlain(std::string_view text) {
    if (text.size() > maxTextBytes_ || table_.keptBytes() + text.size() + kMaxForOneText > maxKept_)
        return false;
    if (text.find("_x") == std::string_view::npos) {
        table_.add(text);
        return true;
    }
    text_ = text;
    decodeEscapes(text_);
    table_.add(text_);
    return true;
}

void SharedTextHandler::add() {
    decodeEscapes(text_);
    table_.add(text_);
    if (table_.keptBytes() > maxKept_)
        refuse(say::sharedTextsTooLong(static_cast<std::int64_t>(maxKept_)),
               messages::sheet::saveSheetAloneOrSplit());
}

void SharedTextHandler::refuse(Message reason, Message wayOut) {
    reader().fail(
        {SheetErrorCode::LimitExceeded, {}, {std::move(reason)}, {std::move(wayOut)}, {}});
}

/// Shared texts of one piece. References must outlive it.
class SharedTextScanner final : public ElementScanner {
public:
    SharedTextScanner(SharedTextHandler& handler, const XmlReader& reader, std::uint32_t maxDepth)
        : handler_(handler)
        , reader_(reader)
        , maxDepth_(maxDepth) {}

    ScannedElement scan(const char* begin, const char* end) override;
    bool mayStart() const override;
    std::string_view opening() const override { return closing(); }
    std::string_view closing() const override { return "</si>"; }

private:
    SharedTextHandler& handler_;
    const XmlReader& reader_;
    std::uint32_t maxDepth_;
    std::string decoded_;
};

constexpr std::uint32_t kDepthOfText = 2; // si, t

bool takeText(PlainXml& xml, std::string_view& text, std::string& decoded) {
    if (xml.take("<si><t/></si>") || xml.take("<si><t xml:space=\"preserve\"/></si>"))
        return true;
    return (xml.take("<si><t>") || xml.take("<si><t xml:space=\"preserve\">")) &&
           xml.text(text, decoded) && xml.take("</t></si>");
}

bool SharedTextScanner::mayStart() const {
    return handler_.betweenTexts() && reader_.depth() > 0 &&
           reader_.depth() + kDepthOfText <= maxDepth_;
}

ScannedElement SharedTextScanner::scan(const char* begin, const char* end) {
    PlainXml xml(begin, end);
    std::string_view text;
    if (takeText(xml, text, decoded_)) {
        if (!handler_.addPlain(text))
            return {};
        return {ScannedElement::Kind::Whole, xml.at(), false};
    }
    if (xml.ranOut())
        return {ScannedElement::Kind::Incomplete, nullptr, false};
    return {};
}

} // namespace

void TextTable::add(std::string_view text) {
    // The length comes first, seven bits a byte.
    std::array<char, 10> length{};
    std::size_t lengthBytes = 0;
    for (std::size_t rest = text.size();; rest >>= 7) {
        const bool more = rest >= 0x80;
        length[lengthBytes++] = static_cast<char>((rest & 0x7F) | (more ? 0x80 : 0));
        if (!more)
            break;
    }
    char* const place = allocate(lengthBytes + text.size());
    std::memcpy(place, length.data(), lengthBytes);
    if (!text.empty())
        std::memcpy(place + lengthBytes, text.data(), text.size());
    kept_ += text.size() + 16;
}

char* TextTable::allocate(std::size_t bytes) {
    if (kBlockBytes - used_ < bytes) {
        const std::size_t blocks = (bytes + kBlockBytes - 1) / kBlockBytes;
        kept_ += kBlockBytes - used_;
        owners_.emplace_back(new char[blocks * kBlockBytes]);
        for (std::size_t i = 0; i < blocks; ++i)
            blocks_.push_back(owners_.back().get() + i * kBlockBytes);
        used_ = 0;
        setOffset((blocks_.size() - blocks) * kBlockBytes);
        used_ = bytes - (blocks - 1) * kBlockBytes;
        return owners_.back().get();
    }
    char* const place = blocks_.back() + used_;
    setOffset((blocks_.size() - 1) * kBlockBytes + used_);
    used_ += bytes;
    return place;
}

void TextTable::setOffset(std::size_t offset) {
    if (size_ % kOffsetsPerBlock == 0)
        offsets_.emplace_back(new std::uint32_t[kOffsetsPerBlock]);
    offsets_.back()[size_ % kOffsetsPerBlock] = static_cast<std::uint32_t>(offset);
    ++size_;
}

std::string_view TextTable::at(std::size_t index) const {
    const std::size_t offset = offsets_[index / kOffsetsPerBlock][index % kOffsetsPerBlock];
    const char* place = blocks_[offset / kBlockBytes] + offset % kBlockBytes;
    std::size_t length = 0;
    for (unsigned shift = 0;; shift += 7) {
        const auto byte = static_cast<unsigned char>(*place++);
        length |= static_cast<std::size_t>(byte & 0x7F) << shift;
        if (byte < 0x80)
            return {place, length};
    }
}

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
