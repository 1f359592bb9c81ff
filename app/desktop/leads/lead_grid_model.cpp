// SPDX-License-Identifier: Apache-2.0
#include "lead_grid_model.hpp"

#include "../theme/icons.hpp"
#include "../widgets/tables.hpp"
#include "lead_words.hpp"

#include <algorithm>
#include <climits>

namespace leadsheet::desktop {
namespace {

constexpr qsizetype kMaxWanted = 8; // a screen and its neighbours; older wishes were scrolled past
constexpr qsizetype kShownCharacters = 300;

} // namespace

LeadGridModel::LeadGridModel(QObject* parent)
    : QAbstractTableModel(parent)
    , fields_(usualLeadFields()) {
    telling_.setSingleShot(true);
    telling_.setInterval(0);
    connect(&telling_, &QTimer::timeout, this, &LeadGridModel::tellWanted);
}

void LeadGridModel::setFields(std::vector<LeadField> fields) {
    beginResetModel();
    fields_ = std::move(fields);
    endResetModel();
}

void LeadGridModel::setFilter(const LeadFilter& filter) {
    filter_ = filter;
    if (!fields_.empty())
        emit headerDataChanged(Qt::Horizontal, 0, columnCount() - 1);
}

void LeadGridModel::clear(bool newestFirst) {
    beginResetModel();
    newestFirst_ = newestFirst;
    all_ = false;
    allLeads_ = 0;
    places_.clear();
    places_.shrink_to_fit();
    newer_.clear();
    head_.clear();
    more_ = false;
    rows_ = 0;
    front_ = 0;
    chunks_.clear();
    order_.clear();
    wanted_.clear();
    endResetModel();
}

int LeadGridModel::chunkOf(int row) const {
    const int slot = row - front_;
    return slot >= 0 ? slot / kChunkRows : (slot + 1) / kChunkRows - 1;
}

int LeadGridModel::firstRowOf(int chunk) const {
    return std::max(0, chunk * kChunkRows + front_);
}

std::int64_t LeadGridModel::localRows() const {
    return all_ ? allLeads_ : static_cast<std::int64_t>(newer_.size() + places_.size());
}

int LeadGridModel::total() const {
    const auto rows = std::max(localRows(), static_cast<std::int64_t>(head_.size()));
    return static_cast<int>(std::min<std::int64_t>(rows, INT_MAX - 1));
}

void LeadGridModel::grown(int before) {
    const int now = total();
    // The last chunk may have been short, and rows of the service are the copy's now.
    if (before > 0 && chunkOf(before - 1) == chunkOf(before))
        if (const auto found = chunks_.find(chunkOf(before)); found != chunks_.end()) {
            order_.erase(found->second.used);
            chunks_.erase(found);
        }
    if (now <= rows_)
        return;
    beginInsertRows({}, rows_, now - 1);
    rows_ = now;
    endInsertRows();
}

void LeadGridModel::growTo(std::int64_t leads) {
    const auto before = static_cast<int>(localRows());
    if (newestFirst_ && rows_ > 0) {
        const auto more = static_cast<int>(std::min<std::int64_t>(leads, INT_MAX - 1)) - rows_;
        if (more <= 0)
            return;
        beginInsertRows({}, 0, more - 1);
        allLeads_ = leads;
        insertInFront(more);
        return;
    }
    all_ = true;
    allLeads_ = std::max(allLeads_, leads);
    grown(before);
}

void LeadGridModel::addPlaces(const std::vector<app::LeadPlace>& places) {
    const auto before = static_cast<int>(localRows());
    places_.insert(places_.end(), places.begin(), places.end());
    grown(before);
}

void LeadGridModel::addNewer(const std::vector<app::LeadPlace>& places) {
    if (places.empty())
        return;
    beginInsertRows({}, 0, static_cast<int>(places.size()) - 1);
    newer_.insert(newer_.end(), places.begin(), places.end());
    insertInFront(static_cast<int>(places.size()));
}

void LeadGridModel::insertInFront(int rows) {
    rows_ += rows;
    front_ += rows;
    wanted_.clear();
    endInsertRows();
}

void LeadGridModel::arrange(std::vector<app::LeadPlace> places) {
    std::vector<app::LeadPlace> known = places_;
    std::sort(known.begin(), known.end());
    std::vector<app::LeadPlace> others;
    for (const app::LeadPlace place : places)
        if (!std::binary_search(known.begin(), known.end(), place))
            others.push_back(place);
    addPlaces(others);
    if (places.size() !=
        static_cast<std::size_t>(rows_)) { // some have gone: never while a copy grows
        clear();
        addPlaces(places);
        return;
    }
    emit layoutAboutToBeChanged();
    QModelIndexList now;
    const QModelIndexList before = persistentIndexList();
    for (const QModelIndex& stood : before) {
        const app::LeadPlace place = places_.at(static_cast<std::size_t>(stood.row()));
        const auto found = std::find(places.begin(), places.end(), place);
        now << (found == places.end()
                    ? QModelIndex()
                    : index(static_cast<int>(found - places.begin()), stood.column()));
    }
    places_ = std::move(places);
    chunks_.clear();
    order_.clear();
    wanted_.clear();
    changePersistentIndexList(before, now);
    emit layoutChanged();
}

void LeadGridModel::addHead(std::vector<Lead> leads, bool more) {
    more_ = more;
    head_.insert(head_.end(), std::make_move_iterator(leads.begin()),
                 std::make_move_iterator(leads.end()));
    grown(static_cast<int>(localRows()));
}

std::optional<app::LeadPlace> LeadGridModel::placeOf(int row) const {
    if (row < 0 || row >= localRows())
        return {};
    if (all_)
        return static_cast<app::LeadPlace>(newestFirst_ ? allLeads_ - row : row + 1);
    const auto at = static_cast<std::size_t>(row);
    return at < newer_.size() ? newer_[newer_.size() - 1 - at] : places_[at - newer_.size()];
}

std::vector<app::LeadPlace> LeadGridModel::placesOfChunk(int chunk) const {
    std::vector<app::LeadPlace> places;
    for (int row = firstRowOf(chunk); row < firstRowOf(chunk + 1); ++row)
        if (const auto place = placeOf(row))
            places.push_back(*place);
    return places;
}

void LeadGridModel::bring(int chunk, std::vector<Lead> leads) {
    const int first = firstRowOf(chunk);
    if (leads.empty() || first >= rows_)
        return;
    if (const auto found = chunks_.find(chunk); found != chunks_.end())
        order_.erase(found->second.used);
    order_.push_front(chunk);
    chunks_[chunk] = {first - front_, std::move(leads), order_.begin()};
    while (order_.size() > kMaxChunks) {
        chunks_.erase(order_.back());
        order_.pop_back();
    }
    const int last = std::min(firstRowOf(chunk + 1), rows_) - 1;
    if (!fields_.empty())
        emit dataChanged(index(first, 0), index(last, columnCount() - 1));
}

const Lead* LeadGridModel::leadAt(int row) const {
    if (row < 0 || row >= rows_)
        return nullptr;
    const int chunk = chunkOf(row);
    if (const auto found = chunks_.find(chunk); found != chunks_.end()) {
        const int at = row - front_ - found->second.first;
        if (at >= 0 && at < static_cast<int>(found->second.leads.size())) {
            order_.splice(order_.begin(), order_, found->second.used);
            return &found->second.leads[static_cast<std::size_t>(at)];
        }
    }
    if (static_cast<std::size_t>(row) < head_.size())
        return &head_[static_cast<std::size_t>(row)];
    if (row < localRows())
        want(chunk);
    return nullptr;
}

void LeadGridModel::want(int chunk) const {
    if (wanted_.contains(chunk))
        return;
    wanted_ << chunk;
    if (wanted_.size() > kMaxWanted)
        wanted_.removeFirst();
    telling_.start();
}

void LeadGridModel::tellWanted() {
    if (!wanted_.isEmpty())
        emit chunksWanted(std::exchange(wanted_, {}));
}

int LeadGridModel::rowCount(const QModelIndex& parent) const {
    return parent.isValid() ? 0 : rows_;
}

int LeadGridModel::columnCount(const QModelIndex& parent) const {
    return parent.isValid() ? 0 : static_cast<int>(fields_.size());
}

QVariant LeadGridModel::data(const QModelIndex& index, int role) const {
    if (!index.isValid() || index.column() >= columnCount())
        return {};
    const LeadField field = fields_[static_cast<std::size_t>(index.column())];
    if (role == Qt::TextAlignmentRole)
        return isNumeric(field) ? QVariant(kNumberAlignment) : QVariant();
    if (role != Qt::DisplayRole && role != Qt::ToolTipRole && role != Qt::DecorationRole)
        return {};
    const Lead* lead = leadAt(index.row());
    if (lead == nullptr)
        return role == Qt::DisplayRole ? QVariant(QStringLiteral("…")) : QVariant();
    if (role == Qt::DecorationRole) {
        if (field != LeadField::Result)
            return {};
        const Look look = resultLook(lead->text(field));
        return icon(look.icon, look.tone);
    }
    const QString shown = leadCellText(*lead, field);
    if (role == Qt::ToolTipRole)
        return shown;
    return shown.size() > kShownCharacters ? shown.left(kShownCharacters) + QChar(0x2026) : shown;
}

QVariant LeadGridModel::headerData(int section, Qt::Orientation orientation, int role) const {
    if (orientation != Qt::Horizontal || section < 0 || section >= columnCount())
        return {};
    const LeadField field = fields_[static_cast<std::size_t>(section)];
    switch (role) {
    case Qt::DisplayRole:
        return leadFieldTitle(field);
    case Qt::TextAlignmentRole:
        return isNumeric(field) ? QVariant(kNumberAlignment) : QVariant();
    case Qt::DecorationRole:
        return filtersBy(filter_, field) ? QVariant(icon(QLatin1String("filter"))) : QVariant();
    case Qt::ToolTipRole:
        return tr("%1: press the title to sort").arg(leadFieldTitle(field));
    default:
        return {};
    }
}

bool LeadGridModel::canFetchMore(const QModelIndex& parent) const {
    return !parent.isValid() && more_ && static_cast<std::int64_t>(head_.size()) >= localRows();
}

void LeadGridModel::fetchMore(const QModelIndex& parent) {
    if (canFetchMore(parent))
        emit moreWanted();
}

} // namespace leadsheet::desktop
