// SPDX-License-Identifier: Apache-2.0
#include "check/nested_places.hpp"

#include "leadsheet/messages/check.hpp"
#include "map/comma_parts.hpp"
#include "map/place_commas.hpp"
#include "text/names.hpp"

namespace leadsheet::app {

namespace say = messages::check;

std::vector<std::string> inwardPlace(const FieldInput& input, std::string_view piece, bool isWhole,
                                     ProblemSink& problems) {
    const std::string place = outward(piece);
    const auto items = itemsAtCommas(input.target, piece);
    if (isKnownInward(piece)) {
        problems.add(ProblemLevel::Odd, ProblemCode::CommaReading, input.of(piece),
                     say::wasReadAs(quotable(piece), {place}), say::writeWhatIsMeant(),
                     readAs(input.of(piece), {items.front()}, false));
        return {place};
    }
    std::string list;
    for (const std::string& item : items)
        list.append(list.empty() ? "" : ";").append(item);
    auto readings = readAs(input.of(piece), {place, list}, false);
    if (isWhole) {
        problems.add(ProblemLevel::Odd, ProblemCode::CommaReading, input.of(piece),
                     say::readAsItemWithComma(quotable(piece)), say::choosePlaceOrList(),
                     std::move(readings));
        return {std::string(trimmed(piece))};
    }
    problems.add(ProblemLevel::Blocks, ProblemCode::UnclearList, input,
                 say::placeOrList(quotable(piece), place), say::choosePlaceOrList(),
                 std::move(readings));
    return {};
}

bool areApart(const FieldInput& input, const std::vector<ListItem>& places, ProblemSink& problems) {
    for (const ListItem& outer : places) {
        const PlaceRoles country = placeRoles(outer.text);
        if (country.countries.empty() || outer.stated)
            continue;
        std::string narrow;
        std::string wide;
        const ListItem* within = nullptr;
        for (const ListItem& item : places) {
            const bool inner = &item != &outer && liesIn(placeRoles(item.text), country);
            if (&item != &outer)
                narrow.append(narrow.empty() ? "" : "; ")
                    .append(item.text)
                    .append(inner ? ", " + outer.text : "");
            if (!inner)
                wide.append(wide.empty() ? "" : "; ").append(item.text);
            else if (within == nullptr)
                within = &item;
        }
        if (within == nullptr)
            continue;
        problems.add(ProblemLevel::Blocks, ProblemCode::UnclearList, input,
                     say::placeWithinPlace(quotable(within->text), quotable(outer.text)),
                     say::chooseInnerOrOuter(), readAs(input, {narrow, wide}, false));
        return false;
    }
    return true;
}

} // namespace leadsheet::app
