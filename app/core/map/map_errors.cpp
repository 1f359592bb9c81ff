// SPDX-License-Identifier: Apache-2.0
#include "map/map_errors.hpp"

#include "leadsheet/app/fields.hpp"
#include "leadsheet/messages/check.hpp"
#include "leadsheet/messages/map.hpp"
#include "text/names.hpp"

#include <algorithm>

namespace leadsheet::app {

namespace say = messages::map;

SheetError mapInvalid(Message reason, Message wayOut) {
    return {SheetErrorCode::MapInvalid, {}, {std::move(reason)}, {std::move(wayOut)}, {}};
}

SheetError unknownTarget(const std::string& target) {
    if (target == "quoteId" || target == "maxPrice")
        return {SheetErrorCode::MapUnknownTarget,
                {},
                {say::priceGuardNotMappable(target)},
                {say::giveTotalWhenSubmitting()},
                {}};
    const auto close = suggestTargets(target);
    std::vector<std::string> names;
    for (const TargetField& field : allTargets())
        names.push_back(field.name);
    return {SheetErrorCode::MapUnknownTarget,
            {},
            {say::noSuchField(target)},
            {close.empty() ? say::listOfFields(names) : messages::check::didYouMean(close)},
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
    Message wayOut = !close.empty()    ? messages::check::didYouMean(close)
                     : names.empty()   ? say::sheetWithoutColumnNames()
                     : total > kListed ? say::listOfColumnsAndMore(names)
                                       : say::listOfColumns(names);
    return {
        SheetErrorCode::MapUnknownColumn, {}, {say::noSuchColumn(column)}, {std::move(wayOut)}, {}};
}

SheetError mapConflict(Message reason, Message wayOut) {
    return {SheetErrorCode::MapConflict, {}, {std::move(reason)}, {std::move(wayOut)}, {}};
}

} // namespace leadsheet::app
