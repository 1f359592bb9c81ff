// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "check/field_reader.hpp"
#include "check/row_decider.hpp"
#include "leadsheet/app/fields.hpp"
#include "leadsheet/app/row_source.hpp"
#include "leadsheet/app/sheet_check.hpp"

#include <array>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <utility>
#include <vector>

namespace leadsheet::app {

/// Where an order for the same people, or a reference, was met first.
struct SeenRows {
    using Fingerprint = std::array<char, 16>;
    struct Hash {
        std::size_t operator()(const Fingerprint& print) const noexcept;
    };
    struct Place {
        std::uint32_t tab = 0; ///< n-th tab of the run
        std::uint32_t row = 0;
    };
    struct Order {
        Place place;
        std::int64_t leadCount = 0;
        std::size_t exactly = 0; ///< hash of the request as it is written
        std::size_t unused = 0;  ///< where its hashes begin in `unusedCells`
    };

    std::unordered_map<Fingerprint, Order, Hash> orders; ///< by their marks
    /// By the marks that orders would have with the English names of their countries, where others.
    std::unordered_map<Fingerprint, Place, Hash> inEnglish;
    std::unordered_map<Fingerprint, Place, Hash> references;
    std::vector<std::string> tabs; ///< names, in the order they were read
    /// By tab: the names of the columns that could narrow and that no order contains.
    std::vector<std::vector<std::string>> unused;
    std::vector<std::uint32_t> unusedCells; ///< hashes, by order and column
};

/// Turns the rows of one tab into order requests with problems, by one map. Remembers a fingerprint
/// of every order in `seen`, to find rows repeated in this tab or an earlier one.
class RowChecker {
public:
    /// `severalTabs`: problems name the tab. `learned` may be null.
    RowChecker(const ColumnMap& map, std::string tab, bool severalTabs, SeenRows& seen,
               std::shared_ptr<const LearnedNames> learned);

    void check(const RowView& row, const RowFindings& findings, CheckedRow& result);
    /// Whether a cell that the map uses has a text; a row without one is blank.
    bool hasMappedValue(const RowView& row) const;
    ReadColumns columns() const;
    /// Looks which columns of titles and places nearly all of the first rows fill: a gap is said.
    void noteFull(const std::vector<SampleRow>& samples);

private:
    struct KnownValue {
        const contract::FieldInfo* field = nullptr; ///< of the product that the row named
        bool asCell = false;                        ///< by the steps of its column
        FieldValue value;
    };
    /// Finds a text without making a string of it.
    struct TextHash {
        using is_transparent = void;
        std::size_t operator()(std::string_view text) const noexcept {
            return std::hash<std::string_view>()(text);
        }
    };

    // A target with where its value comes from, looked up once instead of per row.
    struct Source {
        TargetField target;
        const ColumnRule* rule = nullptr;
        const ValueRule* value = nullptr;
        bool numeric = false;
        bool sizes = false;
        bool mayEmpty = false; ///< a step can leave nothing of a cell
        bool items = false;    ///< its columns are the items of one list
        /// Where its two columns are the ends of one range: the lower and the upper one.
        std::optional<std::pair<std::uint32_t, std::uint32_t>> ends{};
        /// What was read without a problem, by what the cell has; cells repeat.
        std::unordered_map<std::string, KnownValue, TextHash, std::equal_to<>> known{};
        std::size_t recalled = 0; ///< since `known` was empty
        bool repeats = true;      ///< as far as was seen
    };

    struct Filling {
        std::string_view text;
        bool standsIn = false; ///< a value, not the cell
    };

