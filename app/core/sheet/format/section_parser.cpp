// SPDX-License-Identifier: Apache-2.0
#include "sheet/format/format_code.hpp"
#include "sheet/format/lexemes.hpp"

#include <algorithm>
#include <initializer_list>

namespace leadsheet::app {
namespace {

bool has(const std::vector<Lexeme>& lexemes, std::initializer_list<LexemeKind> kinds) {
    return std::any_of(lexemes.begin(), lexemes.end(), [kinds](const Lexeme& lexeme) {
        return std::find(kinds.begin(), kinds.end(), lexeme.kind) != kinds.end();
    });
}

// Sections of words around at most General or a text.
bool buildWordSection(const std::vector<Lexeme>& lexemes, FormatSection& section) {
    for (const Lexeme& lexeme : lexemes) {
        if (lexeme.kind == LexemeKind::General)
            section.parts.push_back({PartKind::General, 0, 0, 0});
        else if (lexeme.kind == LexemeKind::At)
            section.parts.push_back({PartKind::Text, 0, 0, 0});
        else
            section.addLiteral(lexeme.text);
    }
    return true;
}

bool build(const std::vector<Lexeme>& lexemes, FormatSection& section) {
    const bool dates =
        has(lexemes, {LexemeKind::Letters, LexemeKind::Elapsed, LexemeKind::HalfDay});
    const bool places = has(lexemes, {LexemeKind::Place});
    const bool general = has(lexemes, {LexemeKind::General});
    const bool text = has(lexemes, {LexemeKind::At});
    if ((general || text) && (dates || places))
        return false;
    if (dates)
        return buildDateSection(lexemes, section);
    if (places)
        return buildNumberSection(lexemes, section);
    section.shape = text      ? SectionShape::Text
                    : general ? SectionShape::General
                              : SectionShape::Literal;
    return buildWordSection(lexemes, section);
}

} // namespace

void FormatSection::addLiteral(std::string_view literal) {
    if (literal.empty())
        return;
    if (parts.empty() || parts.back().kind != PartKind::Literal)
        parts.push_back({PartKind::Literal, 0, static_cast<std::uint32_t>(text.size()), 0});
    text += literal;
    parts.back().length += static_cast<std::uint32_t>(literal.size());
}

void FormatSection::addPlace(PartKind kind, std::string& group, char place) {
    if (parts.empty() || parts.back().kind != kind)
        parts.push_back({kind, 0, static_cast<std::uint32_t>(group.size()), 0});
    group += place;
    ++parts.back().length;
}

std::optional<FormatSection> parseFormatSection(std::string_view& rest) {
    auto found = readLexemes(rest);
    if (!found)
        return std::nullopt;
    FormatSection section;
    section.condition = found->condition;
    if (!build(found->list, section))
        return std::nullopt;
    // "[Red]" alone colours what General shows.
    if (found->list.empty() && found->directive) {
        section.shape = SectionShape::General;
        section.parts.push_back({PartKind::General, 0, 0, 0});
    }
    return section;
}

} // namespace leadsheet::app
