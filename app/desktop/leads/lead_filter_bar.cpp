// SPDX-License-Identifier: Apache-2.0
#include "lead_filter_bar.hpp"

#include "../shell/words.hpp"
#include "../theme/icons.hpp"
#include "../widgets/parts.hpp"
#include "lead_words.hpp"

#include "leadsheet/timestamp.hpp"

#include <QButtonGroup>
#include <QComboBox>
#include <QDateEdit>
#include <QDateTime>
#include <QEvent>
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>
#include <QRegularExpression>
#include <QSignalBlocker>

namespace leadsheet::desktop {
namespace {

constexpr int kByColumn = 2; // of the orders that can be chosen

enum Delivered { AnyTime, Today, Week, Month, SinceDay, Given };

/// The moment before a day begins here: the service lets through what came after it.
std::string beforeDay(const QDate& day) {
    const auto start = day.startOfDay().toMSecsSinceEpoch();
    return formatTimestamp(WallTime(std::chrono::milliseconds(start - 1)));
}

QDate dayAfter(const std::string& moment) {
    const auto time = parseTimestamp(moment);
    return QDateTime::fromMSecsSinceEpoch(time ? time->time_since_epoch().count() + 1 : 0).date();
}

int flagIndex(const std::optional<bool>& flag) {
    return !flag ? 0 : *flag ? 1 : 2;
}

std::optional<bool> flagAt(int index) {
    return index == 0 ? std::nullopt : std::optional(index == 1);
}

/// The first chip is all of them.
std::optional<LeadResult> resultOfChip(int id) {
    return id == 0 ? std::nullopt
                   : std::optional(kLeadResults.at(static_cast<std::size_t>(id) - 1));
}

} // namespace

LeadFilterBar::LeadFilterBar()
    : search_(named(new QLineEdit, "leadSearch"))
    , results_(new QButtonGroup(this)) {
    constexpr int kOrderCharacters = 16;
    auto* flow = new FlowLayout(this);
    makeSearch();
    flow->addWidget(search_);
    for (int id = 0; id <= static_cast<int>(kLeadResults.size()); ++id) {
        const auto result = resultOfChip(id);
        const Look look = result ? resultLook(toString(*result)) : Look{tr("All"), {}, {}};
        auto* chip = addChip(flow, results_, id, look.word, QStringLiteral("leadChip%1").arg(id),
                             result ? chipIcon(look.icon) : QIcon());
        chip->setAccessibleDescription(leadFieldTitle(LeadField::Result));
    }
    email_ = addChoice(tr("E-mail"), "leadEmail");
    email_->addItems({tr("Any"), tr("Present"), tr("Missing")});
    phone_ = addChoice(tr("Phone"), "leadPhone");
    phone_->addItems({tr("Any"), tr("Present"), tr("Missing")});
    country_ = addChoice(tr("Country"), "leadCountry");
    order_ = addChoice(tr("Order"), "leadOrder");
    for (QComboBox* typed : {country_, order_}) {
        typed->setEditable(true);
        typed->setInsertPolicy(QComboBox::NoInsert);
        typed->setCompleter(nullptr); // crashes in Qt 6.4.2 (QTBUG-111869)
        typed->setSizeAdjustPolicy(QComboBox::AdjustToMinimumContentsLengthWithIcon);
        typed->lineEdit()->setPlaceholderText(tr("Any"));
        typed->lineEdit()->setAccessibleName(typed->accessibleName());
    }
    country_->setMinimumContentsLength(6);
    country_->lineEdit()->setMaxLength(2);
    order_->setMinimumContentsLength(kOrderCharacters);
    delivered_ = addChoice(tr("Delivered"), "leadDelivered");
    delivered_->addItems({tr("Any Time"), tr("Today"), tr("In the Last 7 Days"),
                          tr("In the Last 30 Days"), tr("Since a Day")});
    day_ = named(new QDateEdit(QDate::currentDate()), "leadDay");
    day_->setCalendarPopup(true);
    day_->setDisplayFormat(dateFormat());
    day_->setAccessibleName(tr("Delivered since this day"));
    flow->addWidget(day_);
    sort_ = addChoice(tr("Sort"), "leadSort");
    sort_->addItems({tr("Oldest First"), tr("Newest First")});
    clear_ = named(new QPushButton(icon(QLatin1String("close")), tr("Clear Filters")), "leadClear");
    flow->addWidget(clear_);
    takeIn();
    setFacets({});
    showState();
}

QComboBox* LeadFilterBar::addChoice(const QString& label, const char* name) {
    auto* box = new QWidget;
    auto* row = rowIn(box, 5, {0, 0, 6, 0});
    auto* words = new QLabel(label);
    words->setForegroundRole(QPalette::PlaceholderText);
    auto* combo = new QComboBox;
    combo->setObjectName(QLatin1String(name));
    combo->setAccessibleName(label);
    words->setBuddy(combo);
    addAll(row, {words, combo});
    layout()->addWidget(box);
    return combo;
}

void LeadFilterBar::makeSearch() {
    constexpr int kTypingMs = 150;
    const QString label = tr("Search: name, company, title, e-mail");
    search_->setAccessibleName(label);
    search_->setPlaceholderText(label);
    fit();
    typing_.setSingleShot(true);
    typing_.setInterval(kTypingMs);
    const auto tell = [this] {
        typing_.stop();
        emit wordsChosen(search_->text());
        showState();
    };
    connect(search_, &QLineEdit::textChanged, this, [this] { typing_.start(); });
    connect(&typing_, &QTimer::timeout, this, tell);
    connect(search_, &QLineEdit::returnPressed, this, [this, tell] {
        tell();
        emit wordsEntered();
    });
}

void LeadFilterBar::fit() {
    constexpr int kSearchCharacters = 30;
    const QFontMetrics metrics = search_->fontMetrics();
    search_->setMinimumWidth(
        std::max(metrics.horizontalAdvance(search_->placeholderText() + QStringLiteral("nn")),
                 metrics.averageCharWidth() * kSearchCharacters));
}

void LeadFilterBar::changeEvent(QEvent* event) {
    QWidget::changeEvent(event);
    if (event->type() == QEvent::FontChange || event->type() == QEvent::StyleChange)
        fit();
}

void LeadFilterBar::setSearchable(bool searchable) {
    search_->setEnabled(searchable);
    search_->setToolTip(searchable ? QString()
                                   : tr("Leads are searched in the copy on this computer, and "
                                        "there is none."));
}

void LeadFilterBar::find() {
    search_->setFocus(Qt::ShortcutFocusReason);
    search_->selectAll();
}

void LeadFilterBar::setSortedBy(const QString& column) {
    while (sort_->count() > kByColumn)
        sort_->removeItem(kByColumn);
    if (column.isEmpty())
        return;
    sort_->addItem(tr("By %1").arg(column));
    sort_->setCurrentIndex(kByColumn);
}

void LeadFilterBar::takeIn() {
    // Not the click: assistive technology toggles a chip without one.
    connect(results_, &QButtonGroup::idToggled, this, [this](int id, bool on) {
        const auto wanted = resultOfChip(id);
        if (!on || wanted == filter_.result)
            return;
        filter_.result = wanted;
        change();
    });
    connect(email_, &QComboBox::activated, this, [this](int index) {
        filter_.hasEmail = flagAt(index);
        change();
    });
    connect(phone_, &QComboBox::activated, this, [this](int index) {
        filter_.hasPhone = flagAt(index);
        change();
    });
    connect(country_, &QComboBox::activated, this, [this] { takeCountry(); });
    connect(country_->lineEdit(), &QLineEdit::editingFinished, this, [this] { takeCountry(); });
    connect(order_, &QComboBox::activated, this, [this] { takeOrder(); });
    connect(order_->lineEdit(), &QLineEdit::editingFinished, this, [this] { takeOrder(); });
    connect(delivered_, &QComboBox::activated, this, &LeadFilterBar::takeDelivered);
    connect(day_, &QDateEdit::dateChanged, this, [this](const QDate& day) {
        filter_.deliveredAfter = beforeDay(day);
        change();
    });
    connect(sort_, &QComboBox::activated, this, [this](int index) {
        if (index < kByColumn)
            emit newestFirstChosen(index == 1);
    });
    connect(clear_, &QPushButton::clicked, this, [this] {
        filter_ = {};
        search_->clear();
        results_->button(0)->setFocus();
        change();
    });
}

void LeadFilterBar::takeCountry() {
    const QString typed = country_->currentText().trimmed().toUpper();
    const bool code = typed.size() == 2 && typed.at(0).unicode() < 128 && typed.at(0).isLetter() &&
                      typed.at(1).unicode() < 128 && typed.at(1).isLetter();
    const auto wanted = code ? std::optional(typed.toStdString()) : std::nullopt;
    const bool changed = wanted != filter_.country && (code || typed.isEmpty());
    if (changed)
        filter_.country = wanted;
    else if (!code && !typed.isEmpty())
        emit refused(tr("“%1” is not a country code such as DE or FR.").arg(typed));
    if (changed)
        change();
    else
        showState();
}

void LeadFilterBar::takeOrder() {
    const QString typed = order_->currentText().trimmed().toUpper();
    auto parsed = OrderNumber::parse(typed.toStdString());
    static const QRegularExpression form(QStringLiteral("^LS-[0-9A-HJKMNP-TV-Z]{10}$"));
    const bool number = form.match(typed).hasMatch() && parsed;
    const std::string before = filter_.orderNumber ? filter_.orderNumber->str() : std::string();
    const bool changed = typed.toStdString() != before && (number || typed.isEmpty());
    if (changed && number)
        filter_.orderNumber = *std::move(parsed);
    else if (changed)
        filter_.orderNumber.reset();
    else if (!number && !typed.isEmpty())
        emit refused(tr("“%1” is not an order number such as %2.").arg(typed, kSampleOrderNumber));
    if (changed)
        change();
    else
        showState();
}

void LeadFilterBar::takeDelivered(int choice) {
    const QDate today = QDate::currentDate();
    switch (choice) {
    case AnyTime:
        filter_.deliveredAfter.reset();
        break;
    case Today:
        filter_.deliveredAfter = beforeDay(today);
        break;
    case Week:
        filter_.deliveredAfter = beforeDay(today.addDays(-6));
        break;
    case Month:
        filter_.deliveredAfter = beforeDay(today.addDays(-29));
        break;
    case SinceDay:
        filter_.deliveredAfter = beforeDay(day_->date());
        break;
    default:
        return;
    }
    change();
    if (choice == SinceDay)
        day_->setFocus();
}

void LeadFilterBar::setFilter(const LeadFilter& filter) {
    filter_ = filter;
    showState();
}

void LeadFilterBar::setNewestFirst(bool newestFirst) {
    setSortedBy({});
    sort_->setCurrentIndex(newestFirst ? 1 : 0);
}

void LeadFilterBar::setFacets(const app::LeadFacets& facets) {
    constexpr int kMaxChoices = 200;
    const auto refill = [](QComboBox* combo, const auto& values) {
        const QSignalBlocker quiet(combo);
        const QString typed = combo->currentText();
        combo->clear();
        combo->addItem(QString());
        int added = 0;
        for (const auto& [word, count] : values) {
            if (++added > kMaxChoices)
                break;
            combo->addItem(text(word));
            combo->setItemData(combo->count() - 1, tr("%Ln lead(s)", "", forPlural(count)),
                               Qt::ToolTipRole);
        }
        combo->setCurrentText(typed);
    };
    refill(country_, facets.countries);
    refill(order_, facets.orders);
}

void LeadFilterBar::showState() {
    for (int id = 0; id <= static_cast<int>(kLeadResults.size()); ++id)
        if (filter_.result == resultOfChip(id))
            results_->button(id)->setChecked(true);
    email_->setCurrentIndex(flagIndex(filter_.hasEmail));
    phone_->setCurrentIndex(flagIndex(filter_.hasPhone));
    country_->setCurrentText(filter_.country ? text(*filter_.country) : QString());
    order_->setCurrentText(filter_.orderNumber ? text(filter_.orderNumber->str()) : QString());
    while (delivered_->count() > Given)
        delivered_->removeItem(Given);
    int choice = AnyTime;
    if (const auto& after = filter_.deliveredAfter) {
        const QDate day = dayAfter(*after);
        const QDate today = QDate::currentDate();
        if (*after != beforeDay(day)) {
            delivered_->addItem(tr("After %1").arg(timeText(*after, wallNow())));
            choice = Given;
        } else {
            // Who goes through the days in that field is not done when they pass one of these.
            const bool inHand = delivered_->currentIndex() == SinceDay && day == day_->date();
            choice = inHand                      ? SinceDay
                     : day == today              ? Today
                     : day == today.addDays(-6)  ? Week
                     : day == today.addDays(-29) ? Month
                                                 : SinceDay;
            const QSignalBlocker quiet(day_);
            day_->setDate(day);
        }
    }
    delivered_->setCurrentIndex(choice);
    day_->setVisible(choice == SinceDay);
    clear_->setVisible(!app::isEmpty(filter_) || !search_->text().isEmpty());
}

void LeadFilterBar::change() {
    showState();
    emit filterChosen(filter_);
}

void LeadFilterBar::focusOn(LeadField field) {
    switch (field) {
    case LeadField::Result:
        results_->checkedButton()->setFocus(Qt::ShortcutFocusReason);
        break;
    case LeadField::Email:
    case LeadField::HasEmail:
        email_->setFocus(Qt::ShortcutFocusReason);
        email_->showPopup();
        break;
    case LeadField::Phone:
    case LeadField::HasPhone:
        phone_->setFocus(Qt::ShortcutFocusReason);
        phone_->showPopup();
        break;
    case LeadField::Country:
        country_->setFocus(Qt::ShortcutFocusReason);
        break;
    case LeadField::OrderNumber:
        order_->setFocus(Qt::ShortcutFocusReason);
        break;
    case LeadField::DeliveredAt:
        delivered_->setFocus(Qt::ShortcutFocusReason);
        delivered_->showPopup();
        break;
    default:
        break;
    }
}

} // namespace leadsheet::desktop
