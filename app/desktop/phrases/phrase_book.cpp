// SPDX-License-Identifier: Apache-2.0
#include "phrase_book.hpp"

#include "../shell/words.hpp"
#include "../submit/map_changes.hpp"
#include "phrase_lists.hpp"
#include "say.hpp"

#include <QCoreApplication>
#include <QRegularExpression>

#include <cstring>

namespace leadsheet::desktop {
namespace {

constexpr int kMostSentences = 12;  // of one text that are told apart
constexpr int kLongestSentence = 4; // in pieces that end like a sentence: "The file a. b. c."

QString translation(const char* text) {
    return QCoreApplication::translate("Phrases", text);
}

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

/// A cause of the system in the window's language; any other text as it is.
QString causeText(const QString& found) {
    static const QList<Phrase> causes = systemPhrases();
    const QByteArray english = found.toUtf8();
    for (const Phrase& cause : causes)
        if (english == cause.text)
            return translation(cause.text);
    return found;
}

/// "a, b and c" of fields by their titles.
QString fieldListText(const QString& english) {
    QStringList words = english.split(QLatin1String(" and "));
    words = words.join(QLatin1String(", ")).split(QLatin1String(", "));
    for (QString& word : words)
        word = targetTitle(word.toStdString());
    const QString last = words.takeLast();
    return words.isEmpty() ? last
                           : filled(translation(QT_TRANSLATE_NOOP("Phrases", "%1 and %2")),
                                    {words.join(QLatin1String(", ")), last});
}

QString listText(const QString& english, const char* lastWord, const char* last) {
    const auto at = english.lastIndexOf(QLatin1String(lastWord));
    if (at < 0)
        return english;
    return filled(
        translation(last),
        {english.left(at), english.mid(at + static_cast<qsizetype>(std::strlen(lastWord)))});
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
    for (qsizetype at = 0; at < text.size() && borders.size() < kMostSentences; ++at)
        if (isSentenceEnd(text, at))
            borders << at + 2;
    borders << text.size();
    return borders;
}

} // namespace

struct PhraseBook::Pattern {
    Phrase phrase;
    QString start;
    QString end;
    int letters = 0;
    QRegularExpression whole; ///< only of phrases with places
};

PhraseBook::PhraseBook(const QList<Phrase>& phrases) {
    for (const Phrase& phrase : phrases) {
        static const QRegularExpression kPlace(QStringLiteral("%[1-9]"));
        auto pattern = std::make_shared<Pattern>();
        pattern->phrase = phrase;
        const QStringList parts = QString::fromUtf8(phrase.text).split(kPlace);
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
}

const PhraseBook& PhraseBook::standard() {
    static const PhraseBook book(allPhrases());
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
        QStringList places;
        for (int place = 1; place <= match.lastCapturedIndex(); ++place) {
            const QString found = match.captured(place);
            const bool said = static_cast<int>(std::strlen(pattern->phrase.places)) >= place;
            switch (said ? pattern->phrase.places[place - 1] : '-') {
            case 'n':
                places << numberText(found);
                break;
            case 'o':
                places << listText(found, " or ", QT_TRANSLATE_NOOP("Phrases", "%1 or %2"));
                break;
            case 'a':
                places << listText(found, " and ", QT_TRANSLATE_NOOP("Phrases", "%1 and %2"));
                break;
            case 't':
                places << sayTitle(found.toStdString());
                break;
            case 'm':
                places << moneyText(found);
                break;
            case 'g':
                places << fieldListText(found);
                break;
            case 'f':
                places << targetTitle(found.toStdString());
                break;
            case 's':
                places << translated(found);
                break;
            default:
                places << causeText(found);
            }
        }
        best = {pattern->letters, filled(translation(pattern->phrase.text), places)};
    }
    return best;
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
