// SPDX-License-Identifier: Apache-2.0
#include "tiles.hpp"

#include "../shell/words.hpp"
#include "../widgets/parts.hpp"

#include <QLabel>
#include <QVBoxLayout>

namespace leadsheet::desktop {
namespace {

const QString kUnknown = QStringLiteral("–");

} // namespace

std::int64_t openOrders(const StatusCounts& counts) {
    std::int64_t open = 0;
    for (const OrderStatus status :
         {OrderStatus::PendingReview, OrderStatus::InfoRequested, OrderStatus::InProgress})
        open += counts[static_cast<std::size_t>(status)];
    return open;
}

std::optional<std::pair<std::int64_t, std::int64_t>>
costOfGoodLeads(const AccountStatistics& sums) {
    static_assert(kLeadResults.front() == LeadResult::Good);
    const std::int64_t good = resultCounts(sums).front();
    if (good == 0)
        return std::nullopt;
    return std::pair(sums.charged.amount - sums.refunded.amount, good);
}

Tile::Tile(const QString& what, const char* name, QWidget* parent)
    : QPushButton(parent)
    , what_(what)
    , value_(new QLabel(this)) {
    setObjectName(QLatin1String(name));
    setProperty("tile", true);
    auto* caption = new QLabel(what, this);
    caption->setForegroundRole(QPalette::PlaceholderText);
    value_->setProperty("heading", 1);
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(14, 10, 14, 10);
    layout->setSpacing(2);
    layout->addWidget(value_);
    layout->addWidget(caption);
    for (QLabel* label : {value_, caption})
        label->setAttribute(Qt::WA_TransparentForMouseEvents);
}

QSize Tile::sizeHint() const {
    return layout()->sizeHint();
}

void Tile::present(const QString& value, const QString& about) {
    value_->setText(value);
    setToolTip(about);
    setAccessibleName(tr("%1: %2").arg(what_, value));
    setAccessibleDescription(about);
    updateGeometry();
}

Tiles::Tiles(QWidget* parent)
    : QWidget(parent)
    , spent_(new Tile(tr("Spent this month"), "tileSpent"))
    , open_(new Tile(tr("Open orders"), "tileOpen"))
    , leads_(new Tile(tr("Leads"), "tileLeads"))
    , good_(new Tile(tr("Cost per good lead"), "tileGood")) {
    auto* row = rowIn(this, 12);
    for (Tile* tile : {spent_, open_, leads_, good_})
        row->addWidget(tile, 1);
    connect(spent_, &Tile::clicked, this, [this] { emit ordersWanted(OrderStatus::Delivered); });
    connect(open_, &Tile::clicked, this, [this] { emit ordersWanted(std::nullopt); });
    connect(leads_, &Tile::clicked, this, [this] { emit leadsWanted(std::nullopt); });
    connect(good_, &Tile::clicked, this, [this] { emit leadsWanted(LeadResult::Good); });
}

void Tiles::present(const OverviewNumbers& numbers, const std::string& currency,
                    const QDate& today) {
    const AccountStatistics* sums = numbers.sums ? &*numbers.sums : nullptr;
    if (sums != nullptr) {
        const MoneyPeriod month = moneyOverTime(*sums, PeriodUnit::Month, 1, today).front();
        spent_->present(money(month.charged - month.refunded, currency),
                        tr("Charged at deliveries, less what was refunded"));
    } else {
        spent_->present(kUnknown);
    }
    open_->present(sums != nullptr && sums->orders ? number(openOrders(statusCounts(*sums)))
                                                   : kUnknown,
                   tr("In review, with a question to answer, or in progress"));
    leads_->present(sums != nullptr && sums->leads ? number(*sums->leads) : kUnknown);
    const auto cost = sums != nullptr ? costOfGoodLeads(*sums) : std::nullopt;
    good_->present(cost ? unitPrice({cost->first, currency}, cost->second) : kUnknown,
                   cost ? tr("%1 for %Ln good lead(s)", nullptr, forPlural(cost->second))
                              .arg(money(cost->first, currency))
                        : tr("There are no good leads yet."));
}

} // namespace leadsheet::desktop