    const Source* source(std::string_view target) const;
    static bool isEmpty(const Source& source, std::string_view cell);
    static Filling fillingOf(const Source& source, const RowView& row);
    void addLearned(std::vector<Problem>& problems) const;
    static FieldInput inputOf(const Source& source, const RowView& row);
    static FieldInput inputOf(const Source& source, const RowView& row, const Filling& filling);
    const contract::ProductInfo* product(const RowView& row, ProblemSink& problems) const;
    void readFields(const RowView& row, const contract::ProductInfo& product,
                    submit::RowInput& input, ProblemSink& problems);
    static std::optional<FieldValue> readKnown(Source& source, const FieldInput& input,
                                               const contract::FieldInfo& field,
                                               ProblemSink& problems);
    static std::optional<FieldValue> readEnds(Source& source, const RowView& row,
                                              const contract::FieldInfo& field,
                                              ProblemSink& problems);
    std::optional<FieldValue> readJoined(const Source& source, const RowView& row,
                                         const contract::FieldInfo& field,
                                         ProblemSink& problems) const;
    void readMember(const Source& source, const FieldInput& field, OrderRequest& request,
                    ProblemSink& problems) const;
    void checkComplete(const RowView& row, const contract::ProductInfo& product,
                       const OrderRequest& request, ProblemSink& problems) const;
    bool checkReference(const RowView& row, const submit::RowInput& input, ProblemSink& problems);
    void checkRepeated(const RowView& row, submit::RowInput& input, ProblemSink& problems);
    void checkOtherNames(const RowView& row, const OrderRequest& request,
                         const SeenRows::Fingerprint& print, ProblemSink& problems);
    void checkLeftOut(const RowView& row, const contract::ProductInfo& product,
                      const OrderRequest& request, ProblemSink& problems) const;
    void checkContradicting(const RowView& row, const contract::ProductInfo& product,
                            ProblemSink& problems) const;
    void checkLost(const RowView& row, const contract::ProductInfo& product,
                   const OrderRequest& request, ProblemSink& problems) const;
    void checkCountries(const RowView& row, const OrderRequest& request,
                        ProblemSink& problems) const;
    SeenRows::Place here(const RowView& row) const;
    Message placeName(const SeenRows::Place& place) const;
    void checkOrder(const RowView& row, const RowFindings& findings, submit::RowInput& input,
                    ProblemSink& problems);
    void checkBlanks(const RowView& row, const RowFindings& findings,
                     const contract::ProductInfo& product, ProblemSink& problems) const;
    void checkFormulas(const RowView& row, ProblemSink& problems) const;
    void checkFindings(const RowView& row, const RowFindings& findings,
                       ProblemSink& problems) const;
    void checkSection(const RowView& row, const RowFindings& findings, ProblemSink& problems) const;
    void checkCount(const RowView& row, const RowFindings& findings, ProblemSink& problems) const;
    void checkMarks(const RowView& row, const RowFindings& findings, ProblemSink& problems) const;
    bool isUnclear(const Cell& marked) const;
    bool isMarked(const Cell& cell, RowMarks how) const;
    void checkMarked(FieldInput input, const Cell& marked, ProblemSink& problems) const;
    void checkGaps(const RowView& row, const RowFindings& findings, const OrderRequest& request,
                   ProblemSink& problems) const;

    std::vector<std::string> differsIn(const RowView& row, const SeenRows::Order& first) const;

    std::vector<Source> sources_;
    /// A column that might fill a field, which another column fills.
    struct Rival {
        std::uint32_t column = 0;
        std::string header;
        std::string field;
    };
    std::vector<Rival> rivals_;
    std::vector<Rival> contradicting_; ///< by their names they fill fields, by their cells nothing
    /// A column whose values are lost: UnusedColumn::loses.
    struct Lost {
        std::uint32_t column = 0;
        std::string header;
        std::string field;  ///< that it might have filled; may be empty
        bool counts = true; ///< else only what its cells exclude is missed
        bool asked = false;
        bool companies = false; ///< it names companies, which no field of the row's product holds
        Message is;             ///< it is lost
        Message wouldBe;        ///< where the row is held back
        Message fix;
        Message fixOfTicks;
    };
    std::vector<std::string> full_; ///< fields whose columns nearly all of the first rows fill
    static bool mayLose(const UnusedColumn& column);
    static Lost lostOf(const UnusedColumn& column, const ColumnMap& map);
    std::vector<Lost> lost_;
    bool namesCountries_ = false;       ///< the column of places does, by its name
    bool withoutCountries_ = false;     ///< ColumnMap::withoutCountries
    std::vector<std::uint32_t> unused_; ///< as SeenRows::unused of this tab
    std::vector<std::pair<std::uint32_t, RowMarks>> marks_;
    std::vector<std::string> headers_;       ///< of the columns in `marks_`
    std::optional<std::uint32_t> formerKey_; ///< the column of keys in a results file
    std::string tab_;
    bool severalTabs_;
    SeenRows& seen_;
    std::shared_ptr<const LearnedNames> learned_;
};

/// For what concerns no single cell.
FieldInput wholeRow(const RowView& row, std::string_view target);

/// JSON array of the displayed cells, without empty ones at the end.
std::string rowSnapshot(const RowView& row);

} // namespace leadsheet::app
