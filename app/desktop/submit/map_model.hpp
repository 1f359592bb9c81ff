// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "leadsheet/app/column_map.hpp"

#include <QAbstractTableModel>

namespace leadsheet::desktop {

// What a person does to a map, one act each. Every function gives a whole new map that keeps its
// rules: a field is filled by at most one column, and what a person stated is marked as given.

/// The column fills this field and no other; another column that did no longer does. A column that
/// fills it already, alone or joined with others, is left as it is.
app::ColumnMap withTarget(app::ColumnMap map, std::uint32_t column, const std::string& target);
/// The column is left out on request.
app::ColumnMap withIgnored(app::ColumnMap map, std::uint32_t column);
/// The column fills nothing, and nothing is stated about it. Columns that were joined with it stay.
app::ColumnMap withoutTarget(app::ColumnMap map, std::uint32_t column);
app::ColumnMap withSteps(app::ColumnMap map, std::uint32_t column,
                         std::vector<app::Transform> steps);
app::ColumnMap withSuggestion(app::ColumnMap map, const app::Suggestion& suggestion);
/// As many suggestions as have a free field and a free column, in their order.
app::ColumnMap withAllSuggestions(app::ColumnMap map);
/// Replaces a value for the same field. A value for every row frees the column that filled it.
app::ColumnMap withValue(app::ColumnMap map, app::ValueRule rule);
app::ColumnMap withoutValue(app::ColumnMap map, const std::string& target);

/// The rule that reads a column, alone or joined with others; null when it fills nothing.
const app::ColumnRule* ruleOf(const app::ColumnMap& map, std::uint32_t column);
const app::Suggestion* suggestionFor(const app::ColumnMap& map, std::uint32_t column);

/// The columns of a sheet and what becomes of each, a row for every column: first those that fill
/// a field or may, then those that are not used, the ones ahead that look as if they narrow who is
/// meant.
class MapModel : public QAbstractTableModel {
    Q_OBJECT

public:
    enum Column { Name, Samples, Target, Sureness, Steps, ColumnCount };
    enum class Standing { Mapped, Likely, Suggested, Narrows, LeftOut, Result, Open };

    explicit MapModel(QObject* parent = nullptr);

    void setSheet(const std::vector<std::string>& headers, std::vector<app::SampleRow> samples);
    /// The rows stay where they are, so that nothing moves away from under the pointer.
    void setMap(app::ColumnMap map);
    /// What a saved map says of the columns, which nobody chose here; null = there was none.
    void setSaved(const app::ColumnMap* map);
    /// Puts the rows in order for the map that is in force now.
    void arrange();

    /// The column of the sheet that a row is about, and the row of a column.
    std::uint32_t columnAt(int row) const { return order_.at(static_cast<std::size_t>(row)); }
    int rowOf(std::uint32_t column) const;

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
    bool isSaved(const app::ColumnRule& rule) const;
    QString stepsText(std::uint32_t column) const;
    QString nameText(std::uint32_t column) const;

    std::vector<std::string> headers_;
    std::vector<app::SampleRow> samples_;
    app::ColumnMap map_;
    std::vector<app::ColumnRule> saved_; ///< as they were when the sheet was opened
    std::vector<std::uint32_t> order_;   ///< of the columns, by row
};

} // namespace leadsheet::desktop
