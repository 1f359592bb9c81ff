// SPDX-License-Identifier: Apache-2.0
#include "matter_words.hpp"

#include <QCoreApplication>

namespace leadsheet::desktop {
namespace {

QString say(const char* text, int count = -1) {
    return QCoreApplication::translate("MatterWords", text, nullptr, count);
}

} // namespace

MatterWords matterWords(app::SourceMatter matter, int count) {
    switch (matter) {
    case app::SourceMatter::HiddenRows:
        return {say(QT_TRANSLATE_NOOP("MatterWords", "How to treat hidden rows")),
                say(QT_TRANSLATE_N_NOOP("MatterWords", "%Ln hidden row(s) skipped"), count),
                say(QT_TRANSLATE_N_NOOP("MatterWords", "%Ln hidden row(s) included"), count),
                say(QT_TRANSLATE_NOOP("MatterWords", "Skip Hidden Rows")),
                say(QT_TRANSLATE_NOOP("MatterWords", "Include Hidden Rows"))};
    case app::SourceMatter::HiddenColumns:
        return {say(QT_TRANSLATE_NOOP("MatterWords", "How to treat hidden columns")),
                say(QT_TRANSLATE_N_NOOP("MatterWords", "%Ln hidden column(s) read too"), count),
                say(QT_TRANSLATE_N_NOOP("MatterWords", "%Ln hidden column(s) skipped"), count),
                say(QT_TRANSLATE_NOOP("MatterWords", "Read Hidden Columns Too")),
                say(QT_TRANSLATE_NOOP("MatterWords", "Skip Hidden Columns"))};
    case app::SourceMatter::MergedCells:
        return {
            say(QT_TRANSLATE_NOOP("MatterWords", "What the cells under a merged cell hold")),
            say(QT_TRANSLATE_N_NOOP("MatterWords", "%Ln merged area(s), first cell only"), count),
            say(QT_TRANSLATE_N_NOOP("MatterWords", "%Ln merged area(s) filled"), count),
            say(QT_TRANSLATE_NOOP("MatterWords", "Repeat the Value Downwards")),
            say(QT_TRANSLATE_NOOP("MatterWords", "Give Each the Value of the First")),
            say(QT_TRANSLATE_NOOP("MatterWords", "Leave Them Empty"))};
    case app::SourceMatter::FormulaErrors:
        return {
            say(QT_TRANSLATE_NOOP("MatterWords", "How to treat cells like #N/A")),
            say(QT_TRANSLATE_N_NOOP("MatterWords", "%Ln formula error(s) block their rows"), count),
            say(QT_TRANSLATE_N_NOOP("MatterWords", "%Ln formula error(s) read as empty"), count),
            say(QT_TRANSLATE_NOOP("MatterWords", "Block Their Rows")),
            say(QT_TRANSLATE_NOOP("MatterWords", "Read Them as Empty"))};
    case app::SourceMatter::FormulasWithoutValue:
        return {
            say(QT_TRANSLATE_NOOP("MatterWords",
                                  "How to treat formulas that were saved without a value")),
            say(QT_TRANSLATE_N_NOOP("MatterWords",
                                    "%Ln formula(s) without a value block their rows"),
                count),
            say(QT_TRANSLATE_N_NOOP("MatterWords", "%Ln formula(s) without a value read as empty"),
                count),
            say(QT_TRANSLATE_NOOP("MatterWords", "Block Their Rows")),
            say(QT_TRANSLATE_NOOP("MatterWords", "Read Them as Empty"))};
    case app::SourceMatter::RoundedValues:
        return {
            say(QT_TRANSLATE_NOOP("MatterWords", "How to read numbers that are shown rounded")),
            say(QT_TRANSLATE_N_NOOP("MatterWords", "%Ln rounded number(s) read as shown"), count),
            say(QT_TRANSLATE_N_NOOP("MatterWords", "%Ln rounded number(s) read as stored"), count),
            say(QT_TRANSLATE_NOOP("MatterWords", "Read What Is Shown")),
            say(QT_TRANSLATE_NOOP("MatterWords", "Read What Is Stored"))};
    case app::SourceMatter::RaggedRows:
        return {
            say(QT_TRANSLATE_NOOP("MatterWords",
                                  "How to treat rows with more cells than column names")),
            say(QT_TRANSLATE_N_NOOP("MatterWords", "%Ln row(s) with more cells kept"), count),
            say(QT_TRANSLATE_N_NOOP("MatterWords", "%Ln row(s) with more cells blocked"), count),
            say(QT_TRANSLATE_NOOP("MatterWords", "Keep These Rows")),
            say(QT_TRANSLATE_NOOP("MatterWords", "Block These Rows"))};
    case app::SourceMatter::TotalRows:
        break;
    }
    return {say(QT_TRANSLATE_NOOP("MatterWords", "How to treat totals rows")),
            say(QT_TRANSLATE_N_NOOP("MatterWords", "%Ln totals row(s) blocked"), count),
            say(QT_TRANSLATE_N_NOOP("MatterWords", "%Ln totals row(s) skipped"), count),
            say(QT_TRANSLATE_NOOP("MatterWords", "Block and List Them")),
            say(QT_TRANSLATE_NOOP("MatterWords", "Skip Them")),
            say(QT_TRANSLATE_NOOP("MatterWords", "Order Them Too")),
            say(QT_TRANSLATE_N_NOOP("MatterWords", "%Ln totals row(s) included"), count)};
}

} // namespace leadsheet::desktop
