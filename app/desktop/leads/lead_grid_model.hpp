// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "leadsheet/app/lead_cache.hpp"

#include <QAbstractTableModel>
#include <QTimer>

#include <list>
#include <optional>
#include <unordered_map>
#include <vector>

namespace leadsheet::desktop {

/// The leads that a filter lets through, in the account's order, as a table of any length. Knows
/// the place of each in the copy on this computer and holds only the rows near the screen; the
/// others are asked for when a view wants them. Before the copy reaches that far, its rows are the
/// first pages of the service, which are the same leads in the same order. GUI thread only.
class LeadGridModel : public QAbstractTableModel {
    Q_OBJECT

public:
    static constexpr int kChunkRows = 64;
    static constexpr std::size_t kMaxChunks = 96; ///< about 6,000 rows, 15 MB

    explicit LeadGridModel(QObject* parent = nullptr);

    void setFields(std::vector<LeadField> fields);
    const std::vector<LeadField>& fields() const { return fields_; }
    /// Marks the columns that it filters by.
    void setFilter(const LeadFilter& filter);

    /// Nothing is known. `newestFirst`: the account's order backwards.
    void clear(bool newestFirst = false);
    /// The first `leads` places of the account, all of them.
    void growTo(std::int64_t leads);
    /// Further places that passed the filter, as the rows stand.
    void addPlaces(const std::vector<app::LeadPlace>& places);
    /// Newer ones that stand before all others, the newest last. A chunk that is under way may be
    /// of other rows afterwards.
    void addNewer(const std::vector<app::LeadPlace>& places);
    /// All places that passed, in this order: those that are here already, and others.
    void arrange(std::vector<app::LeadPlace> places);
    /// Further leads of the service's pages; `more`: there are more behind them.
    void addHead(std::vector<Lead> leads, bool more);
    void setMore(bool more) { more_ = more; }
    /// Rows that were wanted; what does not belong to this list any more is the caller's to keep
    /// back.
    void bring(int chunk, std::vector<Lead> leads);

    /// Null while the row is not here.
    const Lead* leadAt(int row) const;
    /// Of the copy, or nothing for rows that only the service's pages have.
    std::optional<app::LeadPlace> placeOf(int row) const;
    /// The places of a chunk; fewer than kChunkRows at the end.
    std::vector<app::LeadPlace> placesOfChunk(int chunk) const;
    std::int64_t localRows() const;

    int rowCount(const QModelIndex& parent = {}) const override;
    int columnCount(const QModelIndex& parent = {}) const override;
    QVariant data(const QModelIndex& index, int role) const override;
    QVariant headerData(int section, Qt::Orientation orientation, int role) const override;
    bool canFetchMore(const QModelIndex& parent) const override;
    void fetchMore(const QModelIndex& parent) override;

signals:
    /// Chunks of rows that a view tried to show; the newest wish last.
    void chunksWanted(const QList<int>& chunks);
    void moreWanted();

private:
    void grown(int before);
    void insertInFront(int rows);
    int chunkOf(int row) const;
    int firstRowOf(int chunk) const;
    int total() const;
    void want(int chunk) const;
    void tellWanted();

    std::vector<LeadField> fields_;
    LeadFilter filter_;
    bool newestFirst_ = false;
    bool all_ = false;
    std::int64_t allLeads_ = 0;
    std::vector<app::LeadPlace> places_;
    std::vector<app::LeadPlace> newer_; ///< their rows stand before those of places_, backwards
    std::vector<Lead> head_;
    bool more_ = false;
    int rows_ = 0;

    int front_ = 0; ///< rows that came in front; chunks count from the row that was first before

    struct Chunk {
        int first; ///< its first row, less front_
        std::vector<Lead> leads;
        std::list<int>::iterator used;
    };
    mutable std::unordered_map<int, Chunk> chunks_;
    mutable std::list<int> order_; ///< the chunk that was looked at last comes first
    mutable QList<int> wanted_;
    mutable QTimer telling_;
};

} // namespace leadsheet::desktop
