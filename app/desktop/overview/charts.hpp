// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "../theme/icons.hpp"
#include "overview_feed.hpp"

#include <QBrush>
#include <QFrame>
#include <QList>
#include <QPushButton>
#include <QString>
#include <QStringList>
#include <QWidget>

#include <optional>
#include <vector>

class QLabel;
class QTableWidget;

namespace leadsheet::desktop {

class ColumnWidths;

/// How a bar is filled: patterns tell neighbours apart without colour.
enum class Fill { Solid, Striped, Dotted };

/// A drawing of numbers that stand in a table beside it, which is where keyboards and screen
/// readers find them: it takes no focus, and says in its description what it shows.
class Chart : public QWidget {
    Q_OBJECT

public:
    explicit Chart(QWidget* parent = nullptr);

signals:
    /// The bar, or the step of time, with this index was pressed.
    void pressed(int index);

protected:
    /// What is drawn there; -1 = nothing.
    virtual int indexAt(const QPoint& place) const = 0;
    void mousePressEvent(QMouseEvent* event) override;
    void mouseMoveEvent(QMouseEvent* event) override;

    /// A bar of a tone in the colours of the moment.
    void drawBar(QPainter& painter, const QRectF& bar, Tone tone, Fill fill) const;
};

/// Amounts under each other, as bars from one side.
class BarChart : public Chart {
    Q_OBJECT

public:
    struct Bar {
        QString label;
        QString value; ///< in words, at its end
        double share;  ///< 0 to 1 of the room there is
        Tone tone = Tone::Info;
        Fill fill = Fill::Solid;
    };

    using Chart::Chart;

    void setBars(QList<Bar> bars);
    QSize sizeHint() const override;
    QSize minimumSizeHint() const override;

protected:
    void paintEvent(QPaintEvent* event) override;
    int indexAt(const QPoint& place) const override;

private:
    int rowHeight() const;

    QList<Bar> bars_;
};

/// Amounts over time: for each step some columns side by side, on one scale from nothing on, with
/// a legend above them.
class TimeColumns : public Chart {
    Q_OBJECT

public:
    struct Series {
        QString name;
        Tone tone = Tone::Info;
        Fill fill = Fill::Solid;
        std::vector<std::optional<double>> values; ///< one a step; nothing = not known
    };

    TimeColumns();

    /// `most`: what the highest column stands for, in words.
    void setSteps(QStringList steps, QList<Series> series, const QString& most);
    QSize sizeHint() const override;
    QSize minimumSizeHint() const override;

protected:
    void paintEvent(QPaintEvent* event) override;
    int indexAt(const QPoint& place) const override;

private:
    QRect plot() const;
    void drawLegend(QPainter& painter) const;
    void drawSteps(QPainter& painter, const QRect& area) const;

    QStringList steps_;
    QList<Series> series_;
    QString most_;
    double highest_ = 0;
};

/// A heading, a drawing, the same numbers as a table beside it, and how far they reach.
class ChartCard : public QFrame {
    Q_OBJECT

public:
    /// `name` is the object name of the table; the columns after the first hold numbers.
    ChartCard(const QString& title, Chart* chart, const char* name, const QStringList& columns);

    void setRows(const QList<QStringList>& rows);
    void setNote(const QString& words);
    /// Why there are no numbers; empty = there are.
    void setTrouble(const QString& words);
    void setTableShown(bool shown);
    /// The table begins with what the drawing ends with.
    void setReversed(bool reversed) { reversed_ = reversed; }

signals:
    /// A number was chosen, by Return, by a double click, or in the drawing (its first number).
    void chosen(int row, int column);

private:
    void choose(int row, int column);
    void fit();

    Chart* chart_;
    QTableWidget* table_;
    ColumnWidths* widths_ = nullptr;
    QWidget* body_;
    QLabel* note_;
    QLabel* trouble_;
    bool reversed_ = false;
};

/// One number, large, and what it is. Pressed, it opens the list that it counts.
class Tile : public QPushButton {
    Q_OBJECT

public:
    Tile(const QString& what, const char* name);

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
    Tiles();

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
