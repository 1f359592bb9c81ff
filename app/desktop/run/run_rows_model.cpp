// SPDX-License-Identifier: Apache-2.0
#include "run_rows_model.hpp"

#include "../phrases/say.hpp"
#include "../shell/words.hpp"
#include "../widgets/tables.hpp"

#include "leadsheet/app/order_words.hpp"
#include "leadsheet/submit/results.hpp"

#include <QPainter>
#include <QPainterPath>

#include <array>

namespace leadsheet::desktop {
namespace {

using submit::RowState;

constexpr int kHeight = 16;
/// From what is settled to what is left.
constexpr RowState kOrder[] = {RowState::Placed,   RowState::AlreadyOrdered, RowState::Refused,
                               RowState::NeedsFix, RowState::Unknown,        RowState::WillRetry,
                               RowState::Sending,  RowState::Queued,         RowState::Ready,
                               RowState::Ended,    RowState::Skipped};

} // namespace

StateLook lookOf(RowState state) {
    constexpr std::array<StateLook, submit::kRowStateCount> kLooks{{
        {Tone::Neutral, QLatin1String("play")},   // Ready
        {Tone::Bad, QLatin1String("warning")},    // NeedsFix
        {Tone::Muted, QLatin1String("skipped")},  // Skipped
        {Tone::Neutral, QLatin1String("queued")}, // Queued
        {Tone::Info, QLatin1String("submit")},    // Sending
        {Tone::Good, QLatin1String("placed")},    // Placed
        {Tone::Info, QLatin1String("check")},     // AlreadyOrdered
        {Tone::Bad, QLatin1String("error")},      // Refused
        {Tone::Warn, QLatin1String("unknown")},   // Unknown
        {Tone::Warn, QLatin1String("refresh")},   // WillRetry
        {Tone::Warn, QLatin1String("stop")},      // Ended
    }};
    return kLooks.at(static_cast<std::size_t>(state));
}

QIcon stateIcon(RowState state) {
    const StateLook look = lookOf(state);
    return icon(look.icon, look.tone);
}

StateBar::StateBar() {
    setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
}

QSize StateBar::sizeHint() const {
    return {300, kHeight};
}

QSize StateBar::minimumSizeHint() const {
    return {60, kHeight};
}

void StateBar::setTotals(const submit::RunTotals& totals) {
    totals_ = totals;
    QStringList parts;
    for (const RowState state : kOrder)
        if (totals.of(state) > 0)
            parts << stateCount(state, totals.of(state));
    setAccessibleName(tr("Rows by state"));
    setAccessibleDescription(parts.join(QStringLiteral(", ")));
    setToolTip(parts.join(QStringLiteral(" · ")));
    update();
}

void StateBar::paintEvent(QPaintEvent*) {
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    QPainterPath outline;
    outline.addRoundedRect(rect(), 4, 4);
    painter.setClipPath(outline);
    painter.fillRect(rect(), palette().color(QPalette::Base));
    const std::int64_t all = std::max<std::int64_t>(1, totals_.all());
    double from = 0;
    for (const RowState state : kOrder) {
        const double share = static_cast<double>(totals_.of(state)) / static_cast<double>(all);
        if (share <= 0)
            continue;
        const QRectF segment(from, 0, share * width(), height());
        from += segment.width();
        if (state == RowState::Queued || state == RowState::Ready)
            continue; // what is still to send leaves the track empty
        // Tones repeat; a pattern tells their neighbours apart without colour.
        painter.fillRect(segment, coloursOf(lookOf(state).tone, palette()).mark);
        if (state == RowState::Unknown || state == RowState::NeedsFix ||
            state == RowState::AlreadyOrdered)
            painter.fillRect(segment, QBrush(palette().color(QPalette::Base), Qt::BDiagPattern));
        painter.fillRect(QRectF(segment.right() - 1, 0, 1, height()),
                         palette().color(QPalette::Window));
    }
    painter.setClipping(false);
    painter.setPen(coloursOf(Tone::Muted, palette()).mark);
    painter.drawRoundedRect(QRectF(rect()).adjusted(0.5, 0.5, -0.5, -0.5), 4, 4);
}

namespace {

constexpr std::size_t kMaxPages = 40;

struct Fetched {
    int page = 0;
    std::vector<submit::RowRecord> rows;
    std::map<int, std::int64_t> starts;
    QString error;
};

/// Filtered rows have no known place: walks from the nearest page whose start is known.
Fetched fetchPage(const std::filesystem::path& file, submit::RunId run,
                  const std::vector<submit::RowState>& states, int page, int from,
                  std::int64_t after, const std::stop_token& stop) {
    Fetched fetched;
    fetched.page = page;
    submit::LedgerOptions options;
    options.mode = submit::LedgerOptions::Mode::ReadOnly;
    options.checkIntegrity = false;
    const auto ledger = submit::Ledger::open(file, options);
    if (!ledger) {
        fetched.error = say(ledger.error());
        return fetched;
    }
    submit::RowFilter filter;
    filter.states = states;
    filter.withContent = true;
    filter.pageSize = RunRowsModel::kPageRows;
    submit::RowReader reader(*ledger, run, filter);
    reader.seek(after);
    for (int at = from; at <= page && !stop.stop_requested(); ++at) {
        auto rows = reader.next();
        if (!rows) {
            fetched.error = say(rows.error());
            return fetched;
        }
        if (!rows->empty())
            fetched.starts[at + 1] = rows->back().ref.ordinal;
        if (at == page)
            fetched.rows = *std::move(rows);
    }
    return fetched;
}

std::int64_t countOf(const submit::RunTotals& totals, const std::vector<submit::RowState>& states) {
    if (states.empty())
        return totals.all();
    std::int64_t sum = 0;
    for (const submit::RowState state : states)
        sum += totals.of(state);
    return sum;
}

bool isLiveRowNumber(int column) {
    return column == RunRowsModel::Row || column == RunRowsModel::Leads ||
           column == RunRowsModel::Price;
}

} // namespace

RunRowsModel::RunRowsModel(QObject* parent)
    : QAbstractTableModel(parent) {
    // Many cells ask for the same page while the view paints.
    soon_.setSingleShot(true);
    soon_.setInterval(0);
    connect(&soon_, &QTimer::timeout, this, &RunRowsModel::fetch);
}

void RunRowsModel::show(const std::filesystem::path& ledger, const submit::RunInfo& run,
                        std::vector<submit::RowState> states, std::int64_t most) {
    beginResetModel();
    background_.cancel();
    ledger_ = ledger;
    run_ = run.id;
    currency_ = run.spec.currency;
    places_ = RowPlaces(run);
    states_ = std::move(states);
    pages_.clear();
    starts_ = {{0, -1}};
    wanted_.reset();
    ++generation_;
    count_ = static_cast<int>(std::min<std::int64_t>(
        {countOf(run.totals, states_), most, std::numeric_limits<int>::max()}));
    endResetModel();
}

void RunRowsModel::refresh(const submit::RunTotals& totals) {
    const int count = static_cast<int>(
        std::min<std::int64_t>(countOf(totals, states_), std::numeric_limits<int>::max()));
    ++generation_;
    if (!states_.empty())
        starts_ = {{0, -1}};
    if (count > count_) {
        beginInsertRows({}, count_, count - 1);
        count_ = count;
        endInsertRows();
    } else if (count < count_) {
        beginRemoveRows({}, count, count_ - 1);
        count_ = count;
        endRemoveRows();
    }
    if (count_ > 0)
        emit dataChanged(index(0, 0), index(count_ - 1, ColumnCount - 1));
}

void RunRowsModel::clear() {
    beginResetModel();
    background_.cancel();
    pages_.clear();
    count_ = 0;
    ++generation_;
    endResetModel();
}

int RunRowsModel::rowCount(const QModelIndex& parent) const {
    return parent.isValid() ? 0 : count_;
}

int RunRowsModel::columnCount(const QModelIndex& parent) const {
    return parent.isValid() ? 0 : ColumnCount;
}

const submit::RowRecord* RunRowsModel::record(int row) const {
    const auto found = pages_.find(row / kPageRows);
    if (found == pages_.end())
        return nullptr;
    const auto at = static_cast<std::size_t>(row % kPageRows);
    return at < found->second.rows.size() ? &found->second.rows[at] : nullptr;
}

QVariant RunRowsModel::data(const QModelIndex& index, int role) const {
    if (!index.isValid() || index.row() >= count_)
        return {};
    if (role == Qt::TextAlignmentRole && isLiveRowNumber(index.column()))
        return kNumberAlignment;
    const bool textual = role == Qt::DisplayRole || role == Qt::ToolTipRole;
    if (!textual && role != Qt::DecorationRole)
        return {};
    const int page = index.row() / kPageRows;
    const auto found = pages_.find(page);
    if (found == pages_.end() || found->second.generation != generation_)
        want(page);
    const submit::RowRecord* row = record(index.row());
    if (row == nullptr)
        return role == Qt::DisplayRole && index.column() == State ? QVariant(tr("…")) : QVariant();
    if (role == Qt::DecorationRole)
        return index.column() == State ? QVariant(stateIcon(row->state)) : QVariant();
    return shown(*row, index.column());
}

QVariant RunRowsModel::shown(const submit::RowRecord& row, int column) const {
    switch (column) {
    case Row:
        return places_.of(row);
    case State:
        return stateWord(row);
    case Product:
        return sayProduct(row.product);
    case Leads:
        return row.leadCount > 0 ? number(row.leadCount) : QString();
    case Price:
        return priceText(row, currency_);
    case OrderNumber:
        return text(row.orderNumber);
    case Message:
        return messageOf(row);
    case Words: {
        const auto order = app::orderOfBody(row.request);
        return order ? text(app::orderWords(*order, windowWording())) : QString();
    }
    default:
        return {};
    }
}

QVariant RunRowsModel::headerData(int section, Qt::Orientation orientation, int role) const {
    if (orientation == Qt::Horizontal && role == Qt::TextAlignmentRole && isLiveRowNumber(section))
        return kNumberAlignment;
    if (role != Qt::DisplayRole || orientation != Qt::Horizontal)
        return {};
    constexpr std::array<const char*, ColumnCount> kTitles{
        QT_TR_NOOP("Row"),     QT_TR_NOOP("State"),          QT_TR_NOOP("Product"),
        QT_TR_NOOP("Leads"),   QT_TR_NOOP("Price"),          QT_TR_NOOP("Order"),
        QT_TR_NOOP("Message"), QT_TR_NOOP("What it orders"),
    };
    return section >= 0 && section < ColumnCount
               ? QVariant(tr(kTitles.at(static_cast<std::size_t>(section))))
               : QVariant();
}

void RunRowsModel::want(int page) const {
    wanted_ = page; // the newest wish wins: the person has scrolled on
    if (!background_.busy() && !soon_.isActive())
        soon_.start();
}

void RunRowsModel::fetch() {
    if (!wanted_ || background_.busy())
        return;
    const int page = *std::exchange(wanted_, std::nullopt);
    int from = page;
    std::int64_t after = std::int64_t{page} * kPageRows - 1;
    if (!states_.empty()) {
        const auto known = std::prev(starts_.upper_bound(page));
        from = known->first;
        after = known->second;
    }
    background_.run(
        [file = ledger_, run = run_, states = states_, page, from,
         after](const std::stop_token& stop) {
            return fetchPage(file, run, states, page, from, after, stop);
        },
        [this, generation = generation_](Fetched fetched) {
            if (!fetched.error.isEmpty()) {
                emit failed(fetched.error);
                return;
            }
            if (generation == generation_ && !states_.empty())
                starts_.merge(fetched.starts);
            while (pages_.size() >= kMaxPages && !pages_.contains(fetched.page))
                pages_.erase(std::abs(pages_.begin()->first - fetched.page) >
                                     std::abs(pages_.rbegin()->first - fetched.page)
                                 ? pages_.begin()
                                 : std::prev(pages_.end()));
            pages_[fetched.page] = {std::move(fetched.rows), generation};
            const int first = fetched.page * kPageRows;
            const int last = std::min(count_, first + kPageRows) - 1;
            if (last >= first)
                emit dataChanged(index(first, 0), index(last, ColumnCount - 1));
            if (wanted_)
                soon_.start();
            emit loaded();
        });
}

} // namespace leadsheet::desktop
