// SPDX-License-Identifier: Apache-2.0
#include "sheet/ods/package.hpp"

#include "sheet/ods/content_feed.hpp"
#include "sheet/xml/xml_reader.hpp"

#include <array>
#include <string>
#include <string_view>

namespace leadsheet::app {
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
    std::string_view what;
};
constexpr std::array kOthers = {
    OtherDocument{"text"sv, "an OpenDocument text (.odt)"sv},
    OtherDocument{"presentation"sv, "an OpenDocument presentation (.odp)"sv},
    OtherDocument{"graphics"sv, "an OpenDocument drawing (.odg)"sv},
    OtherDocument{"chart"sv, "an OpenDocument chart (.odc)"sv},
    OtherDocument{"formula"sv, "an OpenDocument formula (.odf)"sv},
    OtherDocument{"image"sv, "an OpenDocument image (.odi)"sv},
    OtherDocument{"base"sv, "an OpenDocument database (.odb)"sv},
};

tl::unexpected<SheetError> refused(SheetErrorCode code, std::string reason, std::string wayOut) {
    return tl::unexpected(SheetError{code, {}, std::move(reason), std::move(wayOut), {}});
}

SheetResult<void> checkType(std::string_view type) {
    if (type.starts_with("application/vnd.sun.xml."))
        return refused(SheetErrorCode::UnsupportedFormat,
                       "This is an OpenOffice.org 1 document (.sxc, .sxw, ...), whose format is "
                       "not read.",
                       "Open it in your spreadsheet program and save it as ODS or XLSX.");
    if (!type.starts_with(kOpenDocument))
        return {};
    type.remove_prefix(kOpenDocument.size());
    for (const OtherDocument& other : kOthers)
        if (type.starts_with(other.type))
            return refused(SheetErrorCode::UnsupportedFormat,
                           "This is " + std::string(other.what) + " and no spreadsheet.",
                           "Copy the table into a spreadsheet program and save it as ODS or XLSX.");
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
    if (auto parsed = parseXml(*stream, reader); !parsed)
        return tl::unexpected(parsed.error());
    return manifest;
}

} // namespace

SheetResult<const ZipEntry*> findOdsContent(const InputFile& file, const ZipArchive& archive,
                                            const SheetLimits& limits,
                                            const std::stop_token& stop) {
    const auto manifest = readManifest(file, archive, limits, stop);
    if (!manifest)
        return tl::unexpected(manifest.error());
    std::string type = manifest->type();
    if (const ZipEntry* entry = archive.find("mimetype")) {
        auto stated = readZipEntry(file, *entry, kMaxTypeBytes, stop);
        if (!stated)
            return tl::unexpected(stated.error());
        type = std::move(*stated);
    }
    if (auto wanted = checkType(type); !wanted)
        return tl::unexpected(wanted.error());
    if (manifest->encrypted() || archive.find(kEncryptedPackage) != nullptr)
        return refused(SheetErrorCode::PasswordProtected,
                       "This is a password-protected OpenDocument spreadsheet.",
                       "Open it in your spreadsheet program and save it without the password.");
    const ZipEntry* content = archive.find(kOdsContentPart);
    if (content == nullptr)
        return refused(SheetErrorCode::DamagedFile,
                       "The file has no content.xml, where an OpenDocument spreadsheet keeps its "
                       "sheets.",
                       "Download or copy the file again, or save the sheet again.");
    return content;
}

} // namespace leadsheet::app
