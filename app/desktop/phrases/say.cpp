// SPDX-License-Identifier: Apache-2.0
#include "say.hpp"

#include "../shell/words.hpp"

#include "leadsheet/app/cell.hpp"
#include "leadsheet/app/column_map.hpp"
#include "leadsheet/app/fields.hpp"
#include "leadsheet/contract/products.hpp"
#include "leadsheet/messages/service.hpp"
#include "leadsheet/text/message_table.hpp"
#include "leadsheet/text/wording.hpp"

#include <QCoreApplication>
#include <QRegularExpression>

#include <algorithm>

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
    const text::MessageEntry* const ours = text::findForWindow(entry.id);
    const text::MessageEntry& said = ours == nullptr ? entry : *ours;
    const MessageText& forms = isGerman() ? said.german : said.english;
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

namespace {

struct SheetSaid {
    Q_DECLARE_TR_FUNCTIONS(SheetPlace)
};

QString placed(const app::SheetPlace& place, const QString& words) {
    const QString column =
        place.column == 0 ? QString() : QString::fromStdString(app::columnLetter(place.column - 1));
    const bool line = place.line != 0 && place.line != place.row;
    if (place.row != 0 && line)
        return column.isEmpty()
                   ? SheetSaid::tr("Row %1 (line %2): %3").arg(place.row).arg(place.line).arg(words)
                   : SheetSaid::tr("Row %1 (line %2), column %3: %4")
                         .arg(place.row)
                         .arg(place.line)
                         .arg(column, words);
    if (place.row != 0)
        return column.isEmpty()
                   ? SheetSaid::tr("Row %1: %2").arg(place.row).arg(words)
                   : SheetSaid::tr("Row %1, column %2: %3").arg(place.row).arg(column, words);
    if (line)
        return column.isEmpty()
                   ? SheetSaid::tr("Line %1: %2").arg(place.line).arg(words)
                   : SheetSaid::tr("Line %1, column %2: %3").arg(place.line).arg(column, words);
    return column.isEmpty() ? words : SheetSaid::tr("Column %1: %2").arg(column, words);
}

class WindowWording final : public text::TableWording {
public:
    text::Language language() const override {
        return desktop::language().language() == QLocale::German ? text::Language::German
                                                                 : text::Language::English;
    }
    const MessageText* textOf(const Message& message) const override {
        if (const text::MessageEntry* ours = text::findForWindow(message.id))
            return language() == text::Language::German ? &ours->german : &ours->english;
        return TableWording::textOf(message);
    }
    std::string number(std::int64_t value) const override {
        return desktop::number(value).toStdString();
    }
    std::string decimal(const Decimal& value) const override {
        return QString::fromStdString(value.toString())
            .replace(QLatin1Char('.'), desktop::language().decimalPoint())
            .toStdString();
    }
    std::string money(const Money& amount) const override {
        return desktop::money(amount).toStdString();
    }
    std::string field(std::string_view name) const override {
        return targetTitle(std::string(name)).toStdString();
    }
};

bool isCause(const Message& message) {
    return message.id == messages::service::causedBy({}).id;
}

QString sheetWords(const char* text) {
    return QCoreApplication::translate("MapStep", text);
}

} // namespace

const text::Wording& windowWording() {
    static const WindowWording wording;
    return wording;
}

QString sayTitle(std::string_view english) {
    return QString::fromStdString(windowWording().title(english));
}

QString targetTitle(const std::string& target) {
    if (target == app::kProductTarget)
        return sheetWords(QT_TRANSLATE_NOOP("MapStep", "Product"));
    if (target == app::kReferenceTarget)
        return sheetWords(QT_TRANSLATE_NOOP("MapStep", "Reference"));
    if (const auto dot = target.find(app::kMemberSeparator); dot != std::string::npos)
        return sheetWords(QT_TRANSLATE_NOOP("MapStep", "Metadata: %1"))
            .arg(QString::fromStdString(target.substr(dot + 1)));
    const auto field = app::findTarget(target);
    if (!field || field->info == nullptr)
        return QString::fromStdString(target);
    return sayTitle(field->info->title);
}

QString sayProduct(std::string_view id) {
    for (const contract::ProductInfo& info : contract::kProducts)
        if (info.id == id)
            return sayTitle(info.title);
    return QString::fromUtf8(id.data(), static_cast<qsizetype>(id.size()));
}

QStringList sayProducts() {
    QStringList titles;
    for (const contract::ProductInfo& info : contract::kProducts)
        titles << sayTitle(info.title);
    return titles;
}

QString say(const Message& message) {
    return QString::fromStdString(text::render(message, windowWording()));
}

QString say(const std::vector<Message>& sentences) {
    return QString::fromStdString(text::render(sentences, windowWording()));
}

QString say(const std::string& english) {
    return PhraseBook::standard().translated(QString::fromStdString(english));
}

QString say(const std::vector<Message>& said, const std::string& english) {
    return said.empty() ? say(english) : say(said);
}

QString say(const Error& error) {
    return say(error.said, error.message);
}

QString sayPlainly(const std::vector<Message>& said, const std::string& english) {
    std::vector<Message> plain = said;
    std::erase_if(plain, isCause);
    // The English text holds the cause as well.
    return plain.empty() && !said.empty() ? QString() : say(plain, english);
}

QString causeIn(const std::vector<Message>& said) {
    const auto named = std::find_if(said.begin(), said.end(), isCause);
    if (named == said.end() || named->args.empty())
        return {};
    // Without the brackets that the sentence puts around it.
    const auto* cause = std::get_if<std::string>(&named->args.front().value);
    return cause == nullptr ? QString() : QString::fromStdString(windowWording().cause(*cause));
}

QString codeWords(const QString& code, const QString& detail) {
    if (code.isEmpty() || detail.isEmpty())
        return code.isEmpty() && detail.isEmpty() ? QString()
                                                  : QStringLiteral(" (%1%2)").arg(code, detail);
    return QStringLiteral(" (%1: %2)").arg(code, detail);
}

QString sayWhat(const app::SheetError& error) {
    return placed(error.place, say(error.reason));
}

QString say(const app::SheetError& error) {
    const QString what = sayWhat(error);
    return error.wayOut.empty() ? what : what + QLatin1Char(' ') + say(error.wayOut);
}

} // namespace leadsheet::desktop
