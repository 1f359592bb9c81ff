// SPDX-License-Identifier: Apache-2.0
#include "problem_list.hpp"

#include "../grid/sheet_grid_view.hpp"
#include "../phrases/say.hpp"
#include "../run/run_words.hpp"
#include "../shell/words.hpp"
#include "../theme/icons.hpp"
#include "../widgets/parts.hpp"
#include "column_fixes.hpp"
#include "leadsheet/app/cell.hpp"

#include <QEvent>
#include <QKeyEvent>
#include <QLabel>
#include <QPushButton>
#include <QSignalBlocker>
#include <QStyledItemDelegate>

namespace leadsheet::desktop {
namespace {

QIcon iconOf(app::ProblemLevel level) {
    const ProblemSign sign = signOf(level);
    return icon(sign.icon, sign.tone);
}

QString levelWords(app::ProblemLevel level) {
    switch (level) {
    case app::ProblemLevel::Blocks:
        return ProblemList::tr("left out until it is fixed");
    case app::ProblemLevel::Odd:
        return ProblemList::tr("odd, but allowed");
    case app::ProblemLevel::Info:
        break;
    }
    return ProblemList::tr("for information");
}

constexpr int kCardEdge = 6;
constexpr int kFixRole = Qt::UserRole; ///< height of the button below the words

/// The words of a kind at the top, with room for its button below them.
class CardDelegate : public QStyledItemDelegate {
public:
    using QStyledItemDelegate::QStyledItemDelegate;

