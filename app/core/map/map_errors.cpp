// SPDX-License-Identifier: Apache-2.0
#include "map/map_errors.hpp"

#include "leadsheet/app/fields.hpp"
#include "text/names.hpp"

#include <algorithm>

namespace leadsheet::app {

SheetError mapInvalid(std::string reason, std::string wayOut) {
    return {SheetErrorCode::MapInvalid, {}, std::move(reason), std::move(wayOut), {}};
}

SheetError unknownTarget(const std::string& target) {
    if (target == "quoteId" || target == "maxPrice")
        return {SheetErrorCode::MapUnknownTarget,
                {},
                "\"" + target + "\" guards the price of a whole run and cannot be mapped.",
                "Leave it out, and give a total when submitting (--max-total).",
                {}};
    const auto close = suggestTargets(target);
    std::vector<std::string> names;
    for (const TargetField& field : allTargets())
        names.push_back(field.name);
    return {SheetErrorCode::MapUnknownTarget,
            {},
            "There is no field \"" + target + "\".",
            close.empty() ? "Fields are " + listed(names, "and") + "."
                          : "Did you mean " + listed(close, "or") + "?",
            {}};
}

SheetError unknownColumn(const std::string& column, const std::vector<std::string>& headers) {
    std::vector<std::string> names;
    std::copy_if(headers.begin(), headers.end(), std::back_inserter(names),
                 [](const std::string& header) { return !trimmed(header).empty(); });
    const auto close = closeNames(column, names, 3);
    constexpr std::size_t kListed = 20;
    const std::size_t total = names.size();
    names.resize(std::min(total, kListed));
    std::string wayOut =
        !close.empty() ? "Did you mean " + listed(close, "or") + "?"
        : names.empty()
            ? "The sheet has no column names; use letters, for example @C."
            : "Columns are " + listed(names, "and") + (total > kListed ? ", and more." : ".");
    return {SheetErrorCode::MapUnknownColumn,
            {},
            "The sheet has no column \"" + column + "\".",
            std::move(wayOut),
            {}};
}

SheetError mapConflict(std::string reason, std::string wayOut) {
    return {SheetErrorCode::MapConflict, {}, std::move(reason), std::move(wayOut), {}};
}

} // namespace leadsheet::app
