// SPDX-License-Identifier: Apache-2.0
#include "unused_columns.hpp"

#include "../phrases/say.hpp"
#include "../shell/words.hpp"
#include "../widgets/parts.hpp"
#include "leadsheet/app/cell.hpp"
#include "leadsheet/app/fields.hpp"
#include "sheet_job.hpp"

#include <QLabel>
#include <QLocale>
#include <QVBoxLayout>

namespace leadsheet::desktop {
namespace {

constexpr int kMaxNamed = 8; ///< the tip has more
constexpr int kMaxInTip = 40;

QString nameOf(const app::UnusedColumn& column) {
    const QString letter = text(app::columnLetter(column.column));
    const QString name = text(column.header).simplified();
    return name.isEmpty() ? UnusedColumns::tr("column %1").arg(letter) : name;
}

QString shortList(const QStringList& names) {
    const QStringList shown = names.mid(0, kMaxNamed);
    const QString list = shown.join(QLatin1String(", "));
    const int more = static_cast<int>(names.size() - shown.size());
    return more == 0 ? list : UnusedColumns::tr("%1 and %Ln more", nullptr, more).arg(list);
}

// With those that turned out to have cells below the rows that the map was made by.
std::vector<app::UnusedColumn> unusedOf(const app::ColumnMap& map, const TabFindings* found) {
    auto columns = map.unused;
    if (found != nullptr)
        for (const app::UnusedColumn& column : map.unfilled)
            if (found->filled.contains(column.column))
                columns.push_back(column);
    return columns;
}

QString productWords(const app::ValueRule& rule) {
    const QString product = sayProduct(rule.value);
    if (rule.fillOnly)
        return UnusedColumns::tr("A row that names no product orders %1.").arg(product);
    if (rule.why == app::given())
        return UnusedColumns::tr("No column names the product: every row orders %1.").arg(product);
    return UnusedColumns::tr("No column names the product: every row orders %1, %2.",
                             "a product, why that one")
        .arg(product, say(rule.why));
}

} // namespace

QString productWords(const SheetJob& job) {
    QStringList words;
    if (job.state() != SheetJob::State::Open)
        return {};
    for (const OpenedTab& tab : job.tabs())
        if (const auto* rule = tab.map.valueFor(app::kProductTarget)) {
            const QString some = productWords(*rule);
            words << (job.hasSeveralTabs()
                          ? UnusedColumns::tr("Tab %1: %2").arg(text(tab.name()), some)
                          : some);
        }
    return words.join(QLatin1Char(' '));
}

UnusedColumns::UnusedColumns(QWidget* parent)
    : QWidget(parent)
    , product_(quietLabel("productOfRows"))
    , notes_(wrappingLabel({}))
    , notesWarning_(warningLine(notes_))
    , narrowing_(wrappingLabel({}))
    , warning_(warningLine(narrowing_))
    , others_(wrappingLabel({})) {
    setObjectName(QStringLiteral("unusedColumns"));
    notes_->setObjectName(QStringLiteral("sheetNotes"));
    notes_->setTextFormat(Qt::PlainText);
    narrowing_->setObjectName(QStringLiteral("unusedNarrowing"));
    others_->setObjectName(QStringLiteral("unusedOthers"));
    others_->setForegroundRole(QPalette::PlaceholderText);
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 4);
    layout->setSpacing(2);
    layout->addWidget(product_);
    layout->addWidget(notesWarning_);
    layout->addWidget(warning_);
    layout->addWidget(others_);
    hide();
}

void UnusedColumns::presentNotes(const SheetJob& job) {
    QStringList notes;
    if (job.state() == SheetJob::State::Open)
        for (const OpenedTab& tab : job.tabs())
            for (const app::SheetNote& note :
                 app::notesAbove(tab.overview.head, tab.overview.header))
                if (notes.size() < kMaxNamed)
                    notes << tr("Row %1 above the columns, of which no order contains anything: %2")
                                 .arg(QLocale().toString(note.row), text(note.text).simplified());
    notesWarning_->setVisible(!notes.isEmpty());
    notes_->setText(notes.join(QLatin1Char('\n')));
}

void UnusedColumns::presentProduct(const SheetJob& job) {
    product_->setText(productWords(job));
    product_->setVisible(!product_->text().isEmpty());
}

void UnusedColumns::present(const SheetJob& job) {
    QStringList narrowing;
    QStringList others;
    QStringList reasons;
    presentProduct(job);
    presentNotes(job);
    if (job.state() == SheetJob::State::Open)
        for (const OpenedTab& tab : job.tabs()) {
            const TabFindings* const found =
                job.checked() == nullptr ? nullptr : job.checking().findings()->of(tab.sheet);
            for (const app::UnusedColumn& column : unusedOf(tab.map, found)) {
                QString name = nameOf(column);
                if (job.hasSeveralTabs())
                    name = tr("%1 (tab %2)").arg(name, text(tab.name()));
                (column.narrows ? narrowing : others) << name;
                if (reasons.size() < kMaxInTip)
                    reasons << (column.reason == app::UnusedReason::Ambiguous
                                    ? tr("%1: may be %2 (%3)")
                                          .arg(name, targetTitle(column.field), say(column.why))
                                    : tr("%1: %2").arg(name, say(column.why)));
            }
        }
    warning_->setVisible(!narrowing.isEmpty());
    narrowing_->setText(tr("Not used, and may narrow who is meant: %1").arg(shortList(narrowing)));
    others_->setVisible(!others.isEmpty());
    others_->setText(narrowing.isEmpty() ? tr("Not used: %1").arg(shortList(others))
                                         : tr("Not used either: %1").arg(shortList(others)));
    setToolTip(reasons.join(QLatin1Char('\n'))
                   .toHtmlEscaped()
                   .replace(QLatin1Char('\n'), QLatin1String("<br>")));
    setVisible(!narrowing.isEmpty() || !others.isEmpty() || !notes_->text().isEmpty() ||
               !product_->text().isEmpty());
}

} // namespace leadsheet::desktop
