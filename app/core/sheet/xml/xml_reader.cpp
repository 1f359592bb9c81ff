// SPDX-License-Identifier: Apache-2.0
#include "sheet/xml/xml_reader.hpp"

#include "leadsheet/messages/container.hpp"
#include "leadsheet/messages/sheet.hpp"
#include "leadsheet/try.hpp"
#include "sheet/zip/zip_archive.hpp"

#include <algorithm>
#include <cstring>
#include <expat.h>
#include <vector>

namespace leadsheet::app {

namespace say = messages::container;

namespace {

bool isName(const char* name, std::string_view wanted) {
    return std::strncmp(name, wanted.data(), wanted.size()) == 0 && name[wanted.size()] == '\0';
}

std::string_view localName(const char* name) {
    const std::string_view whole(name);
    const auto colon = whole.find(':');
    return colon == std::string_view::npos ? whole : whole.substr(colon + 1);
}

// Names of encodings are told apart without regard to case.
bool isUtf8Name(std::string_view name) {
    constexpr std::string_view kName = "utf-8";
    return std::equal(name.begin(), name.end(), kName.begin(), kName.end(),
                      [](char c, char wanted) {
                          return c == wanted || (c >= 'A' && c <= 'Z' && c - 'A' + 'a' == wanted);
                      });
}

constexpr std::size_t kHeadBytes = 4;

} // namespace

std::optional<std::string_view> XmlAttributes::get(std::string_view wanted) const {
    for (const char** pair = pairs_; *pair != nullptr; pair += 2)
        if (isName(*pair, wanted))
            return pair[1];
    for (const char** pair = pairs_; *pair != nullptr; pair += 2) {
        const char* const colon = std::strchr(*pair, ':');
        if (colon != nullptr && isName(colon + 1, wanted) && std::strncmp(*pair, "xmlns:", 6) != 0)
            return pair[1];
    }
    return std::nullopt;
}

std::optional<std::string_view> XmlAttributes::getQualified(std::string_view name) const {
    for (const char** pair = pairs_; *pair != nullptr; pair += 2)
        if (isName(*pair, name))
            return pair[1];
    return std::nullopt;
}

struct XmlReader::Impl {
    Impl(XmlHandler& receiver, std::string partName, std::uint32_t depthLimit)
        : handler(receiver)
        , part(std::move(partName))
        , maxDepth(depthLimit)
        , parser(XML_ParserCreate(nullptr), XML_ParserFree) {
        XML_SetUserData(parser.get(), this);
        XML_SetElementHandler(parser.get(), onStart, onEnd);
        XML_SetCharacterDataHandler(parser.get(), onText);
        XML_SetStartDoctypeDeclHandler(parser.get(), onDoctype);
        XML_SetXmlDeclHandler(parser.get(), onDeclaration);
        XML_SetCdataSectionHandler(parser.get(), onDataStart, onDataEnd);
#ifdef LEADSHEET_EXPAT_CAN_DEFER
        // What was told must not depend on the pieces that bytes come in. A token is read again for
        // each of its pieces then, which kMaxToken bounds.
        XML_SetReparseDeferralEnabled(parser.get(), XML_FALSE);
#endif
    }

    static void onStart(void* self, const char* name, const char** attributes) {
        auto& reader = *static_cast<Impl*>(self);
        if (reader.failure)
            return;
        if (++reader.depth > reader.maxDepth)
            return reader.fail(reader.damaged(
                say::elementsNestedTooDeep(static_cast<std::int64_t>(reader.maxDepth))));
        reader.handler.startElement(localName(name), XmlAttributes(attributes));
    }
    static void onEnd(void* self, const char* name) {
        auto& reader = *static_cast<Impl*>(self);
        if (reader.failure)
            return;
        --reader.depth;
        reader.handler.endElement(localName(name));
    }
    static void onText(void* self, const char* piece, int bytes) {
        auto& reader = *static_cast<Impl*>(self);
        if (!reader.failure)
            reader.handler.text({piece, static_cast<std::size_t>(bytes)});
    }
    static void onDoctype(void* self, const char*, const char*, const char*, int) {
        auto& reader = *static_cast<Impl*>(self);
        reader.fail(reader.damaged(say::documentTypeDeclaration()));
    }

    static void onDeclaration(void* self, const char*, const char* encoding, int) {
        if (encoding != nullptr)
            static_cast<Impl*>(self)->otherEncoding = !isUtf8Name(encoding);
    }
    static void onDataStart(void* self) {
        static_cast<Impl*>(self)->inData = true;
    }
    static void onDataEnd(void* self) {
        static_cast<Impl*>(self)->inData = false;
    }

