// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "sheet/xlsx/package.hpp"
#include "sheet/xlsx/text_table.hpp"

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

namespace leadsheet::app {

/// The shared strings part as the parser tells it; texts go to the table. Rich text is joined,
/// phonetic text left out.
class SharedTextHandler final : public PartHandler {
public:
    SharedTextHandler(TextTable& table, const SheetLimits& limits);

    void startElement(std::string_view name, const XmlAttributes&) override;
    void endElement(std::string_view name) override;
    void text(std::string_view piece) override;

    /// Outside of any text.
    bool betweenTexts() const { return skipped_ == 0 && openTexts_ == 0 && !inText_; }
    /// The same as the elements of a text of one piece, where it is sure to be within the limits;
    /// else false.
    bool addPlain(std::string_view text);

private:
    void add();
    void refuse(Message reason, Message wayOut);

    TextTable& table_;
    std::uint64_t maxTextBytes_;
    std::uint64_t maxKept_;
    std::string text_;
    std::size_t skipped_ = 0;   // depth inside an element whose text is not shown
    std::size_t openTexts_ = 0; // `si` elements
    bool inText_ = false;
};

} // namespace leadsheet::app
