// SPDX-License-Identifier: Apache-2.0
#include "charts.hpp"

#include "../shell/words.hpp"
#include "../widgets/parts.hpp"
#include "../widgets/tables.hpp"

#include <QHeaderView>
#include <QLabel>
#include <QMouseEvent>
#include <QPainter>
#include <QTableWidget>

#include <algorithm>

namespace leadsheet::desktop {
namespace {

constexpr int kBarGap = 10;
constexpr double kThickness = 0.7; // of a line of text
constexpr int kRounding = 3;       // a text is measured in fractions of a pixel
constexpr int kLeastBar = 2;       // what is not nothing is seen

constexpr int kLinesOfText = 10;
constexpr int kLegendGap = 16;
constexpr int kLeastHeight = 2;
constexpr double kColumnsShare = 0.72; // of a step; the rest keeps steps apart

constexpr int kMaxRowsVisible = 8;

} // namespace

Chart::Chart(QWidget* parent)
    : QWidget(parent) {
    setMouseTracking(true);
    setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Preferred);
}

void Chart::mousePressEvent(QMouseEvent* event) {
    const int index = event->button() == Qt::LeftButton ? indexAt(event->pos()) : -1;
    if (index >= 0)
        emit pressed(index);
    else
        QWidget::mousePressEvent(event);
}

void Chart::mouseMoveEvent(QMouseEvent* event) {
    if (indexAt(event->pos()) >= 0)
        setCursor(Qt::PointingHandCursor);
    else
        unsetCursor();
    QWidget::mouseMoveEvent(event);
}

void Chart::drawBar(QPainter& painter, const QRectF& bar, Tone tone, Fill fill) const {
    const QColor mark = coloursOf(tone, palette()).mark;
    painter.fillRect(bar, mark);
    if (fill != Fill::Solid)
        painter.fillRect(bar, QBrush(palette().color(QPalette::Base),
                                     fill == Fill::Striped ? Qt::BDiagPattern : Qt::Dense5Pattern));
    painter.setPen(QPen(mark, 1));
    painter.setBrush(Qt::NoBrush);
    painter.drawRect(bar);
}

void BarChart::setBars(QList<Bar> bars) {
    bars_ = std::move(bars);
    QStringList words;
    for (const Bar& bar : std::as_const(bars_))
        words << bar.label + QLatin1Char(' ') + bar.value;
    setAccessibleDescription(words.join(QStringLiteral(", ")));
    updateGeometry();
    update();
}

int BarChart::rowHeight() const {
    return fontMetrics().height() + kBarGap;
}

QSize BarChart::sizeHint() const {
    return {fontMetrics().averageCharWidth() * 60,
            rowHeight() * std::max<int>(1, static_cast<int>(bars_.size()))};
}

QSize BarChart::minimumSizeHint() const {
    return {fontMetrics().averageCharWidth() * 40, sizeHint().height()};
}

int BarChart::indexAt(const QPoint& place) const {
    const int row = place.y() / rowHeight();
    return place.y() >= 0 && row < bars_.size() ? row : -1;
}

void BarChart::paintEvent(QPaintEvent*) {
    QPainter painter(this);
    int labels = 0;
    int values = 0;
    for (const Bar& bar : std::as_const(bars_)) {
        labels = std::max(labels, fontMetrics().horizontalAdvance(bar.label));
        values = std::max(values, fontMetrics().horizontalAdvance(bar.value));
    }
    labels = std::min(labels + kRounding, width() / 2);
    const int from = labels + kBarGap;
    const double room = std::max(0, width() - from - values - kBarGap - 1);
    const double thickness = fontMetrics().height() * kThickness;
    for (int row = 0; row < bars_.size(); ++row) {
        const Bar& bar = bars_.at(row);
        const QRect line(0, row * rowHeight(), width(), rowHeight());
        painter.setPen(palette().color(QPalette::Text));
        painter.drawText(QRect(0, line.top(), labels, line.height()),
                         Qt::AlignVCenter | Qt::AlignRight,
                         fontMetrics().elidedText(bar.label, Qt::ElideRight, labels));
        double length = 0;
        if (bar.share > 0) {
            length = std::max<double>(kLeastBar, room * std::min(1.0, bar.share));
            drawBar(painter, QRectF(from, line.center().y() - thickness / 2, length, thickness),
                    bar.tone, bar.fill);
        }
        painter.setPen(palette().color(QPalette::Text));
        painter.drawText(QRect(from + static_cast<int>(length) + (length > 0 ? kBarGap / 2 : 0),
                               line.top(), values + kBarGap, line.height()),
                         Qt::AlignVCenter | Qt::AlignLeft, bar.value);
    }
}

