// SPDX-License-Identifier: Apache-2.0
#include "say.hpp"

#include "leadsheet/app/cell.hpp"
#include "phrase_book.hpp"

#include <QCoreApplication>

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

} // namespace

QString say(const std::string& english) {
    return PhraseBook::standard().translated(QString::fromStdString(english));
}

QString sayWhat(const app::SheetError& error) {
    return placed(error.place, say(error.reason));
}

QString say(const app::SheetError& error) {
    const QString what = sayWhat(error);
    return error.wayOut.empty() ? what : what + QLatin1Char(' ') + say(error.wayOut);
}

} // namespace leadsheet::desktop
