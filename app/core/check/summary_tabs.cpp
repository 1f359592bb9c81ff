// SPDX-License-Identifier: Apache-2.0
#include "check/summary_tabs.hpp"

#include "check/tab_names.hpp"
#include "leadsheet/app/fields.hpp"
#include "leadsheet/app/numbers.hpp"
#include "map/countries.hpp"
#include "map/vocabulary.hpp"
#include "text/names.hpp"

#include <algorithm>
#include <cstdint>
#include <optional>
#include <set>
#include <string_view>

namespace leadsheet::app {
namespace {

/// No order has as many; sums of those of a whole sheet stay far from their limits.
constexpr std::int64_t kMostCounted = 1'000'000;
constexpr std::size_t kFewestSums = 2; // a single one may be chance, unless the tab's name says it

/// A row of the tab that may be a summary, and what the rows of other tabs for it come to.
struct Wish {
    std::vector<std::string> labels;  ///< its texts, plain
    std::vector<std::string> country; ///< codes of those that are countries, else empty
    std::vector<bool> inName;     ///< of the labels: whether the name of the tab being read says it
    std::set<std::string> fields; ///< that it fills
    std::int64_t count = 0;
    std::int64_t sum = 0;
    std::size_t rows = 0;
};

struct Candidate {
    std::size_t tab = 0;
    bool named = false; ///< "Summary"
    std::vector<Wish> wishes;
    bool general = false;     ///< rows of other tabs say more
    std::set<std::size_t> of; ///< tabs that have such rows
};

/// A text in a row, and the field that its column fills.
struct Text {
    std::string plain;
    std::string country;
    std::string field; ///< empty where the column fills none
};

bool saysWho(std::string_view target) {
    return target != kLeadCountTarget && target != kReferenceTarget && target != "notes" &&
           target != kProductTarget && !target.starts_with("metadata");
}

/// The rows of a tab by its map.
class TabReader {
public:
    explicit TabReader(const CheckedTab& tab)
        : tab_(tab)
        , count_(tab.map.columnFor(kLeadCountTarget)) {
        for (const ColumnRule& rule : tab.map.columns)
            for (const std::uint32_t column : rule.columns()) {
                if (fields_.size() <= column)
                    fields_.resize(column + 1U);
                fields_[column] = rule.target;
            }
    }

    bool hasCount() const { return count_ != nullptr; }

    /// Texts and number of a row; nothing for a line of totals or one without a number.
    template <typename TextAt>
    std::optional<std::int64_t> read(TextAt textAt, std::size_t columns,
                                     std::vector<Text>& texts) const {
        texts.clear();
        const NumberReading count = readCount(trimmed(textAt(count_->column)));
        if (!count.ok() || count.scale != 0)
            return std::nullopt;
        for (std::size_t column = 0; column < columns; ++column) {
            const std::string_view text = trimmed(textAt(column));
            if (text.empty() || column == count_->column)
                continue;
            std::string plain = plainName(text);
            if (Vocabulary::builtIn().isTotal(plain))
                return std::nullopt;
            texts.push_back({std::move(plain), std::string(countryCode(text)),
                             column < fields_.size() ? fields_[column] : std::string()});
        }
        return std::min(count.unscaled, kMostCounted);
    }