TimeColumns::TimeColumns() {
    setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Expanding);
}

void TimeColumns::setSteps(QStringList steps, QList<Series> series, const QString& most) {
    steps_ = std::move(steps);
    series_ = std::move(series);
    most_ = most;
    highest_ = 0;
    QStringList names;
    for (const Series& shown : std::as_const(series_)) {
        names << shown.name;
        for (const auto& value : shown.values)
            highest_ = std::max(highest_, value.value_or(0));
    }
    setAccessibleDescription(names.join(QStringLiteral(", ")));
    update();
}

QSize TimeColumns::sizeHint() const {
    return {fontMetrics().averageCharWidth() * 60, fontMetrics().height() * kLinesOfText};
}

QSize TimeColumns::minimumSizeHint() const {
    return {fontMetrics().averageCharWidth() * 40, fontMetrics().height() * kLinesOfText};
}

QRect TimeColumns::plot() const {
    const int line = fontMetrics().height();
    return rect().adjusted(0, 2 * line + 8, -1, -line - 4);
}

int TimeColumns::indexAt(const QPoint& place) const {
    const QRect area = plot();
    if (steps_.isEmpty() || !area.contains(place))
        return -1;
    return std::min(static_cast<int>(steps_.size()) - 1,
                    static_cast<int>((place.x() - area.left()) * steps_.size() / area.width()));
}

void TimeColumns::paintEvent(QPaintEvent*) {
    QPainter painter(this);
    drawLegend(painter);
    const QRect area = plot();
    painter.setPen(QPen(palette().color(QPalette::Mid), 1));
    painter.drawLine(area.bottomLeft(), area.bottomRight());
    if (highest_ > 0)
        painter.drawLine(area.topLeft(), area.topRight());
    painter.setPen(palette().color(QPalette::PlaceholderText));
    if (highest_ > 0)
        painter.drawText(QRect(area.left(), area.top() - fontMetrics().height() - 2, area.width(),
                               fontMetrics().height()),
                         Qt::AlignLeft | Qt::AlignVCenter, most_);
    if (!steps_.isEmpty())
        drawSteps(painter, area);
}

void TimeColumns::drawLegend(QPainter& painter) const {
    const int line = fontMetrics().height();
    const int side = line * 2 / 3;
    int x = 0;
    for (const Series& series : series_) {
        drawBar(painter, QRectF(x, (line - side) / 2.0, side, side), series.tone, series.fill);
        x += side + 6;
        painter.setPen(palette().color(QPalette::Text));
        painter.drawText(QPoint(x, fontMetrics().ascent()), series.name);
        x += fontMetrics().horizontalAdvance(series.name) + kLegendGap;
    }
}

void TimeColumns::drawSteps(QPainter& painter, const QRect& area) const {
    const double step = static_cast<double>(area.width()) / static_cast<double>(steps_.size());
    const double column =
        step * kColumnsShare / static_cast<double>(std::max<qsizetype>(1, series_.size()));
    double labelled = 0;
    for (qsizetype i = 0; i < steps_.size(); ++i) {
        const double left = area.left() + step * static_cast<double>(i);
        double x = left + step * (1 - kColumnsShare) / 2;
        for (const Series& series : series_) {
            const auto value = static_cast<std::size_t>(i) < series.values.size()
                                   ? series.values[static_cast<std::size_t>(i)]
                                   : std::nullopt;
            if (value.value_or(0) > 0 && highest_ > 0) {
                const double height =
                    std::max<double>(kLeastHeight, *value / highest_ * area.height());
                drawBar(painter, QRectF(x, area.bottom() - height, column - 1, height), series.tone,
                        series.fill);
            }
            x += column;
        }
        const QString& label = steps_.at(i);
        const double wide = fontMetrics().horizontalAdvance(label);
        const double at = std::min(left + (step - wide) / 2, area.right() - wide);
        if (at < labelled)
            continue;
        labelled = at + wide + fontMetrics().averageCharWidth() * 2;
        painter.setPen(palette().color(QPalette::PlaceholderText));
        painter.drawText(QPointF(at, area.bottom() + 4 + fontMetrics().ascent()), label);
    }
}

