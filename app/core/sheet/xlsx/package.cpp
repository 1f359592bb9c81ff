// SPDX-License-Identifier: Apache-2.0
#include "sheet/xlsx/package.hpp"

#include <charconv>

namespace leadsheet::app {
namespace {

// Targets are URIs, in which some programs write a blank as "%20" though the entry has a blank.
std::string withoutPercents(std::string_view text) {
    std::string plain;
    for (std::size_t i = 0; i < text.size(); ++i) {
        unsigned char byte = 0;
        const char* const digits = text.data() + i + 1;
        if (text[i] == '%' && text.size() - i > 2 &&
            std::from_chars(digits, digits + 2, byte, 16).ptr == digits + 2) {
            plain += static_cast<char>(byte);
            i += 2;
        } else {
            plain += text[i];
        }
    }
    return plain;
}

} // namespace

const ZipEntry* Package::target(std::string_view base, std::string_view target) const {
    const std::string name = resolvePartName(base, target);
    if (name.empty())
        return nullptr;
    const ZipEntry* const entry = archive.find(name);
    return entry != nullptr ? entry : archive.find(withoutPercents(name));
}

SheetResult<void> parsePart(const Package& package, const ZipEntry& entry, PartHandler& handler) {
    XmlReader reader(handler, entry.name, package.limits);
    handler.attach(reader);
    const auto stream =
        openZipEntry(package.file, entry, package.limits.maxOtherPartBytes, package.stop);
    return parseXml(*stream, reader);
}

} // namespace leadsheet::app
