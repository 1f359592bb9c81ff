// SPDX-License-Identifier: Apache-2.0
#include "sheet/ods/table_list.hpp"

#include "sheet/ods/content_feed.hpp"
#include "sheet/ods/table_styles.hpp"

namespace leadsheet::app {
namespace {

std::string sheetName(const XmlAttributes& table, std::size_t index) {
    if (const auto name = table.get("name"); name && !name->empty())
        return std::string(*name);
    return "Sheet" + std::to_string(index + 1);
}

// The common styles are in a part of their own; automatic ones may inherit from them.
class CommonStyles final : public XmlHandler {
public:
    explicit CommonStyles(OdsTableStyles& styles)
        : styles_(styles) {}
    void startElement(std::string_view name, const XmlAttributes& attributes) override {
        styles_.startElement(name, attributes);
    }
    void endElement(std::string_view) override {}
    void text(std::string_view) override {}

private:
    OdsTableStyles& styles_;
};

class TableLister final : public OdsTableVisitor {
public:
    explicit TableLister(OdsTableStyles& styles)
        : styles_(styles) {}

    void readFrom(const OdsContentFeed& feed) { feed_ = &feed; }
    void styleStarts(std::string_view name, const XmlAttributes& attributes) override {
        styles_.startElement(name, attributes);
    }
    XmlHandler* tableStarts(const XmlAttributes& attributes) override {
        const bool hidden = styles_.hides(attributes.get("style-name").value_or("")) ||
                            attributes.get("display") == "false";
        sheets_.push_back({sheetName(attributes, sheets_.size()),
                           hidden ? SheetVisibility::Hidden : SheetVisibility::Visible, 0});
        start_ = feed_->offset();
        return nullptr;
    }
    void tableEnds() override { sheets_.back().sizeHint = feed_->offset() - start_; }

    std::vector<SheetInfo> sheets() && { return std::move(sheets_); }

private:
    OdsTableStyles& styles_;
    const OdsContentFeed* feed_ = nullptr;
    std::vector<SheetInfo> sheets_;
    std::uint64_t start_ = 0;
};

} // namespace

std::vector<SheetInfo> listOdsSheets(const InputFile& file, const ZipArchive& archive,
                                     const ZipEntry& content, const SheetLimits& limits,
                                     const std::stop_token& stop) {
    OdsTableStyles styles;
    if (const ZipEntry* common = archive.find("styles.xml")) {
        CommonStyles handler(styles);
        XmlReader reader(handler, common->name, limits);
        const auto stream = openZipEntry(file, *common, limits.maxOtherPartBytes, stop);
        // Without them a hidden sheet may be listed as visible, nothing more.
        (void)parseXml(*stream, reader).has_value();
    }
    TableLister lister(styles);
    OdsContentFeed feed(openZipEntry(file, content, limits.maxSheetPartBytes, stop), lister, limits,
                        stop);
    lister.readFrom(feed);
    for (bool more = true; more;)
        more = feed.step().value_or(false);
    return std::move(lister).sheets();
}

} // namespace leadsheet::app
