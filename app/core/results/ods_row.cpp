// SPDX-License-Identifier: Apache-2.0
#include "results/ods_row.hpp"

#include "results/xml_patcher.hpp"
#include "write/xml_text.hpp"

#include <algorithm>

namespace leadsheet::app {
namespace {

constexpr std::string_view kOffice = "urn:oasis:names:tc:opendocument:xmlns:office:1.0";
constexpr std::string_view kText = "urn:oasis:names:tc:opendocument:xmlns:text:1.0";

void appendLine(std::string& out, std::string_view line, const std::string& prefix) {
    XmlTextStats ignored;
    bool first = true;
    while (!line.empty()) {
        const std::size_t plain = std::min(line.find_first_of(" \t"), line.size());
        appendXmlText(out, line.substr(0, plain), XmlDialect::Odf, ignored);
        first = first && plain == 0;
        line.remove_prefix(plain);
        if (line.starts_with('\t')) {
            out += "<" + prefix + "tab/>";
            line.remove_prefix(1);
            first = false;
            continue;
        }
        const std::size_t blanks = std::min(line.find_first_not_of(' '), line.size());
        if (blanks == 0)
            continue;
        line.remove_prefix(blanks);
        // One blank inside a line stands for itself.
        const bool inside = !first && !line.empty() && !out.ends_with('>');
        if (inside)
            out += ' ';
        if (const std::size_t spelled = blanks - (inside ? 1 : 0); spelled > 0)
            out += "<" + prefix + "s " + prefix + "c=\"" + std::to_string(spelled) + "\"/>";
        first = false;
    }
}

} // namespace

void OdsPrefixes::learn(const XmlAttributes& root) {
    if (root.getQualified("xmlns:office") != kOffice) {
        office = "lso:";
        declarations += " xmlns:lso=\"" + std::string(kOffice) + "\"";
    }
    if (root.getQualified("xmlns:text") != kText) {
        text = "lst:";
        declarations += " xmlns:lst=\"" + std::string(kText) + "\"";
    }
}

void appendOdsParagraphs(std::string& out, std::string_view text, const OdsPrefixes& prefixes) {
    for (bool more = true; more;) {
        const std::size_t end = text.find_first_of("\r\n");
        more = end != std::string_view::npos;
        out += "<" + prefixes.text + "p>";
        appendLine(out, text.substr(0, end), prefixes.text);
        out += "</" + prefixes.text + "p>";
        if (more)
            text.remove_prefix(end + (text.substr(end).starts_with("\r\n") ? 2 : 1));
    }
}

namespace {

class RowWriter {
public:
    RowWriter(std::string& out, const OdsPrefixes& prefixes, const std::string& currency)
        : out_(out)
        , prefixes_(prefixes)
        , currency_(currency)
        , repeatName_(prefixes.table + "number-columns-repeated") {}

    void keep(const OdsCellPiece& piece, std::uint64_t count) {
        if (count == 0)
            return;
        if (count == piece.repeat) {
            out_ += piece.whole;
            return;
        }
        out_ += repeated(piece.tag, repeatName_, count);
        out_ += piece.whole.substr(piece.tag.size());
    }

    void replace(const OdsCellPiece& piece, const std::string& text, bool amount) {
        const auto style = rawAttribute(piece.tag, prefixes_.table + "style-name");
        write(style.value_or(std::string_view()), piece.notes, text, amount);
    }

    void gap(std::uint64_t count) {
        if (count > 0)
            out_ += repeated("<" + prefixes_.table + "table-cell/>", repeatName_, count);
    }

    void write(std::string_view style, std::span<const std::string_view> notes,
               const std::string& text, bool amount) {
        const std::string name = prefixes_.table + "table-cell";
        std::string tag = "<" + name + prefixes_.declarations + ">";
        if (!style.empty())
            tag = withAttribute(tag, prefixes_.table + "style-name", style);
        // Programs show a value of a currency as money unless the cell's style says otherwise.
        if (amount && !currency_.empty())
            tag = withAttribute(withAttribute(tag, prefixes_.office + "value-type", "currency"),
                                prefixes_.office + "currency", currency_);
        else if (!text.empty())
            tag = withAttribute(tag, prefixes_.office + "value-type", amount ? "float" : "string");
        if (amount)
            tag = withAttribute(tag, prefixes_.office + "value", text);
        if (text.empty() && notes.empty()) {
            out_ += closed(tag);
            return;
        }
        out_ += tag;
        for (const std::string_view note : notes)
            out_ += note;
        if (!text.empty())
            appendOdsParagraphs(out_, text, prefixes_);
        out_ += "</" + name + ">";
    }

private:
    std::string& out_;
    const OdsPrefixes& prefixes_;
    const std::string& currency_;
    std::string repeatName_;
};

} // namespace

std::string repeated(std::string_view tag, std::string_view name, std::uint64_t count) {
    return count == 1 ? withoutAttribute(tag, name)
                      : withAttribute(tag, name, std::to_string(count));
}

void appendOdsCells(std::string& out, std::span<const OdsCellPiece> cells, const RowPlan& plan,
                    std::span<const ResultColumn> columns, const OdsPrefixes& prefixes,
                    const std::string& currency) {
    RowWriter writer(out, prefixes, currency);
    auto target = columns.begin();
    std::uint64_t width = 0;
    // A header looks like the one beside it.
    std::string_view headerStyle;
    for (const OdsCellPiece& piece : cells) {
        std::uint64_t at = piece.column;
        width = piece.column + piece.repeat;
        if (piece.content)
            headerStyle =
                rawAttribute(piece.tag, prefixes.table + "style-name").value_or(std::string_view());
        for (; target != columns.end() && target->column < width; ++target) {
            const std::string* const text = textFor(plan, *target);
            if (text == nullptr || piece.covered || piece.formula ||
                (text->empty() && !piece.content))
                continue;
            writer.keep(piece, target->column - at);
            if (plan.kind == RowPlan::Kind::Header && !piece.content)
                writer.write(headerStyle, piece.notes, *text, false);
            else
                writer.replace(piece, *text, isAmount(plan, *target));
            at = target->column + 1U;
        }
        writer.keep(piece, width - at);
    }
    for (; target != columns.end(); ++target) {
        const std::string* const text = textFor(plan, *target);
        if (text == nullptr || text->empty())
            continue;
        writer.gap(target->column - width);
        writer.write(plan.kind == RowPlan::Kind::Header ? headerStyle : std::string_view(), {},
                     *text, isAmount(plan, *target));
        width = target->column + 1U;
    }
}

} // namespace leadsheet::app
