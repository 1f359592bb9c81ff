// SPDX-License-Identifier: Apache-2.0
#include "sheet/xlsx/cell_formats.hpp"

#include "leadsheet/messages/container.hpp"
#include "leadsheet/try.hpp"
#include "sheet/xlsx/xml_values.hpp"
#include "sheet/xml/xml_reader.hpp"

#include <charconv>
#include <optional>
#include <set>
#include <unordered_map>

namespace leadsheet::app {

namespace say = messages::container;

namespace {

using CustomCodes = std::vector<std::pair<std::uint32_t, std::string>>;

std::optional<std::uint32_t> idOf(const XmlAttributes& attributes, std::string_view name) {
    const auto text = attributes.get(name);
    std::uint32_t id = 0;
    if (!text)
        return std::nullopt;
    const auto end = std::from_chars(text->data(), text->data() + text->size(), id);
    if (end.ec != std::errc() || end.ptr != text->data() + text->size())
        return std::nullopt;
    return id;
}

// styleSheet/numFmts/numFmt, styleSheet/fonts/font/strike and styleSheet/cellXfs/xf. Elements of
// the same names occur elsewhere (dxfs, cellStyleXfs, extensions), so the path is followed by
// depth.
class StyleHandler final : public XmlHandler {
public:
    explicit StyleHandler(std::string part)
        : part_(std::move(part)) {}

    void attach(XmlReader& reader) { reader_ = &reader; }

    void startElement(std::string_view name, const XmlAttributes& attributes) override {
        ++depth_;
        if (depth_ == 2)
            group_ = name == "numFmts"   ? Group::NumberFormats
                     : name == "fonts"   ? Group::Fonts
                     : name == "cellXfs" ? Group::CellStyles
                                         : Group::Other;
        else if (depth_ == 3 && group_ == Group::NumberFormats && name == "numFmt")
            addFormat(attributes);
        else if (depth_ == 3 && group_ == Group::Fonts && name == "font")
            ++fonts_;
        else if (depth_ == 4 && group_ == Group::Fonts && name == "strike" &&
                 (!attributes.get("val") || xmlBoolean(attributes.get("val"))))
            struckFonts_.insert(fonts_ - 1);
        else if (depth_ == 3 && group_ == Group::CellStyles && name == "xf")
            addStyle(attributes);
    }
    void endElement(std::string_view) override { --depth_; }
    void text(std::string_view) override {}

    StyleTable table() const {
        std::vector<bool> struck;
        for (const std::uint32_t font : styleFonts_)
            struck.push_back(struckFonts_.contains(font));
        return {styles_, codes_, std::move(struck)};
    }

private:
    enum class Group { Other, NumberFormats, Fonts, CellStyles };

    void addFormat(const XmlAttributes& attributes) {
        const auto id = idOf(attributes, "numFmtId");
        const auto code = attributes.get("formatCode");
        if (!id || !code)
            return;
        if (codes_.size() == kMaxCustomFormats)
            return tooMany(say::tooManyNumberFormats(part_, kMaxCustomFormats));
        codes_.emplace_back(*id, code->substr(0, kMaxFormatCode));
    }

    void addStyle(const XmlAttributes& attributes) {
        if (styles_.size() == kMaxCellStyles)
            return tooMany(say::tooManyCellStyles(part_, kMaxCellStyles));
        styles_.push_back(idOf(attributes, "numFmtId").value_or(0));
        styleFonts_.push_back(idOf(attributes, "fontId").value_or(0));
    }

    void tooMany(Message what) {
        reader_->fail(
            {SheetErrorCode::LimitExceeded, {}, {std::move(what)}, {say::saveInAProgram()}, {}});
    }

    // Longer ones are not codes; kept long enough to be refused as such.
    static constexpr std::size_t kMaxFormatCode = 16'384;

    std::string part_;
    XmlReader* reader_ = nullptr;
    int depth_ = 0;
    Group group_ = Group::Other;
    CustomCodes codes_;
    std::vector<std::uint32_t> styles_;
    std::vector<std::uint32_t> styleFonts_;
    std::uint32_t fonts_ = 0; // met so far
    std::set<std::uint32_t> struckFonts_;
};

} // namespace

StyleTable::StyleTable()
    : StyleTable({}, {}) {}

StyleTable::StyleTable(const std::vector<std::uint32_t>& formatIds, const CustomCodes& customCodes,
                       std::vector<bool> struck)
    : struck_(std::move(struck)) {
    std::unordered_map<std::uint32_t, std::string_view> codes;
    for (const auto& [id, code] : customCodes)
        codes.insert_or_assign(id, code);
    formats_.push_back(std::make_unique<NumberFormat>(NumberFormat::builtin(0)));
    std::unordered_map<std::uint32_t, std::uint32_t> indexOfId;
    byStyle_.reserve(formatIds.size());
    for (const std::uint32_t id : formatIds) {
        const auto [known, isNew] =
            indexOfId.try_emplace(id, static_cast<std::uint32_t>(formats_.size()));
        if (isNew) {
            const auto custom = codes.find(id);
            formats_.push_back(std::make_unique<NumberFormat>(
                custom == codes.end() ? NumberFormat::builtin(id)
                                      : NumberFormat::parse(custom->second)));
        }
        byStyle_.push_back(known->second);
    }
}

SheetResult<StyleTable> readStyleTable(ByteStream& stream, const std::string& part,
                                       const SheetLimits& limits) {
    StyleHandler handler(part);
    XmlReader reader(handler, part, limits);
    handler.attach(reader);
    LEADSHEET_TRY_DONE(parseXml(stream, reader));
    return handler.table();
}

CellFormats::CellFormats(StyleTable styles)
    : styles_(std::move(styles))
    , byStyle_(styles_.size() + 1) {}

const CellFormat& CellFormats::examine(std::size_t style) {
    const NumberFormat& format = styles_.format(style);
    const bool struck = styles_.isStruck(style);
    const auto [found, isNew] = known_.try_emplace({&format, struck});
    CellFormat& known = found->second;
    if (isNew) {
        std::string none;
        std::string shown;
        format.appendText(none, "");
        format.appendText(shown, "x");
        known.format = &format;
        known.kind = format.kind();
        known.struck = struck;
        known.general = format.general();
        known.textExtra = none.size();
        known.textCopies = shown.size() - none.size();
        known.plainText = none.empty() && shown == "x";
    }
    byStyle_[style] = &known;
    return known;
}

} // namespace leadsheet::app
