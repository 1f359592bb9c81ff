// SPDX-License-Identifier: Apache-2.0
#include "phrase_book.hpp"

#include "../shell/words.hpp"
#include "say.hpp"

#include "leadsheet/text/message_table.hpp"

#include <QRegularExpression>

namespace leadsheet::desktop {
namespace {

constexpr int kMaxSentences = 12;   // of one text that are told apart
constexpr int kLongestSentence = 4; // in pieces that end like a sentence: "The file a. b. c."

/// The template with its places filled, in one pass: what is filled in may hold a %1 of its own.
QString filled(const QString& text, const QStringList& places) {
    QString words;
    for (qsizetype at = 0; at < text.size(); ++at) {
        const int place = text.at(at) == QLatin1Char('%') && at + 1 < text.size()
                              ? text.at(at + 1).digitValue()
                              : -1;
        if (place < 1 || place > places.size()) {
            words += text.at(at);
            continue;
        }
        words += places.at(place - 1);
        ++at;
    }
    return words;
}

QString numberText(const QString& english) {
    QString plain = english;
    plain.remove(QLatin1Char(','));
    bool whole = false;
    const qint64 value = plain.toLongLong(&whole);
    return whole ? number(value) : plain.replace(QLatin1Char('.'), language().decimalPoint());
}

QString moneyText(const QString& english) {
    const bool dollars = english.contains(QLatin1Char('$'));
    const std::string currency = dollars ? "USD" : english.right(3).toStdString();
    const auto amount = parseMoney(
        (dollars ? english : english.chopped(std::min<qsizetype>(4, english.size()))).toStdString(),
        currency);
    return amount ? money(*amount) : english;
}

QString fromUtf8(std::string_view words) {
    return QString::fromUtf8(words.data(), static_cast<qsizetype>(words.size()));
}

bool isGerman() {
    return language().language() == QLocale::German;
}

QString textOf(const text::MessageEntry& entry, bool one) {
    const MessageText& forms = isGerman() ? entry.german : entry.english;
    return fromUtf8(one ? forms.one : forms.other);
}

/// A cause of the system in the window's language; any other text as it is.
QString causeText(const QString& found) {
    return isGerman() ? fromUtf8(text::germanCause(found.toStdString())) : found;
}

/// "a, b and c" of fields by their titles.
QString fieldListText(const QString& english) {
    QStringList words = english.split(QLatin1String(" and "));
    words = words.join(QLatin1String(", ")).split(QLatin1String(", "));
    for (QString& word : words)
        word = targetTitle(word.toStdString());
    const QString last = words.takeLast();
    return words.isEmpty() ? last
                           : words.join(QLatin1String(", ")) +
                                 QLatin1String(isGerman() ? " und " : " and ") + last;
}

/// "a, b or c" with the last comma's word in the window's language.
QString listText(const QString& english, QLatin1String lastWord, QLatin1String german) {
    const auto at = english.lastIndexOf(lastWord);
    if (at < 0 || !isGerman())
        return english;
    return english.left(at) + german + english.mid(at + lastWord.size());
}

bool isSentenceEnd(const QString& text, qsizetype at) {
    const QChar sign = text.at(at);
    return (sign == QLatin1Char('.') || sign == QLatin1Char('?') || sign == QLatin1Char('!') ||
            sign == QLatin1Char(':')) &&
           at + 1 < text.size() && text.at(at + 1) == QLatin1Char(' ');
}

/// Where sentences may begin, and the end of the text.
QList<qsizetype> bordersOf(const QString& text) {
    QList<qsizetype> borders{0};
    for (qsizetype at = 0; at < text.size() && borders.size() < kMaxSentences; ++at)
        if (isSentenceEnd(text, at))
            borders << at + 2;
    borders << text.size();
    return borders;
}

} // namespace

struct PhraseBook::Pattern {
    const text::MessageEntry* entry = nullptr;
    bool one = false; ///< the form for one
    QString start;
    QString end;
    int letters = 0;
    QRegularExpression whole;
};

PhraseBook::PhraseBook() {
    for (const text::MessageEntry& entry : text::messageTable()) {
        // Parts of a sentence ("in %1"), and what only the command line says.
        if (entry.id.starts_with("order.") || entry.id.starts_with("strip.") ||
            entry.id.starts_with("cli"))
            continue;
        add(entry, false);
        if (entry.english.one != entry.english.other)
            add(entry, true);
    }
}

void PhraseBook::add(const text::MessageEntry& entry, bool one) {
    static const QRegularExpression kPlace(QStringLiteral("%[1-9]"));
    auto pattern = std::make_shared<Pattern>();
    pattern->entry = &entry;
    pattern->one = one;
    const QStringList parts = fromUtf8(one ? entry.english.one : entry.english.other).split(kPlace);
    QString expression;
    for (const QString& part : parts) {
        expression += (expression.isEmpty() ? QStringLiteral("\\A") : QStringLiteral("(.+?)")) +
                      QRegularExpression::escape(part);
        pattern->letters += static_cast<int>(part.size());
    }
    pattern->start = parts.first();
    pattern->end = parts.last();
    pattern->whole.setPattern(expression + QStringLiteral("\\z"));
    pattern->whole.setPatternOptions(QRegularExpression::DotMatchesEverythingOption);
    patterns_ << pattern;
}

const PhraseBook& PhraseBook::standard() {
    static const PhraseBook book;
    return book;
}

PhraseBook::Reading PhraseBook::readOne(const QString& sentence) const {
    Reading best;
    for (const auto& pattern : patterns_) {
        if (pattern->letters <= best.weight || !sentence.startsWith(pattern->start) ||
            !sentence.endsWith(pattern->end))
            continue;
        const auto match = pattern->whole.match(sentence);
        if (!match.hasMatch())
            continue;
        // The form for one may leave the number out, which is an argument all the same.
        const text::MessageEntry& entry = *pattern->entry;
        const QString form = fromUtf8(pattern->one ? entry.english.one : entry.english.other);
        QStringList places;
        int captured = 0;
        for (std::size_t arg = 0; arg < entry.english.places.size(); ++arg) {
            const bool stands = form.contains(QLatin1Char('%') + QString::number(arg + 1));
            places << (stands ? placeText(entry.english.places[arg], match.captured(++captured))
                              : QString());
        }
        best = {pattern->letters, filled(textOf(entry, pattern->one), places)};
    }
    return best;
}

QString PhraseBook::placeText(char place, const QString& found) const {
    switch (place) {
    case 'n':
    case 'd':
        return numberText(found);
    case 'o':
        return listText(found, QLatin1String(" or "), QLatin1String(" oder "));
    case 'a':
        return listText(found, QLatin1String(" and "), QLatin1String(" und "));
    case 't':
        return sayTitle(found.toStdString());
    case 'm':
        return moneyText(found);
    case 'g':
        return fieldListText(found);
    case 'f':
        return targetTitle(found.toStdString());
    case 's':
        return translated(found);
    default:
        return causeText(found);
    }
}

// Cuts the text into sentences so that as much of it as possible belongs to phrases: a name in a
// sentence may hold what looks like its end.
PhraseBook::Reading PhraseBook::readAll(const QString& text, bool& known) const {
    const QList<qsizetype> borders = bordersOf(text);
    const auto last = borders.size() - 1;
    struct Best {
        int weight = 0;
        QString words;
        bool known = true;
    };
    QList<Best> best(borders.size());
    for (auto from = last - 1; from >= 0; --from) {
        const auto piece = [&](qsizetype to) {
            return text.mid(borders.at(from), borders.at(to) - borders.at(from) - (to < last));
        };
        const auto joined = [&](const QString& words, qsizetype to) {
            return to < last ? words + QLatin1Char(' ') + best.at(to).words : words;
        };
        Best& here = best[from];
        // What is not known weighs against a reading that leaves it over.
        here = {best.at(from + 1).weight - 1, joined(piece(from + 1), from + 1), false};
        for (auto to = from + 1; to <= std::min(last, from + kLongestSentence); ++to)
            if (const Reading one = readOne(piece(to));
                one.weight > 0 && one.weight + best.at(to).weight > here.weight)
                here = {one.weight + best.at(to).weight, joined(one.words, to), best.at(to).known};
    }
    known = best.first().known;
    return {best.first().weight, best.first().words};
}

QString PhraseBook::translated(const QString& english) const {
    bool known = false;
    return english.isEmpty() ? english : readAll(english, known).words;
}

bool PhraseBook::knows(const QString& english) const {
    bool known = false;
    readAll(english, known);
    return known;
}

} // namespace leadsheet::desktop
