// SPDX-License-Identifier: Apache-2.0
#include "sheet/ods/package.hpp"

#include "leadsheet/messages/container.hpp"
#include "leadsheet/messages/sheet.hpp"
#include "leadsheet/try.hpp"
#include "sheet/ods/content.hpp"
#include "sheet/xml/xml_reader.hpp"

#include <array>
#include <string>
#include <string_view>

namespace leadsheet::app {

namespace say = messages::container;

namespace {

using namespace std::string_view_literals;

constexpr std::uint64_t kMaxTypeBytes = 1024;
constexpr std::string_view kOpenDocument = "application/vnd.oasis.opendocument.";
constexpr std::string_view kManifest = "META-INF/manifest.xml";
// Programs that encrypt a document as a whole put it into this part.
constexpr std::string_view kEncryptedPackage = "encrypted-package";

// META-INF/manifest.xml: the type of the document, and whether its content is encrypted.
class ManifestReader final : public XmlHandler {
public:
    void startElement(std::string_view name, const XmlAttributes& attributes) override {
        if (name == "file-entry") {
            path_ = attributes.get("full-path").value_or(""sv);
            if (path_ == "/")
                type_ = attributes.get("media-type").value_or(""sv);
            encrypted_ = encrypted_ || path_ == kEncryptedPackage;
        } else if (name == "encryption-data") {
            encrypted_ = encrypted_ || path_ == kOdsContentPart;
        }
    }
    void endElement(std::string_view) override {}
    void text(std::string_view) override {}

    const std::string& type() const { return type_; }
    bool encrypted() const { return encrypted_; }

private:
    std::string path_;
    std::string type_;
    bool encrypted_ = false;
};

struct OtherDocument {
    std::string_view type;
    Message (*what)();
};
constexpr std::array kOthers = {
    OtherDocument{"text"sv, say::opendocumentText},
    OtherDocument{"presentation"sv, say::opendocumentPresentation},
    OtherDocument{"graphics"sv, say::opendocumentDrawing},
    OtherDocument{"chart"sv, say::opendocumentChart},
    OtherDocument{"formula"sv, say::opendocumentFormula},
    OtherDocument{"image"sv, say::opendocumentImage},
    OtherDocument{"base"sv, say::opendocumentDatabase},
};

tl::unexpected<SheetError> refused(SheetErrorCode code, Message reason, Message wayOut) {
    return tl::unexpected(SheetError{code, {}, {std::move(reason)}, {std::move(wayOut)}, {}});
}

SheetResult<void> checkType(std::string_view type) {
    if (type.starts_with("application/vnd.sun.xml."))
        return refused(SheetErrorCode::UnsupportedFormat, say::openoffice1Document(),
                       messages::sheet::openAndSaveOdsXlsx());
    if (!type.starts_with(kOpenDocument))
        return {};
    type.remove_prefix(kOpenDocument.size());
    for (const OtherDocument& other : kOthers)
        if (type.starts_with(other.type))
            return refused(SheetErrorCode::UnsupportedFormat,
                           say::otherOpendocumentKind(other.what()),
                           messages::sheet::copyTableSaveOdsXlsx());
    return {};
}

SheetResult<ManifestReader> readManifest(const InputFile& file, const ZipArchive& archive,
                                         const SheetLimits& limits, const std::stop_token& stop) {
    ManifestReader manifest;
    const ZipEntry* entry = archive.find(kManifest);
    if (entry == nullptr)
        return manifest;
    XmlReader reader(manifest, entry->name, limits);
    const auto stream = openZipEntry(file, *entry, limits.maxOtherPartBytes, stop);
    LEADSHEET_TRY_DONE(parseXml(*stream, reader));
    return manifest;
}

} // namespace

SheetResult<const ZipEntry*> findOdsContent(const InputFile& file, const ZipArchive& archive,
                                            const SheetLimits& limits,
                                            const std::stop_token& stop) {
    LEADSHEET_TRY(const auto manifest, readManifest(file, archive, limits, stop));
    std::string type = manifest.type();
    if (const ZipEntry* entry = archive.find("mimetype")) {
        LEADSHEET_TRY(auto stated, readZipEntry(file, *entry, kMaxTypeBytes, stop));
        type = std::move(stated);
    }
    LEADSHEET_TRY_DONE(checkType(type));
    if (manifest.encrypted() || archive.find(kEncryptedPackage) != nullptr)
        return refused(SheetErrorCode::PasswordProtected, messages::sheet::odsPasswordProtected(),
                       messages::sheet::saveWithoutPassword());
    const ZipEntry* content = archive.find(kOdsContentPart);
    if (content == nullptr)
        return refused(SheetErrorCode::DamagedFile, say::noContentXml(),
                       say::fetchOrSaveSheetAgain());
    return content;
}

} // namespace leadsheet::app