ChartCard::ChartCard(const QString& title, Chart* chart, const char* name,
                     const QStringList& columns)
    : chart_(chart)
    , table_(new QTableWidget)
    , body_(new QWidget)
    , note_(wrappingLabel({}))
    , trouble_(wrappingLabel({})) {
    setProperty("card", true);
    chart_->setAccessibleName(title);
    table_->setObjectName(QLatin1String(name));
    table_->setAccessibleName(title);
    table_->setAccessibleDescription(tr("Return opens the list behind a number."));
    applyTableLook(*table_);
    table_->setSelectionBehavior(QAbstractItemView::SelectItems);
    table_->setColumnCount(static_cast<int>(columns.size()));
    table_->setHorizontalHeaderLabels(columns);
    table_->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    table_->horizontalHeader()->setStretchLastSection(false);
    table_->horizontalHeader()->setSectionResizeMode(0, QHeaderView::Stretch);
    for (int column = 1; column < columns.size(); ++column)
        table_->horizontalHeaderItem(column)->setTextAlignment(Qt::AlignRight | Qt::AlignVCenter);
    connect(table_, &QTableWidget::cellActivated, this, &ChartCard::choose);
    connect(chart_, &Chart::pressed, this, [this](int index) {
        const int row = reversed_ ? table_->rowCount() - 1 - index : index;
        if (row >= 0 && row < table_->rowCount())
            choose(row, 1);
    });
    note_->setForegroundRole(QPalette::PlaceholderText);
    trouble_->setObjectName(QLatin1String(name) + QStringLiteral("Trouble"));
    trouble_->hide();
    auto* row = rowIn(body_, 20);
    const bool grows = chart_->sizePolicy().verticalPolicy() == QSizePolicy::Expanding;
    row->addWidget(chart_, 1, grows ? Qt::Alignment() : Qt::AlignTop);
    row->addWidget(table_, 1);
    auto* column = columnIn(this, 8, {14, 10, 14, 12});
    addAll(column, {cardHeading(title), body_, note_, trouble_});
    setRows({});
}

void ChartCard::setRows(const QList<QStringList>& rows) {
    const QModelIndex before = table_->currentIndex();
    table_->setRowCount(static_cast<int>(rows.size()));
    QList<ColumnContent> contents;
    for (int column = 0; column < table_->columnCount(); ++column) {
        ColumnContent content;
        for (int row = 0; row < rows.size(); ++row) {
            const QString& words = rows.at(row).at(column);
            auto* item = new QTableWidgetItem(words);
            if (column > 0)
                item->setTextAlignment(Qt::AlignRight | Qt::AlignVCenter);
            table_->setItem(row, column, item);
            content.texts << words;
        }
        if (content.texts.isEmpty())
            content.texts << QString();
        contents << content;
    }
    delete widths_;
    widths_ = new ColumnWidths(table_, contents);
    connect(widths_, &ColumnWidths::applied, this, &ChartCard::fit);
    fit();
    if (before.isValid() && before.row() < table_->rowCount())
        table_->setCurrentCell(before.row(), before.column());
}

void ChartCard::fit() {
    const int rows = std::min(kMaxRowsVisible, std::max(1, table_->rowCount()));
    table_->setFixedHeight(table_->horizontalHeader()->sizeHint().height() +
                           rows * table_->verticalHeader()->defaultSectionSize() +
                           2 * table_->frameWidth());
}

void ChartCard::setNote(const QString& words) {
    note_->setText(words);
    note_->setVisible(!words.isEmpty());
}

void ChartCard::setTrouble(const QString& words) {
    trouble_->setText(words);
    trouble_->setVisible(!words.isEmpty());
    body_->setVisible(words.isEmpty());
    if (!words.isEmpty())
        note_->hide();
}

void ChartCard::setTableShown(bool shown) {
    table_->setVisible(shown);
}

void ChartCard::choose(int row, int column) {
    emit chosen(row, std::max(1, column));
}

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

Tile::Tile(const QString& what, const char* name)
    : what_(what)
    , value_(new QLabel(this)) {
    setObjectName(QLatin1String(name));
    setProperty("tile", true);
    auto* caption = new QLabel(what, this);
    caption->setForegroundRole(QPalette::PlaceholderText);
    value_->setProperty("heading", 1);
    auto* layout = columnIn(this, 2, {14, 10, 14, 10});
    addAll(layout, {value_, caption});
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

Tiles::Tiles()
    : spent_(new Tile(tr("Spent this month"), "tileSpent"))
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
