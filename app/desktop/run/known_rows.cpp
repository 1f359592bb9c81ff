// SPDX-License-Identifier: Apache-2.0
#include "known_rows.hpp"

#include "../phrases/say.hpp"
#include "../shell/words.hpp"
#include "../theme/icons.hpp"
#include "../widgets/parts.hpp"
#include "../widgets/tables.hpp"
#include "leadsheet/app/durations.hpp"
#include "leadsheet/timestamp.hpp"

#include <QCheckBox>
#include <QEvent>
#include <QHeaderView>
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>
#include <QRegularExpression>
#include <QTreeWidget>

namespace leadsheet::desktop {
namespace {

constexpr int kShownRows = 6;
constexpr int kLeadsColumn = 4;

QLabel* wrapped(const char* name) {
    auto* label = new QLabel;
    label->setObjectName(QLatin1String(name));
    label->setWordWrap(true);
    label->setTextInteractionFlags(Qt::TextSelectableByMouse);
    return label;
}

QPushButton* button(QLatin1String picture, const char* name) {
    auto* made = new QPushButton(icon(picture), {});
    made->setObjectName(QLatin1String(name));
    made->setAutoDefault(true);
    return made;
}

} // namespace

KnownRows::KnownRows(Kind kind)
    : kind_(kind)
    , title_(new QLabel)
    , words_(wrapped("knownWords"))
    , list_(new QTreeWidget)
    , widths_(nullptr)
    , sentence_(wrapped("knownSentence"))
    , more_(wrapped("knownMore"))
    , act_(button(QLatin1String("redo"), "orderKnown"))
    , actAll_(button(QLatin1String("redo"), "orderAllKnown"))
    , anyway_(wrapped("orderedAnyway"))
    , leaveOut_(button(QLatin1String("undo"), "leaveOut")) {
    const bool ended = kind == Kind::Ended;
    setObjectName(ended                   ? QStringLiteral("orderedThenEnded")
                  : kind == Kind::Similar ? QStringLiteral("orderedSimilar")
                                          : QStringLiteral("orderedBefore"));
    setProperty("card", true);
    title_->setText(ended                   ? tr("Ordered, then ended")
                    : kind == Kind::Similar ? tr("Perhaps ordered before")
                                            : tr("Ordered before"));
    title_->setProperty("heading", 2);
    more_->setForegroundRole(QPalette::PlaceholderText);
    list_->setAccessibleName(ended                   ? tr("Rows whose orders have ended")
                             : kind == Kind::Similar ? tr("Rows that were perhaps ordered before")
                                                     : tr("Rows that were ordered before"));
    list_->setHeaderLabels(
        {tr("Row"), tr("Order"), ended ? tr("Outcome") : tr("When"), tr("Product"), tr("Leads")});
    list_->headerItem()->setTextAlignment(kLeadsColumn, Qt::AlignRight | Qt::AlignVCenter);
    list_->setRootIsDecorated(false);
    list_->setUniformRowHeights(true);
    list_->setAlternatingRowColors(true);
    list_->setAllColumnsShowFocus(true);
    list_->setTabKeyNavigation(false);
    list_->setSelectionMode(QAbstractItemView::ExtendedSelection);
    list_->setItemDelegate(new TableDelegate(list_));
    list_->header()->setStretchLastSection(true);
    widths_ = new ColumnWidths(list_, {{}, {}, {}, {{}, false, letters(8)}, {}});
    connect(widths_, &ColumnWidths::applied, this, [this] {
        const int rows = std::min(list_->topLevelItemCount(), kShownRows);
        list_->setFixedHeight(list_->header()->sizeHint().height() +
                              rows * std::max(1, list_->sizeHintForRow(0)) +
                              2 * list_->frameWidth() + 2);
    });
    auto* acts = new FlowLayout;
    addAll(acts, {act_, actAll_, leaveOut_});
    auto* layout = columnIn(this, -1, {16, 12, 16, 12});
    addAll(layout, {title_, words_, list_, sentence_, more_, anyway_});
    layout->addLayout(acts);
    connect(list_, &QTreeWidget::itemSelectionChanged, this, &KnownRows::rowChosen);
    connect(list_, &QTreeWidget::currentItemChanged, this, &KnownRows::rowChosen);
    connect(act_, &QPushButton::clicked, this, [this] { emit wanted(selected()); });
    connect(actAll_, &QPushButton::clicked, this, &KnownRows::allWanted);
    connect(leaveOut_, &QPushButton::clicked, this, &KnownRows::leaveOutWanted);
    hide();
}

void KnownRows::present(const Priced& priced, bool canLeaveOut, const QStringList& added) {
    const bool before = kind_ == Kind::OrderedBefore;
    const bool ended = kind_ == Kind::Ended;
    const WallTime now = systemClock()->wallNow() + priced.clockAhead;
    rows_ = before ? priced.known.before : ended ? priced.known.ended : priced.known.similar;
    all_ = before ? priced.quote.orderedBefore : ended ? priced.quote.ended : priced.quote.similar;
    const std::int64_t anyway = before && canLeaveOut ? priced.anyway : 0;
    setVisible(all_ + anyway > 0);
    const bool any = !rows_.empty();
    for (QWidget* part : std::initializer_list<QWidget*>{words_, list_, sentence_})
        part->setVisible(any);
    act_->setVisible(any && kind_ != Kind::Similar);
    actAll_->setVisible(all_ > 1 && kind_ != Kind::Similar);
    words_->setText(
        kind_ == Kind::Similar
            ? tr("%Ln row(s) may ask in other words for what this account ordered before. They are "
                 "ordered all the same: take out of the sheet what you do not want twice.",
                 nullptr, forPlural(all_))
        : before
            ? tr("%Ln row(s) ask for the companies and people of an earlier order, although they "
                 "were not ordered themselves: they have a different number of leads, are worded "
                 "differently, or come from another sheet or computer. They are skipped and cost "
                 "nothing.",
                 nullptr, forPlural(all_))
            : tr("%Ln row(s) bought an order that has ended: it was cancelled, rejected, failed or "
                 "refunded. They have no price here: nothing is ordered again without asking you.",
                 nullptr, forPlural(all_)));
    {
        const QSignalBlocker quiet(list_);
        list_->clear();
        for (const submit::RowRecord& row : rows_) {
            const EquivalentOrder* newest =
                row.earlier.orders.empty() ? nullptr : &row.earlier.orders.front();
            auto* item = new QTreeWidgetItem(
                list_, {placeWords(row.tab, row.sourceRow, priced.sourceName),
                        text(!ended && newest != nullptr ? newest->orderNumber : row.orderNumber),
                        ended               ? stateWord(row)
                        : newest != nullptr ? agoText(newest->createdAt, now)
                                            : QString(),
                        sayProduct(row.product), number(row.leadCount)});
            item->setTextAlignment(kLeadsColumn, Qt::AlignRight | Qt::AlignVCenter);
            item->setData(0, Qt::UserRole, sentenceOf(row));
            for (int column = 0; column < list_->columnCount(); ++column)
                item->setToolTip(column, sentenceOf(row));
        }
        if (any) {
            list_->setCurrentItem(list_->topLevelItem(0));
            list_->topLevelItem(0)->setSelected(true);
        }
    }
    const auto listed = static_cast<std::int64_t>(rows_.size());
    more_->setVisible(any && listed < all_);
    more_->setText(tr("The first %1 of %2 are listed.").arg(number(listed), number(all_)));
    actAll_->setText(before ? tr("Add All %Ln to the Price", nullptr, forPlural(all_))
                            : tr("Order All %Ln Again", nullptr, forPlural(all_)));
    sayAdded(anyway, added);
    rowChosen();
    widths_->apply();
}

void KnownRows::sayAdded(std::int64_t anyway, const QStringList& added) {
    anyway_->setVisible(anyway > 0);
    QStringList words{
        tr("%Ln row(s) that were ordered before are in the price: they are ordered anyway.",
           nullptr, forPlural(anyway))};
    constexpr qsizetype kNamed = 6;
    words += added.mid(0, kNamed);
    if (added.size() > kNamed)
        words << QStringLiteral("…");
    anyway_->setText(words.join(QLatin1Char(' ')));
    leaveOut_->setText(anyway == 1 ? tr("Leave It Out") : tr("Leave Them Out"));
    leaveOut_->setVisible(anyway > 0);
}

QString KnownRows::sentenceOf(const submit::RowRecord& row) const {
    if (kind_ == Kind::Ended)
        return tr("Order %1: %2.").arg(text(row.orderNumber), stateWord(row));
    return earlierSentence(row.earlier, systemClock()->wallNow()) + QLatin1Char(' ') +
           (kind_ == Kind::Similar ? tr("It is ordered all the same.") : tr("Skipped."));
}

std::vector<submit::RowRecord> KnownRows::selected() const {
    std::vector<submit::RowRecord> rows;
    for (int at = 0; at < list_->topLevelItemCount(); ++at)
        if (list_->topLevelItem(at)->isSelected())
            rows.push_back(rows_[static_cast<std::size_t>(at)]);
    return rows;
}

std::vector<std::int64_t> KnownRows::ordinalsOf(const std::vector<submit::RowRecord>& rows) {
    std::vector<std::int64_t> ordinals;
    for (const submit::RowRecord& row : rows)
        ordinals.push_back(row.ref.ordinal);
    return ordinals;
}

void KnownRows::rowChosen() {
    const QTreeWidgetItem* item = list_->currentItem();
    sentence_->setText(item == nullptr ? QString() : item->data(0, Qt::UserRole).toString());
    const int chosen = static_cast<int>(list_->selectedItems().size());
    act_->setEnabled(chosen > 0);
    if (kind_ == Kind::OrderedBefore)
        act_->setText(tr("Add %Ln Row(s) to the Price", nullptr, std::max(chosen, 1)));
    else
        act_->setText(chosen < 2 ? tr("Order Again")
                                 : tr("Order %Ln Row(s) Again", nullptr, chosen));
}

namespace {

constexpr std::chrono::hours kProposed{30 * 24};

enum class PeriodUnit { Seconds, Minutes, Hours, Days, Weeks };
struct PeriodLength {
    PeriodUnit unit;
    std::int64_t seconds;
    char letter; // as app::parsePeriod() reads it
};
/// From short to long; weeks are read, and said in days.
constexpr PeriodLength kLengths[] = {{PeriodUnit::Seconds, 1, 's'},
                                     {PeriodUnit::Minutes, 60, 'm'},
                                     {PeriodUnit::Hours, 3'600, 'h'},
                                     {PeriodUnit::Days, 86'400, 'd'},
                                     {PeriodUnit::Weeks, 7 * 86'400, 'w'}};

QString periodIn(PeriodUnit unit, int count) {
    //: This and the next ones: what was ordered more than … ago. German: "vor mehr als 30 Tagen".
    switch (unit) {
    case PeriodUnit::Seconds:
        return AgainAfter::tr("%Ln second(s)", nullptr, count);
    case PeriodUnit::Minutes:
        return AgainAfter::tr("%Ln minute(s)", nullptr, count);
    case PeriodUnit::Hours:
        return AgainAfter::tr("%Ln hour(s)", nullptr, count);
    case PeriodUnit::Days:
        return AgainAfter::tr("%Ln day(s)", nullptr, count);
    case PeriodUnit::Weeks:
        return AgainAfter::tr("%Ln week(s)", nullptr, count);
    }
    return {};
}

/// "30 days"
QString periodText(std::chrono::seconds period) {
    PeriodLength longest = kLengths[0];
    for (const PeriodLength& length : kLengths)
        if (length.unit != PeriodUnit::Weeks && period.count() % length.seconds == 0)
            longest = length;
    return periodIn(longest.unit, forPlural(period.count() / longest.seconds));
}

/// What a person typed: "30 days", "30 d", "30d" or "30", in the words of the window's language,
/// which may be cut short.
std::optional<std::chrono::seconds> readPeriod(const QString& typed) {
    static const QRegularExpression form(QStringLiteral("^\\s*(\\d+)\\s*(\\p{L}*)\\s*$"));
    const QRegularExpressionMatch found = form.match(typed);
    const QString word = found.captured(2).toLower();
    // A forgotten word must not mean seconds, after which everything would be ordered again.
    QLatin1Char letter('d');
    bool known = word.isEmpty();
    for (const PeriodLength& length : kLengths)
        if (!known && word == QLatin1Char(length.letter)) {
            letter = QLatin1Char(length.letter);
            known = true;
        }
    for (const PeriodLength& length : kLengths)
        for (const int count : {1, 2})
            if (!known && periodIn(length.unit, count)
                              .section(QLatin1Char(' '), 1)
                              .toLower()
                              .startsWith(word)) {
                letter = QLatin1Char(length.letter);
                known = true;
            }
    if (!found.hasMatch() || !known)
        return std::nullopt;
    return app::parsePeriod((found.captured(1) + letter).toStdString());
}

} // namespace

AgainAfter::AgainAfter()
    : wanted_(named(new QCheckBox(tr("Order again what was ordered more than")), "againAfter"))
    , period_(named(new QLineEdit(periodText(kProposed)), "againPeriod",
                    tr("After how long what was ordered is ordered again")))
    , ago_(named(new QLabel, "againMeaning"))
    , problem_(named(new QLabel, "againProblem")) {
    wanted_->setToolTip(tr("Rows whose orders are older are ordered once more, once per period, "
                           "whoever does it. Kept for sheets with these columns."));
    period_->setToolTip(tr("For example 30 days, 2 weeks or 12 hours"));
    problem_->setWordWrap(true);
    problem_->hide();
    auto* line = new FlowLayout;
    addAll(line, {wanted_, period_, ago_});
    auto* layout = columnIn(this);
    layout->addLayout(line);
    layout->addWidget(problem_);
    connect(wanted_, &QCheckBox::clicked, this, &AgainAfter::choose);
    connect(period_, &QLineEdit::editingFinished, this, &AgainAfter::choose);
    connect(period_, &QLineEdit::textChanged, this, &AgainAfter::explain);
    explain();
}

void AgainAfter::explain() {
    const auto period = readPeriod(period_->text());
    const WallTime now = systemClock()->wallNow();
    ago_->setText(
        period && period_->text() != periodText(*period)
            ? tr("= %1", "2w = 14 days ago").arg(agoText(formatTimestamp(now - *period), now))
            : tr("ago", "Order again what was ordered more than 30 days ago"));
}

void AgainAfter::setPeriod(std::optional<std::chrono::seconds> period) {
    told_ = period;
    wanted_->setChecked(period.has_value());
    if (period)
        period_->setText(periodText(*period));
    problem_->hide();
}

void AgainAfter::choose() {
    const auto period = readPeriod(period_->text());
    const bool wrong = wanted_->isChecked() && !period;
    problem_->setVisible(wrong);
    problem_->setText(wrong ? tr("“%1” is not a period. Write for example 30 days, 2 weeks or 12 "
                                 "hours, at most 366 days.")
                                  .arg(period_->text().trimmed())
                            : QString());
    if (period)
        period_->setText(periodText(*period));
    const auto now = wanted_->isChecked() ? period : std::nullopt;
    if (wrong || now == told_)
        return;
    told_ = now;
    emit chosen(now);
}

bool AgainAfter::event(QEvent* event) {
    if (event->type() == QEvent::FontChange || event->type() == QEvent::Polish)
        period_->setFixedWidth(
            fontMetrics().horizontalAdvance(QStringLiteral("000 ") + letters(10)));
    return QWidget::event(event);
}

} // namespace leadsheet::desktop
