// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "leadsheet/app/column_map.hpp"

#include <QAbstractTableModel>

namespace leadsheet::desktop {

/// The columns of a sheet and what becomes of each, a row for every column.
class MapModel : public QAbstractTableModel {
    Q_OBJECT

public:
    enum Column { Name, Target, Samples, Sureness, Steps, ColumnCount };
    enum class Standing { Mapped, Likely, Suggested, LeftOut, Result, Open };

    explicit MapModel(QObject* parent = nullptr);

    void setSheet(const std::vector<std::string>& headers, std::vector<app::SampleRow> samples);
    void setMap(app::ColumnMap map);

    Standing standing(std::uint32_t column) const;
    /// Up to `count` different texts of the column.
    QStringList samples(std::uint32_t column, int count) const;
    const std::vector<app::SampleRow>& sampleRows() const { return samples_; }

    int rowCount(const QModelIndex& parent = {}) const override;
    int columnCount(const QModelIndex& parent = {}) const override;
    QVariant data(const QModelIndex& index, int role = Qt::DisplayRole) const override;
    QVariant headerData(int section, Qt::Orientation orientation, int role) const override;

private:
    QString targetText(std::uint32_t column) const;
    QString surenessText(std::uint32_t column) const;
    QString stepsText(std::uint32_t column) const;
    QString nameText(std::uint32_t column) const;

    std::vector<std::string> headers_;
    std::vector<app::SampleRow> samples_;
    app::ColumnMap map_;
    int columns_ = 0;
};

} // namespace leadsheet::desktop
