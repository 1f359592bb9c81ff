// SPDX-License-Identifier: Apache-2.0
#include "say.hpp"

#include "../shell/words.hpp"
#include "leadsheet/app/cell.hpp"
#include "leadsheet/app/column_map.hpp"
#include "leadsheet/app/fields.hpp"
#include "leadsheet/contract/products.hpp"
#include "leadsheet/messages/service.hpp"
#include "leadsheet/text/wording.hpp"
#include "phrase_book.hpp"

#include <QCoreApplication>

#include <algorithm>

namespace leadsheet::desktop {
namespace {

struct Said {
    Q_DECLARE_TR_FUNCTIONS(SheetPlace)
};

QString placed(const app::SheetPlace& place, const QString& words) {
    const QString column =
        place.column == 0 ? QString() : QString::fromStdString(app::columnLetter(place.column - 1));
    const bool line = place.line != 0 && place.line != place.row;
    if (place.row != 0 && line)
        return column.isEmpty()
                   ? Said::tr("Row %1 (line %2): %3").arg(place.row).arg(place.line).arg(words)
                   : Said::tr("Row %1 (line %2), column %3: %4")
                         .arg(place.row)
                         .arg(place.line)
                         .arg(column, words);
    if (place.row != 0)
        return column.isEmpty()
                   ? Said::tr("Row %1: %2").arg(place.row).arg(words)
                   : Said::tr("Row %1, column %2: %3").arg(place.row).arg(column, words);
    if (line)
        return column.isEmpty()
                   ? Said::tr("Line %1: %2").arg(place.line).arg(words)
                   : Said::tr("Line %1, column %2: %3").arg(place.line).arg(column, words);
    return column.isEmpty() ? words : Said::tr("Column %1: %2").arg(column, words);
}

class WindowWording final : public text::TableWording {
public:
    text::Language language() const override {
        return desktop::language().language() == QLocale::German ? text::Language::German
                                                                 : text::Language::English;
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
