// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "overview_feed.hpp"

#include <QPushButton>
#include <QWidget>

class QLabel;

namespace leadsheet::desktop {

/// One number, large, and what it is. Pressed, it opens the list that it counts.
class Tile : public QPushButton {
    Q_OBJECT

public:
    Tile(const QString& what, const char* name, QWidget* parent = nullptr);

    /// `about` is said in the tip, for instance why there is no number.
    void present(const QString& value, const QString& about = {});

    QSize sizeHint() const override;
    QSize minimumSizeHint() const override { return sizeHint(); }

private:
    QString what_;
    QLabel* value_;
};

/// The four numbers that an account is looked at for.
class Tiles : public QWidget {
    Q_OBJECT

public:
    explicit Tiles(QWidget* parent = nullptr);

    void present(const OverviewNumbers& numbers, const std::string& currency, const QDate& today);

signals:
    void ordersWanted(std::optional<leadsheet::OrderStatus> status);
    /// Those with a verification result; all of them without one.
    void leadsWanted(std::optional<leadsheet::LeadResult> result);

private:
    Tile* spent_;
    Tile* open_;
    Tile* leads_;
    Tile* good_;
};

/// Orders that are not finished: in review, asked about, in progress.
std::int64_t openOrders(const StatusCounts& counts);

/// What was charged and not given back for each good lead; nothing without good leads. In whole
/// minor units and the leads it is shared among.
std::optional<std::pair<std::int64_t, std::int64_t>> costOfGoodLeads(const AccountStatistics& sums);

} // namespace leadsheet::desktop
