// SPDX-License-Identifier: Apache-2.0
#include "sheet/sources.hpp"

#include "leadsheet/try.hpp"
#include "sheet/byte_stream.hpp"
#include "sheet/ods/content.hpp"
#include "sheet/ods/package.hpp"
#include "sheet/ods/table_reader.hpp"
#include "sheet/workbook_rows.hpp"
#include "sheet/xml/xml_reader.hpp"

#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace leadsheet::app {
namespace {

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

constexpr int kMaxParents = 32; // a style that inherits from itself must end somewhere

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

/// The sheets of an OpenDocument spreadsheet. They are all in one part, so this is a pass over it.
/// A damaged file gives the sheets before the damage; reading them tells of it.
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

class OdsSource final : public RowSource {
public:
    OdsSource(std::unique_ptr<InputFile> file, ZipArchive archive, ZipEntry content,
              const SheetOptions& options, InputDigests digests, std::stop_token stop)
        : file_(std::move(file))
        , archive_(std::move(archive))
        , content_(std::move(content))
        , options_(options)
        , digests_(std::move(digests))
        , stop_(std::move(stop))
        , rows_(*file_, [this](RowView& row) { return pass_->next(row); }) {}

    SheetFormat format() const override { return SheetFormat::Ods; }
    const TextDialect* dialect() const override { return nullptr; }
    const InputDigests& digests() const override { return digests_; }
    std::size_t sheet() const override { return sheet_; }

    // All sheets are in one part: naming them is a pass over it, which a preview does without.
    std::span<const SheetInfo> sheets() const override {
        if (!sheets_) {
            sheets_ = listOdsSheets(*file_, archive_, content_, options_.limits, stop_);
            // The open sheet is in the list, also when listing was cancelled.
            while (sheets_->size() <= sheet_ && pass_->entered())
                sheets_->push_back({"Sheet" + std::to_string(sheets_->size() + 1)});
        }
        return *sheets_;
    }

    SheetResult<void> open(std::size_t sheet) override {
        sheet_ = sheet;
        rows_.restart();
        rows_.setBytesTotal(content_.packedBytes);
        if (options_.merged == MergedCells::FillRange) {
            merged_.clear();
            if (auto found = findMerged(); !found)
                return rows_.opened(std::move(found));
        } else if (options_.mergedFirst && mergedOf_ != sheet) {
            learnMerged();
        }
        pass_ = makePass();
        return rows_.opened(pass_->enter());
    }

    SheetResult<Next> next(RowView& row) override { return rows_.next(row); }

    SheetStats stats() const override {
        SheetStats now = rows_.stats();
        now.bytesRead = pass_->position();
        now.mergedRanges = mergedRanges().size();
        now.unreadNotes = pass_->table().unreadNotes();
        return now;
    }

    std::span<const std::uint32_t> hiddenColumns() const override {
        return pass_->table().hiddenColumns();
    }
    std::span<const CellRange> mergedRanges() const override {
        if (options_.merged == MergedCells::FillRange || mergedOf_ == sheet_)
            return merged_;
        return pass_->table().mergedRanges();
    }
    std::span<const CellNote> notes() const override { return pass_->table().notes(); }

private:
    std::unique_ptr<OdsTablePass> makePass() const {
        return std::make_unique<OdsTablePass>(
            openZipEntry(*file_, content_, options_.limits.maxSheetPartBytes, stop_), sheet_,
            options_.limits, stop_);
    }

    SheetResult<void> findMerged() {
        pass_ = makePass();
        LEADSHEET_TRY_DONE(pass_->enter());
        LEADSHEET_TRY_DONE(rows_.skipToEnd());
        merged_ = pass_->table().mergedRanges();
        rows_.fillMerged(merged_, options_.limits);
        return {};
    }

    // Nearly every file has none, which its bytes tell faster than its rows. What stops the pass is
    // told where it is met, by the rows.
    void learnMerged() {
        merged_.clear();
        const auto content =
            openZipEntry(*file_, content_, options_.limits.maxSheetPartBytes, stop_);
        if (!hasMergedCells_)
            hasMergedCells_ = mayContain(*content, "rows-spanned");
        if (*hasMergedCells_) {
            pass_ = makePass();
            if (pass_->enter() && rows_.skipToEnd())
                merged_ = pass_->table().mergedRanges();
        }
        mergedOf_ = sheet_;
    }

    std::unique_ptr<InputFile> file_;
    ZipArchive archive_;
    ZipEntry content_;
    SheetOptions options_;
    InputDigests digests_;
    std::stop_token stop_;
    mutable std::optional<std::vector<SheetInfo>> sheets_;

    std::size_t sheet_ = 0;
    std::unique_ptr<OdsTablePass> pass_;
    std::vector<CellRange> merged_;
    std::optional<std::size_t> mergedOf_; // the sheet whose `merged_` is complete
    std::optional<bool> hasMergedCells_;  // any sheet of the file
    WorkbookRows rows_;
};

} // namespace

SheetResult<std::unique_ptr<RowSource>> openOdsSource(std::unique_ptr<InputFile> file,
                                                      ZipArchive archive,
                                                      const SheetOptions& options,
                                                      std::stop_token stop) {
    LEADSHEET_TRY(const auto content, findOdsContent(*file, archive, options.limits, stop));
    LEADSHEET_TRY(auto digests, streamDigests(*makePlainStream(*file, stop), options));
    ZipEntry entry = *content;
    auto source = std::make_unique<OdsSource>(std::move(file), std::move(archive), std::move(entry),
                                              options, std::move(digests), std::move(stop));
    LEADSHEET_TRY_DONE(source->open(0));
    return source;
}

} // namespace leadsheet::app
