// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "leadsheet/app/row_source.hpp"
#include "sheet/input_file.hpp"
#include "sheet/xml/xml_reader.hpp"
#include "sheet/zip/zip_archive.hpp"

#include <stop_token>
#include <string_view>

namespace leadsheet::app {

/// A handler that can stop the reader it is attached to.
class PartHandler : public XmlHandler {
public:
    void attach(XmlReader& reader) { reader_ = &reader; }

protected:
    XmlReader& reader() { return *reader_; }

private:
    XmlReader* reader_ = nullptr;
};

/// Where the parts of a workbook come from. All references must outlive it.
struct Package {
    const InputFile& file;
    const ZipArchive& archive;
    const SheetLimits& limits;
    const std::stop_token& stop;
    /// Rows and texts are scanned where they can be. Without it everything goes through the parser:
    /// slower, and the same.
    bool scans = true;

    /// The part that a relationship of `base` with this target leads to; null when there is none.
    const ZipEntry* target(std::string_view base, std::string_view target) const;
};

/// Reads a whole part of at most `maxOtherPartBytes`.
SheetResult<void> parsePart(const Package& package, const ZipEntry& entry, PartHandler& handler);

} // namespace leadsheet::app
