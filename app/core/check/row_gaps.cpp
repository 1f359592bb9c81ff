// SPDX-License-Identifier: Apache-2.0
#include "check/row_checker.hpp"
#include "leadsheet/messages/check.hpp"
#include "text/names.hpp"

#include <algorithm>

namespace leadsheet::app {

namespace say = messages::check;

bool ReadColumns::searches(std::uint32_t column) const {
    return std::any_of(names.begin(), names.end(), [&](const Named& one) {
        return one.column == column && !one.target.empty() && one.target != kReferenceTarget &&
               one.target != "notes" && one.target.find(kMemberSeparator) == std::string::npos;
    });
}

void RowChecker::noteFull(const std::vector<SampleRow>& samples) {
    constexpr std::size_t kFewestFull = 4;
    constexpr std::size_t kFullForOneGap = 5;     // times as many rows are full
    constexpr std::size_t kFullForOneOfMany = 10; // industries are left empty on purpose, too
    const Source* const count = source(kLeadCountTarget);
    const Source* const product = source(kProductTarget);
    if (count == nullptr || count->rule == nullptr ||
        (product != nullptr && product->rule != nullptr))
        return;
    for (const std::string_view field : {"jobTitles", "locations", "industries"}) {
        const Source* const from = source(field);
        if (from == nullptr || from->rule == nullptr || from->value != nullptr ||
            !from->rule->with.empty())
            continue;
        std::size_t full = 0;
        std::size_t gaps = 0;
        for (const SampleRow& row : samples)
            if (!row.textAt(count->rule->column).empty() && row.hasSeveral())
                ++(row.textAt(from->rule->column).empty() ? gaps : full);
        const std::size_t share = field == "industries" ? kFullForOneOfMany : kFullForOneGap;
        if (full >= kFewestFull && gaps * share <= full + (share == kFullForOneGap ? 1 : 0))
            full_.emplace_back(field);
    }
}

// A row without a title among rows that have one is ordered for anybody.
void RowChecker::checkGaps(const RowView& row, const RowFindings& findings,
                           const OrderRequest& request, ProblemSink& problems) const {
    if (problems.blocked())
        return;
    for (const std::string& field : full_) {
        const auto has = [&](std::string_view name) {
            return request.fields.contains(std::string(name));
        };
        const Source* const from = source(field);
        const bool asked =
            std::any_of(findings.blanks.begin(), findings.blanks.end(),
                        [&](const BlankCell& blank) { return blank.field == field; });
        const bool instead = field == "jobTitles" ? has("seniorities") || has("departments")
                             : field == "industries"
                                 ? has("keywords") || has("technologies") || has("domains")
                                 : has(field);
        if (from == nullptr || asked || instead || !trimmed(row.textAt(from->rule->column)).empty())
            continue;
        problems.add(ProblemLevel::Odd, ProblemCode::MissingValue, inputOf(*from, row),
                     say::gapAmongFull(columnTitle(from->rule->column, from->rule->header)),
                     say::fillGap());
    }
}

} // namespace leadsheet::app
