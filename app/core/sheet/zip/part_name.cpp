// SPDX-License-Identifier: Apache-2.0
#include "sheet/utf8.hpp"
#include "sheet/zip/zip_archive.hpp"

#include <algorithm>
#include <vector>

namespace leadsheet::app {

namespace {

constexpr std::size_t kShownNameBytes = 120;

// Appends the segments of a path to `segments`; false when ".." leads above the root.
bool addSegments(std::string_view path, std::vector<std::string_view>& segments) {
    while (!path.empty()) {
        const std::size_t end = std::min(path.find_first_of("/\\"), path.size());
        const std::string_view segment = path.substr(0, end);
        path.remove_prefix(std::min(end + 1, path.size()));
        if (segment.empty() || segment == ".")
            continue;
        if (segment != "..") {
            segments.push_back(segment);
            continue;
        }
        if (segments.empty())
            return false;
        segments.pop_back();
    }
    return true;
}

} // namespace

std::string resolvePartName(std::string_view base, std::string_view target) {
    std::vector<std::string_view> segments;
    const bool absolute = target.starts_with('/') || target.starts_with('\\');
    if (!absolute) {
        const auto folder = base.find_last_of("/\\");
        if (folder != std::string_view::npos && !addSegments(base.substr(0, folder), segments))
            return {};
    }
    if (!addSegments(target, segments))
        return {};
    std::string name;
    for (const std::string_view segment : segments) {
        if (!name.empty())
            name += '/';
        name += segment;
    }
    return name;
}

std::string quotedPartName(std::string_view name) {
    std::uint64_t replaced = 0;
    std::string shown = repairUtf8(utf8Prefix(name, kShownNameBytes), replaced);
    std::replace_if(
        shown.begin(), shown.end(),
        [](char c) { return static_cast<unsigned char>(c) < 0x20 || c == 0x7F || c == '"'; }, '?');
    return "\"" + shown + (name.size() > kShownNameBytes ? "...\"" : "\"");
}

} // namespace leadsheet::app
