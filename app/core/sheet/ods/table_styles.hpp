// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "sheet/xml/xml_reader.hpp"

#include <map>
#include <optional>
#include <string>
#include <string_view>

namespace leadsheet::app {

/// Which table styles hide their sheets (style:table-properties with table:display).
class OdsTableStyles {
public:
    /// An element inside office:automatic-styles or office:styles.
    void startElement(std::string_view name, const XmlAttributes& attributes);
    /// Follows parent styles; styles that are not known hide nothing.
    bool hides(std::string_view style) const;

private:
    struct Style {
        std::string parent;
        std::optional<bool> shown;
    };
    std::map<std::string, Style, std::less<>> styles_;
    Style* current_ = nullptr;
};

} // namespace leadsheet::app