    QSize sizeHint(const QStyleOptionViewItem& option, const QModelIndex& index) const override {
        const QSize words = QStyledItemDelegate::sizeHint(option, index);
        const int button = index.data(kFixRole).toInt();
        return words + QSize(0, button == 0 ? 0 : button + 2 * kCardEdge);
    }

protected:
    void initStyleOption(QStyleOptionViewItem* option, const QModelIndex& index) const override {
        QStyledItemDelegate::initStyleOption(option, index);
        if (index.data(kFixRole).toInt() == 0)
            return;
        option->displayAlignment = Qt::AlignLeft | Qt::AlignTop;
        option->decorationAlignment = Qt::AlignHCenter | Qt::AlignTop;
    }
};

QString tipOf(const app::ProblemGroup& group) {
    const app::Problem& first = group.example;
    QString words = say(group.reason());
    if (!first.fix.empty())
        words += QLatin1Char(' ') + say(first.fix);
    if (first.place.column == 0)
        return ProblemList::tr("%1 First in row %2.").arg(words, number(first.place.row));
    return ProblemList::tr("%1 First in row %2, column %3.")
        .arg(words, number(first.place.row), text(app::columnLetter(first.place.column - 1)));
}

} // namespace

ProblemList::ProblemList(QWidget* parent)
    : QListWidget(parent) {
    setObjectName(QStringLiteral("problems"));
    setAccessibleName(tr("Problems by kind"));
    setWordWrap(true);
    setTextElideMode(Qt::ElideNone);
    setResizeMode(QListView::Adjust);
    setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    setVerticalScrollMode(QAbstractItemView::ScrollPerPixel);
    setSpacing(2);
    setItemDelegate(new CardDelegate(this));
    connect(this, &QListWidget::currentRowChanged, this, &ProblemList::groupChosen);
}

// Qt lets a tenth of a second pass with texts cut before it wraps them again.
void ProblemList::resizeEvent(QResizeEvent* event) {
    QListWidget::resizeEvent(event);
    doItemsLayout();
    shortenFixes();
}

void ProblemList::changeEvent(QEvent* event) {
    QListWidget::changeEvent(event);
    if (event->type() == QEvent::FontChange)
        shortenFixes();
}

void ProblemList::keyPressEvent(QKeyEvent* event) {
    const bool confirms = event->key() == Qt::Key_Return || event->key() == Qt::Key_Enter;
    const QWidget* card =
        confirms && currentItem() != nullptr ? itemWidget(currentItem()) : nullptr;
    const auto fixes = card == nullptr ? QList<QPushButton*>() : card->findChildren<QPushButton*>();
    if (fixes.size() == 1) // of several a key chooses none
        fixes.first()->click();
    else
        QListWidget::keyPressEvent(event);
}

// Its words may be longer than the list is wide; they stand whole in its tip and its spoken name.
void ProblemList::shortenFixes() {
    for (auto* fix : viewport()->findChildren<QPushButton*>()) {
        const int padding =
            fix->sizeHint().width() - fix->fontMetrics().horizontalAdvance(fix->text());
        const int room = viewport()->width() - iconSize().width() - 6 * kCardEdge - padding;
        fix->setText(fix->fontMetrics().elidedText(fix->accessibleName(), Qt::ElideRight, room));
    }
}

void ProblemList::offerFix(QListWidgetItem& item, const app::ProblemGroup& group) {
    const std::vector<GroupFix> fixes = fixesFor(group);
    if (fixes.empty())
        return;
    auto* card = new QWidget;
    auto* layout =
        columnIn(card, kCardEdge / 2, {iconSize().width() + kCardEdge - 2, 0, 0, kCardEdge});
    layout->addStretch(1);
    int height = -layout->spacing();
    for (const GroupFix& offered : fixes) {
        auto* button = named(new QPushButton(offered.words, card), "groupFix", offered.words);
        button->setToolTip(offered.words);
        button->setFocusPolicy(Qt::NoFocus); // Return on the entry presses it
        connect(button, &QPushButton::clicked, this,
                [this, fix = offered.fix] { emit fixesWanted({fix}); });
        layout->addWidget(button, 0, Qt::AlignLeft);
        height += layout->spacing() + button->sizeHint().height();
    }
    item.setData(kFixRole, height);
    setItemWidget(&item, card);
}

std::optional<std::size_t> ProblemList::chosenGroup() const {
    const int row = currentRow();
    if (row <= 0 || static_cast<std::size_t>(row) > order_.size())
        return std::nullopt;
    return order_[static_cast<std::size_t>(row) - 1];
}

std::optional<std::size_t> ProblemList::chosenAmong(const app::ProblemIndex& others) const {
    const Kind& wanted = kinds_.at(static_cast<std::size_t>(currentRow()) - 1);
    const auto& groups = others.groups();
    for (std::size_t at = 0; at < groups.size(); ++at)
        if (wanted == Kind{groups[at].level, groups[at].code, groups[at].field, groups[at].value})
            return at;
    return std::nullopt;
}

void ProblemList::present(const app::ProblemIndex* problems, std::int64_t refused) {
    const QSignalBlocker quiet(this);
    std::optional<Kind> before;
    if (const int row = currentRow(); row > 0 && static_cast<std::size_t>(row) <= kinds_.size())
        before = kinds_[static_cast<std::size_t>(row) - 1];
    clear();
    order_.clear();
    kinds_.clear();
    if (problems == nullptr)
        return;
    order_ = problems->groupsByWeight();
    addItem(order_.empty() && refused == 0 ? tr("No problems") : tr("All problems"));
    int current = 0;
    for (const std::size_t at : order_) {
        const app::ProblemGroup& group = problems->groups()[at];
        kinds_.push_back({group.level, group.code, group.field, group.value});
        const auto rows = static_cast<int>(std::min<std::uint64_t>(group.rows, INT_MAX));
        const QString words = tr("%Ln row(s): %1", nullptr, rows).arg(say(group.reason()));
        auto* item = new QListWidgetItem(iconOf(group.level), words, this);
        item->setToolTip(tipOf(group));
        QString spoken = words + QStringLiteral(" – ") + levelWords(group.level);
        const std::vector<GroupFix> fixes = fixesFor(group);
        if (fixes.size() == 1)
            spoken += QStringLiteral(" – ") + tr("Return: %1").arg(fixes.front().words);
        item->setData(Qt::AccessibleTextRole, spoken);
        offerFix(*item, group);
        if (before && kinds_.back() == *before)
            current = count() - 1;
    }
    shortenFixes();
    setCurrentRow(current);
}

namespace {

QWidget* entry(QLatin1String picture, Tone tone, const QString& words) {
    auto* box = new QWidget;
    auto* sign = new Picture(picture, tone, 1.0, box);
    auto* label = new QLabel(words, box);
    auto* layout = rowIn(box, 4, {0, 3, 10, 3});
    addAll(layout, {sign, label});
    return box;
}

} // namespace

CheckCounts::CheckCounts(QWidget* parent)
    : QWidget(parent)
    , flow_(new FlowLayout(this)) {
    setObjectName(QStringLiteral("checkCounts"));
}

void CheckCounts::clear() {
    flow_->clear();
}

void CheckCounts::present(const work::CheckFigures& figures, std::int64_t refused) {
    const app::CheckSummary& found = figures.summary;
    flow_->clear();
    const auto add = [this](QLatin1String picture, Tone tone, const QString& words,
                            bool any = true) {
        if (!any)
            return;
        QWidget* made = entry(picture, tone, words);
        flow_->addWidget(made);
        made->show();
    };
    add(QLatin1String("check"), Tone::Good, tr("%Ln ready", nullptr, forPlural(found.ready)));
    for (const QString& part : leftOutParts(figures.known))
        add(QLatin1String("orders"), Tone::Muted, part);
    add(QLatin1String("error"), Tone::Bad,
        tr("%Ln need(s) a fix", nullptr, forPlural(found.blocked)), found.blocked > 0);
    add(QLatin1String("warning"), Tone::Warn,
        tr("%Ln of the ready one(s) odd", nullptr, forPlural(found.withNotes)),
        found.withNotes > 0);
    add(QLatin1String("error"), Tone::Bad,
        tr("%Ln of the ready one(s) refused when sent", nullptr, forPlural(refused)), refused > 0);
    add(QLatin1String("copy"), Tone::Muted,
        tr("%Ln in the sheet twice", nullptr, forPlural(figures.repeated)), figures.repeated > 0);
    add(QLatin1String("skipped"), Tone::Muted,
        tr("%Ln hidden, skipped", nullptr, forPlural(found.hidden)), found.hidden > 0);
    add(QLatin1String("skipped"), Tone::Muted, tr("%Ln blank", nullptr, forPlural(found.blank)),
        found.blank > 0);
    updateGeometry();
}

} // namespace leadsheet::desktop
