// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <string_view>

namespace leadsheet::app {

/// The names of the attributes of one tag, which XML does not let occur twice.
class AttributeNames {
public:
    /// False for a name that is there already, and for one too many.
    bool add(std::string_view name) {
        const auto end = names_.begin() + static_cast<std::ptrdiff_t>(count_);
        if (count_ == names_.size() || std::find(names_.begin(), end, name) != end)
            return false;
        names_[count_++] = name;
        return true;
    }

private:
    std::array<std::string_view, 16> names_;
    std::size_t count_ = 0;
};

} // namespace leadsheet::app
