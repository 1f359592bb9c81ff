// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "leadsheet/text/render.hpp"

namespace leadsheet::text {

/// What is the same on every surface: the texts, titles and causes of resources/.
class TableWording : public Wording {
public:
    const MessageText* textOf(const Message& message) const override;
    std::string title(std::string_view english) const override;
    std::string cause(std::string_view english) const override;
};

/// German for terminals: 1.234 and 1.234,50 $, and fields by the names that options and maps use,
/// as english() has them.
const Wording& german();

} // namespace leadsheet::text