    const CheckedTab& tab() const { return tab_; }

private:
    const CheckedTab& tab_;
    const ColumnRule* count_;
    std::vector<std::string> fields_; // by column
};

bool isWhole(const CheckedTab& tab) {
    return tab.head.size() < kMapSampleRows &&
           (tab.head.empty() || tab.head.back().row < kMapSampleRows * 2);
}

std::optional<Wish> wishOf(const std::vector<Text>& texts, std::int64_t count) {
    Wish wish;
    wish.count = count;
    const bool anyField = std::any_of(texts.begin(), texts.end(),
                                      [](const Text& text) { return saysWho(text.field); });
    for (const Text& text : texts) {
        const bool isLabel = anyField ? !text.field.empty() && saysWho(text.field)
                                      : text.field.empty() && wish.labels.empty();
        if (!isLabel || text.plain.empty())
            continue;
        wish.fields.insert(text.field);
        wish.labels.push_back(text.plain);
        wish.country.push_back(text.country);
    }
    return wish.labels.empty() ? std::nullopt : std::optional(std::move(wish));
}

std::optional<Candidate> candidateIn(const TabReader& reader, std::size_t index) {
    Candidate found;
    found.tab = index;
    found.named = hasPhraseAtAnEnd(plainWords(reader.tab().name), "tabSummary");
    std::vector<Text> texts;
    for (const SampleRow& row : dataRows(reader.tab().head, reader.tab().header)) {
        const auto count = reader.read([&](std::size_t column) { return row.textAt(column); },
                                       row.cells.size(), texts);
        if (!count)
            continue;
        auto wish = wishOf(texts, *count);
        if (!wish)
            return std::nullopt;
        found.wishes.push_back(*std::move(wish));
    }
    if (found.wishes.size() < (found.named ? 1 : kFewestSums))
        return std::nullopt;
    return found;
}

bool namesTab(const std::string& label, const std::vector<std::string>& tabName) {
    std::string phrase;
    for (auto from = tabName.begin(); from != tabName.end(); ++from) {
        phrase.clear();
        for (auto word = from; word != tabName.end(); ++word)
            if ((phrase += *word) == label)
                return true;
    }
    return false;
}

/// Which labels the name of a tab says of all its rows.
void noteName(Candidate& candidate, const std::vector<std::string>& tabName) {
    for (Wish& wish : candidate.wishes) {
        wish.inName.clear();
        for (const std::string& label : wish.labels)
            wish.inName.push_back(namesTab(label, tabName));
    }
}

void addRow(Candidate& candidate, std::size_t tab, const std::vector<Text>& texts,
            std::int64_t count) {
    for (Wish& wish : candidate.wishes) {
        bool all = true;
        for (std::size_t i = 0; i < wish.labels.size() && all; ++i)
            all = wish.inName[i] || std::any_of(texts.begin(), texts.end(), [&](const Text& text) {
                      return text.plain == wish.labels[i] ||
                             (!text.country.empty() && text.country == wish.country[i]);
                  });
        if (!all)
            continue;
        wish.sum += count;
        ++wish.rows;
        candidate.of.insert(tab);
        candidate.general =
            candidate.general || std::any_of(texts.begin(), texts.end(), [&](const Text& text) {
                return !text.field.empty() && saysWho(text.field) &&
                       !wish.fields.contains(text.field);
            });
    }
}

/// Gives the texts and the number of each row of a tab to `take`.
template <typename Take>
void eachRow(const TabReader& reader, RowSource& source, Take take) {
    std::vector<Text> texts;
    const CheckedTab& tab = reader.tab();
    if (isWhole(tab)) {
        for (const SampleRow& row : dataRows(tab.head, tab.header))
            if (const auto count =
                    reader.read([&](std::size_t column) { return row.textAt(column); },
                                row.cells.size(), texts))
                take(texts, *count);
        return;
    }
    RowView row;
    if (!source.open(tab.sheet))
        return; // what is wrong is told where its rows are read
    for (auto next = source.next(row); next && *next == Next::Row; next = source.next(row)) {
        if (row.row < tab.header.firstDataRow() || row.hidden || row.cells.empty())
            continue;
        const auto textAt = [&](std::size_t column) {
            return row.textAt(static_cast<std::uint32_t>(column));
        };
        if (const auto count = reader.read(textAt, row.cells.back().column + 1U, texts))
            take(texts, *count * row.repeat);
    }
}

bool addsUp(const Candidate& candidate) {
    return candidate.general &&
           std::all_of(candidate.wishes.begin(), candidate.wishes.end(), [&](const Wish& wish) {
               return wish.rows > 0 && (candidate.named || wish.sum == wish.count);
           });
}

} // namespace

std::vector<std::string> summaryTabs(const std::vector<CheckedTab>& tabs, RowSource& source) {
    std::vector<std::string> names(tabs.size());
    std::vector<TabReader> readers;
    for (const CheckedTab& tab : tabs)
        readers.emplace_back(tab);
    std::size_t most = 0;
    for (const CheckedTab& tab : tabs)
        most = std::max(most, tab.map.columns.size());
    std::vector<Candidate> candidates;
    for (std::size_t i = 0; i < tabs.size(); ++i)
        if (readers[i].hasCount() && isWhole(tabs[i]) && tabs[i].map.columns.size() < most)
            if (auto candidate = candidateIn(readers[i], i))
                candidates.push_back(*std::move(candidate));
    for (std::size_t i = 0; i < tabs.size() && !candidates.empty(); ++i) {
        const std::vector<std::string> tabName = plainWords(tabs[i].name);
        for (Candidate& candidate : candidates)
            noteName(candidate, tabName);
        if (readers[i].hasCount())
            eachRow(readers[i], source, [&](const std::vector<Text>& texts, std::int64_t count) {
                for (Candidate& candidate : candidates)
                    if (candidate.tab != i)
                        addRow(candidate, i, texts, count);
            });
    }
    for (const Candidate& candidate : candidates)
        if (addsUp(candidate))
            for (const std::size_t tab : candidate.of)
                names[candidate.tab] +=
                    (names[candidate.tab].empty() ? "\"" : ", \"") + tabs[tab].name + "\"";
    return names;
}

} // namespace leadsheet::app
