// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "sheet/xlsx/shared_text_handler.hpp"
#include "sheet/xml/element_scanner.hpp"
#include "sheet/xml/xml_reader.hpp"

#include <cstdint>
#include <string>

namespace leadsheet::app {

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

} // namespace leadsheet::app
