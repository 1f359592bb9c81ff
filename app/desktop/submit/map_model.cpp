// SPDX-License-Identifier: Apache-2.0
#include "map_model.hpp"

#include "../phrases/say.hpp"
#include "../shell/words.hpp"
#include "../theme/icons.hpp"
#include "leadsheet/app/cell.hpp"
#include "leadsheet/app/fields.hpp"
#include "leadsheet/messages/map.hpp"
#include "map_parts.hpp"

#include <QGuiApplication>

#include <algorithm>
#include <array>
#include <numeric>

namespace leadsheet::desktop {
namespace {

std::string headerOf(const app::ColumnMap& map, std::uint32_t column) {
    return column < map.headers.size() ? map.headers[column] : std::string();
}

void forgetSuggestions(app::ColumnMap& map, std::uint32_t column, const std::string& target) {
    std::erase_if(map.suggestions, [&](const app::Suggestion& suggestion) {
        return suggestion.column == column || suggestion.target == target;
    });
}

// Takes the column out of a rule; true when nothing is left of it.
bool leaves(app::ColumnRule& rule, std::uint32_t column) {
    if (!rule.reads(column))
        return false;
    std::erase_if(rule.with, [&](const auto& joined) { return joined.column == column; });
    if (rule.column == column) {
        if (rule.with.empty())
            return true;
        rule.column = rule.with.front().column;
        rule.header = rule.with.front().header;
        rule.with.erase(rule.with.begin());
    }
    rule.confidence = app::Confidence::Certain;
    rule.why = app::given();
    return false;
}

} // namespace

app::ColumnMap withoutTarget(app::ColumnMap map, std::uint32_t column) {
    std::erase_if(map.columns, [&](app::ColumnRule& rule) { return leaves(rule, column); });
    std::sort(map.columns.begin(), map.columns.end(),
              [](const auto& a, const auto& b) { return a.column < b.column; });
    std::erase(map.ignored, column);
    return map;
}

app::ColumnMap withTarget(app::ColumnMap map, std::uint32_t column, const std::string& target) {
    const app::ColumnRule* before = map.columnFor(target);
    if (before != nullptr && before->reads(column))
        return map;
    map = withoutTarget(std::move(map), column);
    std::erase_if(map.columns, [&](const auto& rule) { return rule.target == target; });
    std::erase_if(map.values,
                  [&](const auto& rule) { return rule.target == target && !rule.fillOnly; });
    forgetSuggestions(map, column, target);
    map.columns.push_back(
        {column, headerOf(map, column), target, {}, app::Confidence::Certain, app::given()});
    std::sort(map.columns.begin(), map.columns.end(),
              [](const auto& a, const auto& b) { return a.column < b.column; });
    return map;
}

app::ColumnMap withIgnored(app::ColumnMap map, std::uint32_t column) {
    map = withoutTarget(std::move(map), column);
    forgetSuggestions(map, column, {});
    map.ignored.push_back(column);
    std::sort(map.ignored.begin(), map.ignored.end());
    return map;
}

app::ColumnMap withSteps(app::ColumnMap map, std::uint32_t column,
                         std::vector<app::Transform> steps) {
    for (app::ColumnRule& rule : map.columns)
        if (rule.reads(column)) {
            rule.transforms = steps;
            rule.confidence = app::Confidence::Certain;
            rule.why = app::given();
        }
    return map;
}

app::ColumnMap withSuggestion(app::ColumnMap map, const app::Suggestion& suggestion) {
    const app::Suggestion taken = suggestion;
    return withTarget(std::move(map), taken.column, taken.target);
}

app::ColumnMap withAllSuggestions(app::ColumnMap map) {
    const std::vector<app::Suggestion> all = map.suggestions;
    for (const app::Suggestion& suggestion : all)
        if (!map.fills(suggestion.target) && ruleOf(map, suggestion.column) == nullptr)
            map = withSuggestion(std::move(map), suggestion);
    return map;
}

app::ColumnMap withValue(app::ColumnMap map, app::ValueRule rule) {
    map = withoutValue(std::move(map), rule.target);
    if (!rule.fillOnly)
        std::erase_if(map.columns,
                      [&](const auto& mapped) { return mapped.target == rule.target; });
    rule.why = app::given();
    map.values.push_back(std::move(rule));
    return map;
}

app::ColumnMap withoutValue(app::ColumnMap map, const std::string& target) {
    std::erase_if(map.values, [&](const auto& rule) { return rule.target == target; });
    return map;
}

const app::ColumnRule* ruleOf(const app::ColumnMap& map, std::uint32_t column) {
    const auto found = std::find_if(map.columns.begin(), map.columns.end(),
                                    [&](const auto& rule) { return rule.reads(column); });
    return found == map.columns.end() ? nullptr : &*found;
}

const app::Suggestion* suggestionFor(const app::ColumnMap& map, std::uint32_t column) {
    const auto found = std::find_if(map.suggestions.begin(), map.suggestions.end(),
                                    [&](const auto& mapped) { return mapped.column == column; });
    return found == map.suggestions.end() ? nullptr : &*found;
}

namespace {

constexpr int kShownSamples = 3;
constexpr qsizetype kSampleChars = 40;

QIcon iconOf(MapModel::Standing standing) {
    switch (standing) {
    case MapModel::Standing::Mapped:
        return icon(QLatin1String("check"), Tone::Good);
    case MapModel::Standing::Likely:
        return icon(QLatin1String("info"), Tone::Info);
    case MapModel::Standing::Suggested:
        return icon(QLatin1String("unknown"), Tone::Warn);
    case MapModel::Standing::Narrows:
        return icon(QLatin1String("warning"), Tone::Warn);
    case MapModel::Standing::LeftOut:
    case MapModel::Standing::Result:
        return icon(QLatin1String("skipped"), Tone::Muted);
    case MapModel::Standing::Open:
        break;
    }
    return {};
}

const app::UnusedColumn* unusedOf(const app::ColumnMap& map, std::uint32_t column) {
    const auto found =
        std::find_if(map.unused.begin(), map.unused.end(),
                     [column](const app::UnusedColumn& unused) { return unused.column == column; });
    return found == map.unused.end() ? nullptr : &*found;
}

QString columnName(std::uint32_t column, const std::string& header) {
    return header.empty() ? text(app::columnLetter(column)) : text(header).simplified();
}

// "Locations, with State and Country"
QString filledBy(const app::ColumnRule& rule, std::uint32_t column) {
    QStringList others;
    if (rule.column != column)
        others << columnName(rule.column, rule.header);
    for (const app::JoinedColumn& joined : rule.with)
        if (joined.column != column)
            others << columnName(joined.column, joined.header);
    if (others.isEmpty())
        return targetTitle(rule.target);
    return MapModel::tr("%1, with %2")
        .arg(targetTitle(rule.target), others.join(QStringLiteral(", ")));
}

} // namespace

MapModel::MapModel(QObject* parent)
    : QAbstractTableModel(parent) {}

void MapModel::setSheet(const std::vector<std::string>& headers,
                        std::vector<app::SampleRow> samples) {
    beginResetModel();
    headers_ = headers;
    samples_ = std::move(samples);
    order_.resize(std::max(headers_.size(), app::widthOf(samples_)));
    std::iota(order_.begin(), order_.end(), 0U);
    endResetModel();
}

void MapModel::setMap(app::ColumnMap map) {
    map_ = std::move(map);
    if (!order_.empty())
        emit dataChanged(index(0, 0), index(rowCount() - 1, ColumnCount - 1));
}

void MapModel::setSaved(const app::ColumnMap* map) {
    saved_ = map == nullptr ? std::vector<app::ColumnRule>() : map->columns;
}

bool MapModel::isSaved(const app::ColumnRule& rule) const {
    return std::any_of(saved_.begin(), saved_.end(), [&](const app::ColumnRule& saved) {
        return saved.target == rule.target && saved.columns() == rule.columns();
    });
}

void MapModel::arrange() {
    enum Rank { Used, Narrows, Rest };
    std::vector<Rank> ranks(order_.size(), Rest);
    const auto rank = [&](std::uint32_t column, Rank as) {
        if (column < ranks.size())
            ranks[column] = std::min(ranks[column], as);
    };
    for (const app::ColumnRule& rule : map_.columns)
        for (const std::uint32_t column : rule.columns())
            rank(column, Used);
    for (const app::Suggestion& suggestion : map_.suggestions)
        rank(suggestion.column, Used);
    for (const app::UnusedColumn& unused : map_.unused)
        if (unused.narrows)
            rank(unused.column, Narrows);
    beginResetModel();
    std::iota(order_.begin(), order_.end(), 0U);
    std::stable_sort(order_.begin(), order_.end(),
                     [&](std::uint32_t a, std::uint32_t b) { return ranks[a] < ranks[b]; });
    endResetModel();
}

int MapModel::rowOf(std::uint32_t column) const {
    return static_cast<int>(std::find(order_.begin(), order_.end(), column) - order_.begin());
}

MapModel::Standing MapModel::standing(std::uint32_t column) const {
    if (const app::ColumnRule* rule = ruleOf(map_, column))
        return rule->confidence == app::Confidence::Certain ? Standing::Mapped : Standing::Likely;
    if (std::count(map_.resultColumns.begin(), map_.resultColumns.end(), column) > 0)
        return Standing::Result;
    if (std::count(map_.ignored.begin(), map_.ignored.end(), column) > 0)
        return Standing::LeftOut;
    if (suggestionFor(map_, column) != nullptr)
        return Standing::Suggested;
    const app::UnusedColumn* unused = unusedOf(map_, column);
    return unused != nullptr && unused->narrows ? Standing::Narrows : Standing::Open;
}

QStringList MapModel::samples(std::uint32_t column, int count) const {
    QStringList texts;
    for (const app::SampleRow& row : samples_) {
        if (texts.size() >= count)
            break;
        if (column >= row.cells.size() || row.cells[column].empty())
            continue;
        QString one = text(row.cells[column]).simplified();
        if (one.size() > kSampleChars)
            one = one.left(kSampleChars) + QChar(0x2026);
        if (!texts.contains(one))
            texts << one;
    }
    return texts;
}

QString MapModel::nameText(std::uint32_t column) const {
    const QString letter = text(app::columnLetter(column));
    if (column >= headers_.size() || headers_[column].empty())
        return letter;
    return tr("%1 · %2").arg(letter, text(headers_[column]).simplified());
}

QString MapModel::targetText(std::uint32_t column) const {
    QStringList targets;
    for (const app::ColumnRule& rule : map_.columns)
        if (rule.reads(column))
            targets << filledBy(rule, column);
    if (!targets.isEmpty())
        return targets.join(QStringLiteral(", "));
    switch (standing(column)) {
    case Standing::Result:
        return tr("Results of an earlier run");
    case Standing::LeftOut:
        return tr("Left out");
    case Standing::Suggested:
        return tr("%1?").arg(targetTitle(suggestionFor(map_, column)->target));
    case Standing::Narrows:
        return tr("Not used, may narrow");
    case Standing::Mapped:
    case Standing::Likely:
    case Standing::Open:
        break;
    }
    return tr("Not used");
}

QString MapModel::surenessText(std::uint32_t column) const {
    const app::ColumnRule* rule = ruleOf(map_, column);
    if (rule == nullptr) {
        if (standing(column) == Standing::Suggested)
            return tr("A guess, not accepted");
        const app::UnusedColumn* unused = unusedOf(map_, column);
        QString why = unused == nullptr ? QString() : say(unused->why);
        return why.isEmpty() ? why : why.at(0).toUpper() + why.mid(1);
    }
    if (rule->why == app::given())
        return isSaved(*rule) ? tr("As in the saved map") : tr("As you chose");
    // The name that the window has for the field is its own, in whichever language.
    const bool own = column < headers_.size() && rule->with.empty() &&
                     text(headers_[column])
                             .simplified()
                             .compare(targetTitle(rule->target), Qt::CaseInsensitive) == 0;
    return rule->confidence == app::Confidence::Certain
               ? tr("Certain: %1").arg(say(own ? messages::map::sameName() : rule->why))
               : tr("Likely: %1").arg(say(rule->why));
}

QString MapModel::stepsText(std::uint32_t column) const {
    QStringList steps;
    if (const app::ColumnRule* rule = ruleOf(map_, column))
        for (const app::Transform& step : rule->transforms)
            steps << stepText(step);
    return steps.join(QStringLiteral(", "));
}

int MapModel::rowCount(const QModelIndex& parent) const {
    return parent.isValid() ? 0 : static_cast<int>(order_.size());
}

int MapModel::columnCount(const QModelIndex& parent) const {
    return parent.isValid() ? 0 : ColumnCount;
}

QVariant MapModel::data(const QModelIndex& index, int role) const {
    if (!index.isValid())
        return {};
    const std::uint32_t column = columnAt(index.row());
    const Standing stands = standing(column);
    if (role == Qt::DecorationRole && index.column() == Target)
        return iconOf(stands);
    if (role == Qt::ForegroundRole && index.column() != Name &&
        (stands == Standing::Open || stands == Standing::LeftOut || stands == Standing::Result))
        return QGuiApplication::palette().color(QPalette::PlaceholderText);
    if (role != Qt::DisplayRole && role != Qt::ToolTipRole)
        return {};
    switch (index.column()) {
    case Name:
        return nameText(column);
    case Samples:
        return samples(column, kShownSamples).join(QStringLiteral("  |  "));
    case Target:
        return targetText(column);
    case Sureness:
        return surenessText(column);
    default:
        return stepsText(column);
    }
}

QVariant MapModel::headerData(int section, Qt::Orientation orientation, int role) const {
    if (orientation != Qt::Horizontal || role != Qt::DisplayRole || section < 0 ||
        section >= ColumnCount)
        return {};
    constexpr std::array<const char*, ColumnCount> kTitles{
        QT_TR_NOOP("Column"),     QT_TR_NOOP("First rows"), QT_TR_NOOP("Fills"),
        QT_TR_NOOP("Confidence"), QT_TR_NOOP("Steps"),
    };
    return tr(kTitles.at(static_cast<std::size_t>(section)));
}

} // namespace leadsheet::desktop
