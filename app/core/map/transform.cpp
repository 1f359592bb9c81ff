// SPDX-License-Identifier: Apache-2.0
#include "map/transform.hpp"

#include "text/names.hpp"

#include <algorithm>
#include <array>

namespace leadsheet::app {
namespace {

struct Word {
    std::string_view name;
    TransformKind kind;
    bool argument;
};
constexpr std::array kWords = {
    Word{"trim", TransformKind::Trim, false},      Word{"upper", TransformKind::Upper, false},
    Word{"lower", TransformKind::Lower, false},    Word{"title", TransformKind::Title, false},
    Word{"split", TransformKind::Split, true},     Word{"join", TransformKind::Join, true},
    Word{"replace", TransformKind::Replace, true}, Word{"number", TransformKind::Number, true},
    Word{"whole", TransformKind::Whole, false},    Word{"empty", TransformKind::Empty, true},
    Word{"means", TransformKind::Means, true},     Word{"down", TransformKind::Down, false},
    Word{"blank", TransformKind::Blank, false}};

// \n, \t and \\ and an escaped comma or bracket inside an argument.
std::string unescaped(std::string_view text) {
    std::string out;
    for (std::size_t i = 0; i < text.size(); ++i) {
        if (text[i] != '\\' || i + 1 == text.size()) {
            out += text[i];
            continue;
        }
        ++i;
        out += text[i] == 'n' ? '\n' : text[i] == 't' ? '\t' : text[i];
    }
    return out;
}

std::string escaped(std::string_view text) {
    std::string out;
    for (const char c : text) {
        if (c == '\n' || c == '\t') {
            out += c == '\n' ? "\\n" : "\\t";
            continue;
        }
        if (c == '\\' || c == ',' || c == '(' || c == ')')
            out += '\\';
        out += c;
    }
    return out;
}

// At the first comma that is not escaped.
std::pair<std::string_view, std::string_view> splitPair(std::string_view text) {
    for (std::size_t i = 0; i < text.size(); ++i) {
        if (text[i] == '\\')
            ++i;
        else if (text[i] == ',')
            return {text.substr(0, i), text.substr(i + 1)};
    }
    return {text, {}};
}

void replaceAll(std::string& text, const std::string& what, const std::string& by) {
    for (std::size_t at = what.empty() ? std::string::npos : text.find(what);
         at != std::string::npos; at = text.find(what, at + by.size()))
        text.replace(at, what.size(), by);
}

std::vector<std::string> splitAny(const std::vector<std::string>& pieces,
                                  const std::string& separators) {
    std::vector<std::string> result;
    for (const std::string& piece : pieces) {
        std::size_t from = 0;
        while (from <= piece.size()) {
            const std::size_t to = std::min(piece.find_first_of(separators, from), piece.size());
            result.emplace_back(trimmed(std::string_view(piece).substr(from, to - from)));
            from = to + 1;
        }
    }
    return result;
}

/// A step that says what the whole text means.
bool isAbout(const Transform& step, std::string_view text) {
    if (!step.saysMeaning())
        return false;
    text = trimmed(text);
    return text == step.first || lowerCase(text) == lowerCase(step.first);
}

std::string joinAll(const std::vector<std::string>& pieces, const std::string& separator) {
    std::string text;
    for (const std::string& piece : pieces)
        text += (&piece == pieces.data() ? "" : separator) + piece;
    return text;
}

} // namespace

std::string Transform::text() const {
    switch (kind) {
    case TransformKind::Trim:
        return "trim";
    case TransformKind::Upper:
        return "upper";
    case TransformKind::Lower:
        return "lower";
    case TransformKind::Title:
        return "title";
    case TransformKind::Split:
        return "split(" + escaped(first) + ")";
    case TransformKind::Join:
        return "join(" + escaped(first) + ")";
    case TransformKind::Replace:
        return "replace(" + escaped(first) + "," + escaped(second) + ")";
    case TransformKind::Number:
        return style == NumberStyle::Comma ? "number(comma)" : "number(dot)";
    case TransformKind::Whole:
        return "whole";
    case TransformKind::Empty:
        return "empty(" + escaped(first) + ")";
    case TransformKind::Means:
        return "means(" + escaped(first) + "," + escaped(second) + ")";
    case TransformKind::Down:
        return "down";
    case TransformKind::Blank:
        return "blank";
    }
    return {};
}

std::optional<Transform> parseTransform(std::string_view text) {
    text = trimmed(text);
    const auto open = text.find('(');
    const std::string_view name = trimmed(text.substr(0, open));
    const bool argument = open != std::string_view::npos;
    const auto* word = std::find_if(kWords.begin(), kWords.end(),
                                    [&](const Word& known) { return known.name == name; });
    if (word == kWords.end() || word->argument != argument || (argument && text.back() != ')'))
        return std::nullopt;
    Transform step;
    step.kind = word->kind;
    if (!argument)
        return step;
    const std::string_view inside = text.substr(open + 1, text.size() - open - 2);
    switch (word->kind) {
    case TransformKind::Means:
    case TransformKind::Replace: {
        const auto [what, by] = splitPair(inside);
        step.first = unescaped(word->kind == TransformKind::Means ? trimmed(what) : what);
        step.second = unescaped(word->kind == TransformKind::Means ? trimmed(by) : by);
        break;
    }
    case TransformKind::Number:
        if (inside != "comma" && inside != "dot")
            return std::nullopt;
        step.style = inside == "comma" ? NumberStyle::Comma : NumberStyle::Dot;
        return step;
    case TransformKind::Trim:
    case TransformKind::Upper:
    case TransformKind::Lower:
    case TransformKind::Title:
    case TransformKind::Split:
    case TransformKind::Join:
    case TransformKind::Whole:
    case TransformKind::Empty:
    case TransformKind::Down:
    case TransformKind::Blank:
        step.first = unescaped(inside);
    }
    if (step.first.empty() && word->kind != TransformKind::Join)
        return std::nullopt;
    return step;
}

std::vector<std::string> applyTransforms(std::string_view text,
                                         const std::vector<Transform>& steps) {
    std::vector<std::string> pieces;
    pieces.emplace_back(text); // a list of initial texts would copy it once more
    for (const Transform& step : steps) {
        if (step.kind == TransformKind::Split) {
            pieces = splitAny(pieces, step.first);
            continue;
        }
        if (step.kind == TransformKind::Join) {
            pieces = {joinAll(pieces, step.first)};
            continue;
        }
        for (std::string& piece : pieces) {
            if (step.kind == TransformKind::Trim)
                piece = std::string(trimmed(piece));
            else if (step.kind == TransformKind::Upper)
                piece = upperCase(piece);
            else if (step.kind == TransformKind::Lower)
                piece = lowerCase(piece);
            else if (step.kind == TransformKind::Title)
                piece = titleCase(piece);
            else if (step.kind == TransformKind::Replace)
                replaceAll(piece, step.first, step.second);
            else if (isAbout(step, piece))
                piece = step.second;
        }
    }
    return pieces;
}

std::optional<std::string> meaningOf(std::string_view item, const std::vector<Transform>& steps) {
    std::optional<std::string> meaning;
    for (const Transform& step : steps)
        if (isAbout(step, meaning ? std::string_view(*meaning) : item))
            meaning = step.second;
    return meaning;
}

namespace {

bool isAboutBlanks(const Transform& step) {
    return step.kind == TransformKind::Down || step.kind == TransformKind::Blank;
}

} // namespace

std::vector<Transform> withStep(std::vector<Transform> steps, const Transform& step) {
    std::erase_if(steps, [&](const Transform& before) {
        if (isAboutBlanks(step))
            return isAboutBlanks(before);
        if (step.kind == TransformKind::Number)
            return before.kind == TransformKind::Number;
        return isAbout(step, step.first) && isAbout(before, step.first);
    });
    steps.push_back(step);
    return steps;
}

NumberStyle numberStyle(const std::vector<Transform>& steps) {
    for (const Transform& step : steps)
        if (step.kind == TransformKind::Number)
            return step.style;
    return NumberStyle::Auto;
}

bool hasStep(const std::vector<Transform>& steps, TransformKind kind) {
    return std::any_of(steps.begin(), steps.end(),
                       [&](const Transform& step) { return step.kind == kind; });
}

} // namespace leadsheet::app
