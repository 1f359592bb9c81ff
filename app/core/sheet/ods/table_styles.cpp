// SPDX-License-Identifier: Apache-2.0
#include "sheet/ods/table_styles.hpp"

namespace leadsheet::app {
namespace {

constexpr int kMaxParents = 32; // a style that inherits from itself must end somewhere

} // namespace

void OdsTableStyles::startElement(std::string_view name, const XmlAttributes& attributes) {
    if (name == "style") {
        current_ = nullptr;
        if (attributes.get("family") != "table")
            return;
        current_ = &styles_[std::string(attributes.get("name").value_or(""))];
        *current_ = {std::string(attributes.get("parent-style-name").value_or("")), {}};
    } else if (name == "table-properties" && current_ != nullptr) {
        if (const auto display = attributes.get("display"))
            current_->shown = *display != "false";
    }
}

bool OdsTableStyles::hides(std::string_view style) const {
    for (int i = 0; i < kMaxParents; ++i) {
        const auto found = styles_.find(style);
        if (found == styles_.end())
            return false;
        if (found->second.shown)
            return !*found->second.shown;
        style = found->second.parent;
    }
    return false;
}

} // namespace leadsheet::app
