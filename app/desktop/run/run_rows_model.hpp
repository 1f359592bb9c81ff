// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "../bridge/background.hpp"
#include "../theme/icons.hpp"
#include "run_words.hpp"

#include "leadsheet/submit/row.hpp"
#include "leadsheet/submit/run.hpp"

#include <QAbstractTableModel>
#include <QIcon>
#include <QTimer>
#include <QWidget>

#include <filesystem>
#include <limits>
#include <map>
#include <optional>
#include <string>
#include <vector>

namespace leadsheet::desktop {

/// Icon and tone that go with the word of a row's state.
struct StateLook {
    Tone tone;
    QLatin1String icon;
};
StateLook lookOf(submit::RowState state);
QIcon stateIcon(submit::RowState state);

/// A segmented bar: one segment a state, as wide as its share of the rows. The same counts stand
/// beside it in words; assistive technology hears those.
class StateBar : public QWidget {
    Q_OBJECT

public:
    StateBar();

    void setTotals(const submit::RunTotals& totals);
    QSize sizeHint() const override;
    QSize minimumSizeHint() const override;

protected:
    void paintEvent(QPaintEvent* event) override;

private:
    submit::RunTotals totals_;
};

/// The rows of a run as the ledger has them now, in sheet order; a page at a time is read beside
/// the GUI thread, and only pages that somebody looks at. Works while the run is being sent.
class RunRowsModel : public QAbstractTableModel {
    Q_OBJECT

public:
    enum Column { Row, State, Product, Leads, Price, OrderNumber, Message, Words, ColumnCount };
    static constexpr int kPageRows = 200;

    explicit RunRowsModel(QObject* parent = nullptr);

    /// Starts over; `states` empty = all rows; the first `most` of them at most.
    void show(const std::filesystem::path& ledger, const submit::RunInfo& run,
              std::vector<submit::RowState> states = {},
              std::int64_t most = std::numeric_limits<int>::max());
    /// New counts while the run goes on: what is looked at is read again.
    void refresh(const submit::RunTotals& totals);
    void clear();

    int rowCount(const QModelIndex& parent = {}) const override;
    int columnCount(const QModelIndex& parent = {}) const override;
    QVariant data(const QModelIndex& index, int role) const override;
    QVariant headerData(int section, Qt::Orientation orientation, int role) const override;

    /// Null when that row is not loaded.
    const submit::RowRecord* record(int row) const;
    /// Pages wanted and not there yet.
    bool loading() const { return background_.busy(); }

signals:
    void loaded();
    void failed(const QString& why);

private:
    struct Page {
        std::vector<submit::RowRecord> rows;
        std::uint64_t generation = 0;
    };

    void want(int page) const;
    void fetch();
    QVariant shown(const submit::RowRecord& row, int column) const;

    std::filesystem::path ledger_;
    submit::RunId run_;
    std::string currency_;
    RowPlaces places_;
    std::vector<submit::RowState> states_;
    int count_ = 0;
    std::uint64_t generation_ = 0;
    std::map<int, Page> pages_;
    std::map<int, std::int64_t> starts_; ///< page -> ordinal before its first row (filtered views)
    mutable std::optional<int> wanted_;
    mutable QTimer soon_;
    mutable Background background_;
};

} // namespace leadsheet::desktop
