// SPDX-License-Identifier: Apache-2.0
#include "sheet/ods/cell_text.hpp"

#include <algorithm>
#include <array>
#include <charconv>

namespace leadsheet::app {
namespace {

using namespace std::string_view_literals;

// Inside a paragraph, everything is text but these; names are without prefix.
constexpr std::array kNoText = {
    "annotation"sv,
    "annotation-end"sv,
    "caption"sv,
    "circle"sv,
    "connector"sv,
    "control"sv,
    "custom-shape"sv,
    "ellipse"sv,
    "event-listeners"sv,
    "frame"sv,
    "g"sv,
    "h"sv,
    "line"sv,
    "measure"sv,
    "note"sv,
    "object"sv,
    "p"sv,
    "path"sv,
    "polygon"sv,
    "polyline"sv,
    "rect"sv,
    "regular-polygon"sv,
    "ruby-text"sv,
    "scene"sv,
    "table"sv,
};
static_assert(std::is_sorted(kNoText.begin(), kNoText.end()));

bool isParagraph(std::string_view name) {
    return name == "p" || name == "h";
}

bool isList(std::string_view name) {
    return name == "list" || name == "list-item" || name == "list-header";
}

} // namespace

void OdsCellText::clear() {
    value_.clear();
    skipped_ = 0;
    paragraph_ = any_ = tooLong_ = false;
}

void OdsCellText::startElement(std::string_view name, const XmlAttributes& attributes) {
    if (skipped_ > 0) {
        ++skipped_;
    } else if (!paragraph_) {
        if (isParagraph(name)) {
            if (any_)
                add("\n");
            paragraph_ = any_ = true;
        } else if (!isList(name)) {
            skipped_ = 1;
        }
    } else if (name == "s") {
        addSpaces(attributes);
    } else if (name == "tab") {
        add("\t");
    } else if (name == "line-break") {
        add("\n");
    } else if (std::binary_search(kNoText.begin(), kNoText.end(), name)) {
        skipped_ = 1;
    }
}

void OdsCellText::endElement(std::string_view name) {
    if (skipped_ > 0)
        --skipped_;
    else if (isParagraph(name))
        paragraph_ = false;
}

void OdsCellText::text(std::string_view piece) {
    if (paragraph_ && skipped_ == 0)
        add(piece);
}

void OdsCellText::add(std::string_view piece) {
    if (value_.size() + piece.size() > maxBytes_)
        tooLong_ = true;
    else
        value_ += piece;
}

void OdsCellText::addSpaces(const XmlAttributes& attributes) {
    std::uint64_t count = 1;
    if (const auto given = attributes.get("c")) {
        const auto [end, error] =
            std::from_chars(given->data(), given->data() + given->size(), count);
        if (error == std::errc::result_out_of_range)
            count = maxBytes_ + 1;
        else if (error != std::errc() || end != given->data() + given->size())
            count = 1;
    }
    if (count > maxBytes_ - std::min<std::uint64_t>(maxBytes_, value_.size()))
        tooLong_ = true;
    else
        value_.append(static_cast<std::size_t>(count), ' ');
}

} // namespace leadsheet::app