    void parse(std::string_view bytes, bool last) {
        if (head.size() < kHeadBytes)
            head += bytes.substr(0, kHeadBytes - head.size());
        fed += bytes.size();
        const auto status =
            XML_Parse(parser.get(), bytes.data(), static_cast<int>(bytes.size()), last ? 1 : 0);
        if (!failure && status != XML_STATUS_OK)
            failure = damagedPart(say::partNotWellFormed(
                quotedPartName(part), line(), XML_ErrorString(XML_GetErrorCode(parser.get()))));
    }

    std::uint64_t parsed() const {
        return static_cast<std::uint64_t>(XML_GetCurrentByteIndex(parser.get()));
    }

    // A byte order mark or zero bytes in the first characters tell UTF-16.
    bool isUtf8() const {
        return !otherEncoding && !head.starts_with("\xFF\xFE") && !head.starts_with("\xFE\xFF") &&
               head.find('\0') == std::string::npos;
    }

    void fail(SheetError error) {
        if (failure)
            return;
        failure = std::move(error);
        XML_StopParser(parser.get(), XML_FALSE);
    }

    std::int64_t line() const {
        return static_cast<std::int64_t>(XML_GetCurrentLineNumber(parser.get()));
    }

    SheetError damaged(Message what) const {
        return damagedPart(
            messages::sheet::partDamagedAtLine(quotedPartName(part), line(), std::move(what)));
    }

    SheetError damagedPart(Message reason) const {
        return {
            SheetErrorCode::DamagedFile, {}, {std::move(reason)}, {say::fetchOrOpenAndSave()}, {}};
    }

    SheetError tokenTooLong() const {
        return {SheetErrorCode::LimitExceeded,
                {},
                {say::tagTooLong(quotedPartName(part), static_cast<std::int64_t>(kMaxToken >> 20),
                                 line())},
                {say::fetchOrOpenAndSave()},
                {}};
    }

    XmlHandler& handler;
    std::string part;
    std::uint32_t maxDepth;
    std::uint32_t depth = 0;
    std::uint64_t fed = 0;
    std::string head; // the first bytes
    bool otherEncoding = false;
    bool inData = false; // a CDATA section
    std::optional<SheetError> failure;
    std::unique_ptr<XML_ParserStruct, void (*)(XML_Parser)> parser;
};

XmlReader::XmlReader(XmlHandler& handler, std::string part, const SheetLimits& limits)
    : impl_(std::make_unique<Impl>(handler, std::move(part), limits.maxXmlDepth)) {}
XmlReader::XmlReader(XmlReader&&) noexcept = default;
XmlReader& XmlReader::operator=(XmlReader&&) noexcept = default;
XmlReader::~XmlReader() = default;

SheetResult<void> XmlReader::feedPiece(std::string_view bytes) {
    if (!impl_->failure)
        impl_->parse(bytes, false);
    if (impl_->failure)
        return tl::unexpected(*impl_->failure);
    return {};
}

SheetResult<void> XmlReader::feed(std::string_view bytes, bool last) {
    if (!impl_->failure)
        impl_->parse(bytes, last);
    // Expat keeps an unfinished tag or comment and may scan it again with every step.
    if (!impl_->failure && !last && impl_->fed - impl_->parsed() > kMaxToken)
        impl_->failure = impl_->tokenTooLong();
    if (impl_->failure)
        return tl::unexpected(*impl_->failure);
    return {};
}

bool XmlReader::betweenMarkup() const {
    return !impl_->failure && !impl_->inData && impl_->fed == impl_->parsed() && impl_->isUtf8();
}

std::uint32_t XmlReader::depth() const {
    return impl_->depth;
}

void XmlReader::fail(SheetError error) {
    impl_->fail(std::move(error));
}

SheetError XmlReader::damaged(Message what) const {
    return impl_->damaged(std::move(what));
}

std::uint64_t XmlReader::line() const {
    return XML_GetCurrentLineNumber(impl_->parser.get());
}

std::uint64_t XmlReader::offset() const {
    return impl_->parsed();
}

std::uint64_t XmlReader::markupBytes() const {
    return static_cast<std::uint64_t>(XML_GetCurrentByteCount(impl_->parser.get()));
}

std::uint64_t XmlReader::bytes() const {
    return impl_->fed;
}

SheetResult<void> parseXml(ByteStream& stream, XmlReader& reader) {
    std::vector<char> step(kReadStep);
    for (;;) {
        LEADSHEET_TRY(const auto got, stream.read(step));
        LEADSHEET_TRY_DONE(reader.feed({step.data(), got}, got == 0));
        if (got == 0)
            return {};
    }
}

} // namespace leadsheet::app
