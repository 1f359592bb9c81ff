// SPDX-License-Identifier: Apache-2.0
#include "results/money_styles.hpp"

#include "leadsheet/money.hpp"
#include "results/xml_patcher.hpp"

#include <algorithm>
#include <charconv>
#include <map>

namespace leadsheet::app {
namespace {

constexpr std::size_t kMaxStyles = 30'000;     // twice as many fit into a workbook
constexpr std::uint32_t kFirstOwnFormat = 164; // ECMA-376 part 1, 18.8.30: lower ones are known
constexpr std::string_view kFormatName = "numFmt";

/// `#,##0.00\ "USD"` as it stands in an attribute.
std::string formatCode(std::string_view currency) {
    std::string digits = formatPlain({0, std::string(currency)});
    return "#,##" + digits + "\\ &quot;" + std::string(currency) + "&quot;";
}

bool isLetters(std::string_view text) {
    return !text.empty() &&
           std::all_of(text.begin(), text.end(), [](char c) { return c >= 'A' && c <= 'Z'; });
}

struct Span {
    std::size_t start = 0;
    std::size_t end = 0;
};

/// The next start tag with this local name from `from` on, before `until`.
std::optional<Span> findTag(std::string_view xml, std::string_view name, std::size_t from,
                            std::size_t until) {
    for (auto at = xml.find('<', from); at < until; at = xml.find('<', at + 1)) {
        auto end = at + 1;
        while (end < until && xml[end] != ' ' && xml[end] != '>' && xml[end] != '/' &&
               xml[end] != '\t' && xml[end] != '\n' && xml[end] != '\r')
            ++end;
        std::string_view found = xml.substr(at + 1, end - at - 1);
        if (const auto colon = found.find(':'); colon != std::string_view::npos)
            found.remove_prefix(colon + 1);
        if (found != name)
            continue;
        // A value in quotes may hold the sign that ends a tag.
        char quote = 0;
        for (; end < until; ++end) {
            const char c = xml[end];
            if (quote != 0)
                quote = c == quote ? '\0' : quote;
            else if (c == '"' || c == '\'')
                quote = c;
            else if (c == '>')
                return Span{at, end + 1};
        }
        return std::nullopt;
    }
    return std::nullopt;
}

/// From the tag to the end of its element, which holds no other of its name.
std::optional<Span> elementAt(std::string_view xml, Span tag) {
    const std::string_view text = xml.substr(tag.start, tag.end - tag.start);
    if (closesItself(text))
        return tag;
    const auto nameEnd = text.find_first_of(" \t\r\n/>", 1);
    const std::string closing = "</" + std::string(text.substr(1, nameEnd - 1));
    const auto close = xml.find(closing, tag.end);
    const auto end = close == std::string_view::npos ? close : xml.find('>', close);
    if (end == std::string_view::npos)
        return std::nullopt;
    return Span{tag.start, end + 1};
}

std::string_view textOf(std::string_view xml, Span span) {
    return xml.substr(span.start, span.end - span.start);
}

std::uint32_t numberOf(std::optional<std::string_view> text) {
    std::uint32_t number = 0;
    if (text)
        std::from_chars(text->data(), text->data() + text->size(), number);
    return number;
}

std::vector<Span> elementsIn(std::string_view xml, std::string_view name, Span parent) {
    std::vector<Span> found;
    for (auto at = parent.start + 1;;) {
        const auto tag = findTag(xml, name, at, parent.end);
        const auto element = tag ? elementAt(xml, *tag) : std::nullopt;
        if (!element)
            return found;
        found.push_back(*element);
        at = element->end;
    }
}

/// A style with another number format; everything else as it was.
std::string withFormat(std::string_view style, const std::string& format) {
    const auto end = style.find('>') + 1;
    const std::string tag = withAttribute(withAttribute(style.substr(0, end), "numFmtId", format),
                                          "applyNumberFormat", "1");
    return tag + std::string(style.substr(end));
}

/// The number format for money: one of the book's, or the number for one that is to be added.
struct MoneyFormat {
    std::string code;
    std::string number;
    bool known = false;
    std::size_t others = 0; ///< the book's own formats
};

MoneyFormat moneyFormatIn(std::string_view part, const std::optional<Span>& formats,
                          std::string_view currency) {
    MoneyFormat money{formatCode(currency), {}};
    std::uint32_t number = kFirstOwnFormat;
    if (formats)
        for (const Span& format : elementsIn(part, kFormatName, *formats)) {
            const std::uint32_t id = numberOf(rawAttribute(textOf(part, format), "numFmtId"));
            ++money.others;
            if (rawAttribute(textOf(part, format), "formatCode") == money.code) {
                money.known = true;
                number = id;
            } else if (!money.known) {
                number = std::max(number, id + 1);
            }
        }
    money.number = std::to_string(number);
    return money;
}

} // namespace

std::optional<MoneyStyles> withMoneyStyles(std::string_view part, std::string_view currency) {
    // Signs in comments could be taken for tags.
    if (!isLetters(currency) || part.find("<!--") != std::string_view::npos ||
        part.find("<![CDATA[") != std::string_view::npos)
        return std::nullopt;
    const auto root = findTag(part, "styleSheet", 0, part.size());
    const auto stylesTag = findTag(part, "cellXfs", 0, part.size());
    const auto styles = stylesTag ? elementAt(part, *stylesTag) : std::nullopt;
    if (!root || !styles || closesItself(textOf(part, *root)))
        return std::nullopt;
    const std::vector<Span> all = elementsIn(part, "xf", *styles);
    if (all.empty() || all.size() > kMaxStyles)
        return std::nullopt;

    const std::string prefix(tagPrefix(textOf(part, *stylesTag)));
    const auto formatsTag = findTag(part, "numFmts", 0, styles->start);
    const auto formats = formatsTag ? elementAt(part, *formatsTag) : std::nullopt;
    const MoneyFormat money = moneyFormatIn(part, formats, currency);

    MoneyStyles made;
    std::map<std::string, std::uint32_t, std::less<>> known;
    for (std::size_t i = 0; i < all.size(); ++i)
        known.try_emplace(std::string(textOf(part, all[i])), static_cast<std::uint32_t>(i));
    std::string added;
    auto size = static_cast<std::uint32_t>(all.size());
    for (const Span& style : all) {
        std::string twin = withFormat(textOf(part, style), money.number);
        const auto [found, fresh] = known.try_emplace(twin, size);
        made.twins.push_back(found->second);
        if (!fresh)
            continue;
        added += twin;
        ++size;
    }
    if (added.empty()) {
        made.part = std::string(part);
        return made;
    }
    const std::string formatElement = money.known ? std::string()
                                                  : "<" + prefix + std::string(kFormatName) +
                                                        " numFmtId=\"" + money.number +
                                                        "\" formatCode=\"" + money.code + "\"/>";
    std::string& out = made.part;
    if (formatElement.empty()) {
        out = part.substr(0, stylesTag->start);
    } else if (formats && !closesItself(textOf(part, *formatsTag))) {
        out = part.substr(0, formatsTag->start);
        out += withAttribute(textOf(part, *formatsTag), "count", std::to_string(money.others + 1));
        out += formatElement;
        out += part.substr(formatsTag->end, stylesTag->start - formatsTag->end);
    } else {
        const Span place = formats ? *formats : Span{root->end, root->end};
        out = part.substr(0, place.start);
        out += "<" + prefix + "numFmts count=\"1\">" + formatElement + "</" + prefix + "numFmts>";
        out += part.substr(place.end, stylesTag->start - place.end);
    }
    out += withAttribute(textOf(part, *stylesTag), "count", std::to_string(size));
    const std::size_t inside = all.back().end;
    out.append(part.substr(stylesTag->end, inside - stylesTag->end)).append(added);
    out += part.substr(inside);
    return made;
}

} // namespace leadsheet::app
