// SPDX-License-Identifier: Apache-2.0
#include "what_is_new.hpp"

#include "../orders/order_records.hpp"
#include "../phrases/say.hpp"
#include "../shell/words.hpp"
#include "../theme/icons.hpp"
#include "../widgets/parts.hpp"
#include "../widgets/tables.hpp"

#include <QCheckBox>
#include <QHeaderView>
#include <QLabel>
#include <QPushButton>
#include <QTreeWidget>

#include <map>

namespace leadsheet::desktop {
namespace {

constexpr int kShownRows = 6;

struct FieldChange {
    QString name;
    QString before;
    QString after;
};

QList<FieldChange> changesOf(const work::ChangedRow& row) {
    QList<FieldChange> changes;
    if (row.productBefore != row.product)
        changes << FieldChange{WhatIsNew::tr("Product"), sayProduct(row.productBefore),
                               sayProduct(row.product)};
    std::map<QString, QString> before;
    for (const auto& [name, value] : requestWords(row.before))
        before[name] = value;
    for (const auto& [name, value] : requestWords(row.after)) {
        const auto was = before.find(name);
        const QString old = was == before.end() ? QString() : was->second;
        if (old != value)
            changes << FieldChange{name, old, value};
        if (was != before.end())
            before.erase(was);
    }
    for (const auto& [name, value] : before)
        changes << FieldChange{name, value, {}};
    return changes;
}

QString orNothing(const QString& value) {
    return value.isEmpty() ? QStringLiteral("–") : value;
}

} // namespace

WhatIsNew::WhatIsNew()
    : counts_(named(new QWidget, "newCounts"))
    , flow_(new FlowLayout(counts_))
    , cost_(named(new QLabel, "newCost"))
    , list_(named(new QTreeWidget, "sheetChanges", tr("Changed rows and rows that are gone")))
    , widths_(nullptr)
    , more_(new QLabel)
    , replace_(named(new QPushButton(icon(QLatin1String("redo")), {}), "replaceOrder")) {
    setObjectName(QStringLiteral("whatIsNew"));
    setProperty("card", true);
    auto* title = new QLabel(tr("What is new in this sheet"));
    title->setProperty("heading", 2);
    cost_->setWordWrap(true);
    more_->setWordWrap(true);
    more_->setForegroundRole(QPalette::PlaceholderText);
    list_->setHeaderLabels({tr("Row"), tr("Order"), tr("What"), tr("Before"), tr("Now")});
    list_->setRootIsDecorated(false);
    list_->setUniformRowHeights(true);
    list_->setAlternatingRowColors(true);
    list_->setAllColumnsShowFocus(true);
    list_->setItemDelegate(new TableDelegate(list_));
    list_->header()->setStretchLastSection(true);
    const ColumnContent cut{{}, false, letters(8)};
    widths_ = new ColumnWidths(list_, {{}, {}, cut, cut, cut});
    connect(widths_, &ColumnWidths::applied, this, [this] {
        const int rows = std::min(list_->topLevelItemCount(), kShownRows);
        list_->setFixedHeight(list_->header()->sizeHint().height() +
                              rows * std::max(1, list_->sizeHintForRow(0)) +
                              2 * list_->frameWidth() + 2);
    });
    auto* layout = columnIn(this, -1, {16, 12, 16, 12});
    addAll(layout, {title, counts_, cost_, list_, more_});
    layout->addWidget(replace_, 0, Qt::AlignLeft);
    replace_->setAutoDefault(true);
    replace_->setToolTip(tr("An order that is still in review is cancelled, and the row is ordered "
                            "as it is now, after one question"));
    connect(list_, &QTreeWidget::currentItemChanged, this, &WhatIsNew::rowChosen);
    connect(replace_, &QPushButton::clicked, this, [this] {
        const QTreeWidgetItem* item = list_->currentItem();
        emit replaceWanted(item->data(0, Qt::UserRole).toLongLong(), item->text(1));
    });
    hide();
}

void WhatIsNew::rowChosen() {
    const QTreeWidgetItem* item = list_->currentItem();
    const bool can = item != nullptr && item->data(0, Qt::UserRole).isValid();
    replace_->setVisible(can);
    if (can)
        replace_->setText(tr("Cancel %1 and Order Again…").arg(item->text(1)));
}

void WhatIsNew::present(const Priced& priced) {
    const submit::PlanSummary& plan = priced.plan;
    const bool ordered = plan.alreadyOrdered + plan.changed + plan.gone + plan.unfinished +
                             plan.orderedBefore + plan.ended >
                         0;
    setVisible(ordered);
    if (!ordered)
        return;
    fillCounts(plan, priced.leftOut);
    const bool onlyNew = priced.quote.rows == plan.fresh;
    cost_->setVisible(onlyNew || priced.quote.rows == 0);
    cost_->setText(plan.fresh == 0
                       ? tr("Nothing in it is new, so there is nothing to order.")
                       : tr("%Ln new order(s) would cost %1.", nullptr, forPlural(plan.fresh))
                             .arg(money(priced.quote.amount, priced.balance.currency)));
    fillList(priced.changes, priced.sourceName);
    const std::int64_t all = plan.changed + plan.gone;
    const auto listed =
        static_cast<std::int64_t>(priced.changes.changed.size() + priced.changes.gone.size());
    more_->setVisible(listed < all);
    more_->setText(tr("The first %1 of %2 changed and gone rows are listed.")
                       .arg(number(listed), number(all)));
}

void WhatIsNew::fillCounts(const submit::PlanSummary& plan, const work::LeftOut& left) {
    flow_->clear();
    const auto add = [this](QLatin1String picture, Tone tone, std::int64_t count,
                            const QString& words) {
        if (count == 0)
            return;
        auto* box = new QWidget(counts_);
        auto* row = rowIn(box, 4, {0, 3, 10, 3});
        addAll(row, {new Picture(picture, tone, 1.0, box), new QLabel(words, box)});
        flow_->addWidget(box);
        box->show();
    };
    add(QLatin1String("add"), Tone::Good, plan.fresh,
        tr("%Ln new", nullptr, forPlural(plan.fresh)));
    add(QLatin1String("edit"), Tone::Warn, plan.changed,
        tr("%Ln changed", nullptr, forPlural(plan.changed)));
    add(QLatin1String("check"), Tone::Muted, plan.alreadyOrdered,
        tr("%Ln already ordered", nullptr, forPlural(plan.alreadyOrdered)));
    add(QLatin1String("skipped"), Tone::Warn, plan.orderedBefore,
        tr("%Ln ordered before", nullptr, forPlural(plan.orderedBefore)));
    for (const auto& [how, count] : left.ended)
        add(QLatin1String("stop"), Tone::Warn, count, endedCount(how.first, how.second, count));
    add(QLatin1String("queued"), Tone::Info, plan.unfinished,
        tr("%Ln of a run that is not finished", nullptr, forPlural(plan.unfinished)));
    add(QLatin1String("copy"), Tone::Muted, plan.inSheetTwice,
        tr("%Ln in the sheet twice", nullptr, forPlural(plan.inSheetTwice)));
    add(QLatin1String("remove"), Tone::Muted, plan.gone,
        tr("%Ln gone from the sheet", nullptr, forPlural(plan.gone)));
}

void WhatIsNew::fillList(const work::SheetChanges& changes, const std::string& sourceName) {
    list_->clear();
    for (const work::ChangedRow& row : changes.changed)
        for (const FieldChange& change : changesOf(row)) {
            auto* item = new QTreeWidgetItem(
                list_, {placeWords(row.tab, row.row, sourceName), text(row.orderNumber),
                        change.name, orNothing(change.before), orNothing(change.after)});
            if (!row.orderNumber.empty())
                item->setData(0, Qt::UserRole, qint64{row.ordinal});
        }
    for (const work::GoneOrder& order : changes.gone)
        new QTreeWidgetItem(list_,
                            {placeWords(order.tab, order.row, sourceName), text(order.orderNumber),
                             tr("gone from the sheet"), orNothing({}), orNothing({})});
    for (int row = 0; row < list_->topLevelItemCount(); ++row)
        for (int column = 0; column < list_->columnCount(); ++column)
            list_->topLevelItem(row)->setToolTip(column, list_->topLevelItem(row)->text(column));
    list_->setVisible(list_->topLevelItemCount() > 0);
    list_->setCurrentItem(list_->topLevelItem(0));
    rowChosen();
    widths_->apply();
}

namespace {

QLabel* paragraph(const QString& words, const char* name) {
    auto* label = new QLabel(words);
    label->setObjectName(QLatin1String(name));
    label->setWordWrap(true);
    label->setTextInteractionFlags(Qt::TextSelectableByMouse);
    return label;
}

} // namespace

EarlierRuns::EarlierRuns() {
    setObjectName(QStringLiteral("earlierRuns"));
    setProperty("card", true);
    auto* title = new QLabel(tr("Earlier runs of this sheet"));
    title->setProperty("heading", 2);
    auto* layout = columnIn(this, -1, {16, 12, 16, 12});
    layout->addWidget(title);
    hide();
}

void EarlierRuns::present(const Priced& priced) {
    const std::vector<submit::RunId> ticked = alsoRetire();
    delete std::exchange(content_, new QWidget(this));
    doubtful_.clear();
    layout()->addWidget(content_);
    auto* lines = columnIn(content_);
    if (priced.newer)
        lines->addWidget(paragraph(tr("These are rows of run %1, and run %2 of the same sheet is "
                                      "newer. Placing them orders what the older run has left.")
                                       .arg(number(priced.run.value), number(priced.newer->value)),
                                   "newerRun"));
    const submit::Settled& settled = priced.quote.settled;
    if (const std::int64_t all = settled.placed + settled.notPlaced; all > 0)
        lines->addWidget(paragraph(tr("%Ln row(s) of earlier runs had an unknown outcome: %1 "
                                      "ordered, %2 not.",
                                      nullptr, forPlural(all))
                                       .arg(number(settled.placed), number(settled.notPlaced)),
                                   "settledRows"));
    for (const submit::EarlierRun& run : priced.earlier) {
        const QString name = text(run.title);
        const QString since = clockText(run.createdAt, systemClock()->wallNow());
        if (run.unsent == 0)
            continue;
        const QString amount = money(run.amount, priced.balance.currency);
        if (run.sure) {
            lines->addWidget(paragraph(
                tr("Run %1 (“%2”, %3) has %Ln row(s) for %4 not yet sent that this sheet no longer "
                   "has as they were. Placing this run gives them up: they are not ordered.",
                   nullptr, forPlural(run.unsent))
                    .arg(number(run.id.value), name, since, amount),
                "retiredRows"));
            continue;
        }
        auto* replaces =
            named(new QCheckBox(tr("This sheet replaces run %1").arg(number(run.id.value))),
                  "replacesRun");
        replaces->setChecked(std::find(ticked.begin(), ticked.end(), run.id) != ticked.end());
        doubtful_[run.id.value] = replaces;
        const QString details =
            tr("Run %1 (“%2”, %3) may have been of another sheet. If this is ticked, its %Ln "
               "row(s) for %4 not yet sent are given up when this run is placed; otherwise they "
               "stay.",
               nullptr, forPlural(run.unsent))
                .arg(number(run.id.value), name, since, amount);
        replaces->setAccessibleDescription(details);
        addAll(lines, {replaces, paragraph(details, "doubtfulRows")});
    }
    setVisible(lines->count() > 0);
}

std::vector<submit::RunId> EarlierRuns::alsoRetire() const {
    std::vector<submit::RunId> runs;
    for (const auto& [run, replaces] : doubtful_)
        if (replaces->isChecked())
            runs.push_back(submit::RunId{run});
    return runs;
}

} // namespace leadsheet::desktop
