// SPDX-License-Identifier: Apache-2.0
#include "lead_choice.hpp"

#include "common_arguments.hpp"

#include "leadsheet/messages/cliaccount.hpp"
#include "leadsheet/timestamp.hpp"
#include "leadsheet/try.hpp"

#include <algorithm>

namespace leadsheet::cli {
namespace {

namespace say = messages::cliaccount;

std::optional<Message> countryProblem(const std::string& value) {
    const bool good = value.size() == 2 && std::all_of(value.begin(), value.end(),
                                                       [](char c) { return c >= 'A' && c <= 'Z'; });
    return good ? std::nullopt : std::optional(help::noCountryCode(value));
}

std::optional<Message> timeProblem(const std::string& value) {
    return parseTimestamp(value) ? std::nullopt : std::optional(help::noExactTime(value));
}

std::optional<bool> flagOf(const std::string& word) {
    return word.empty() ? std::nullopt : std::optional(word == "yes");
}

std::optional<std::string> textOf(const std::string& text) {
    return text.empty() ? std::nullopt : std::optional(text);
}

std::string fieldNames() {
    std::string names;
    for (std::size_t i = 0; i < kLeadFieldCount; ++i)
        names.append(names.empty() ? "" : ", ").append(toString(static_cast<LeadField>(i)));
    return names;
}

} // namespace

bool LeadChoice::any() const {
    return !(result.empty() && email.empty() && phone.empty() && order.empty() && country.empty() &&
             deliveredAfter.empty());
}

Outcome<LeadFilter> LeadChoice::filter() const {
    LeadFilter filter;
    filter.result = leadResultFromName(result);
    filter.hasEmail = flagOf(email);
    filter.hasPhone = flagOf(phone);
    filter.country = textOf(country);
    filter.deliveredAfter = textOf(deliveredAfter);
    if (!order.empty()) {
        LEADSHEET_TRY(filter.orderNumber, orderNumberOf(order));
    }
    return filter;
}

void addLeadChoice(const Command& command, LeadChoice& choice) {
    command.addOption("--result", choice.result, help::onlyResult())
        .valueName("RESULT")
        .oneOf({"good", "risky", "unknown", "invalid"});
    command.addOption("--email", choice.email, help::email())
        .valueName("yes|no")
        .oneOf({"yes", "no"}, false);
    command.addOption("--phone", choice.phone, help::phone())
        .valueName("yes|no")
        .oneOf({"yes", "no"}, false);
    command.addOption("--order", choice.order, help::onlyOrder()).valueName("ORDER").notEmpty();
    command.addOption("--country", choice.country, help::country())
        .valueName("CODE")
        .check(countryProblem);
    command.addOption("--delivered-after", choice.deliveredAfter, help::onlyDeliveredAfter())
        .valueName("TIME")
        .check(timeProblem);
}

Outcome<std::vector<LeadField>> leadFieldsOf(const std::string& list) {
    std::vector<LeadField> fields;
    std::string_view rest = list;
    while (!rest.empty()) {
        const auto comma = std::min(rest.find(','), rest.size());
        const std::string name(rest.substr(0, comma));
        rest.remove_prefix(std::min(comma + 1, rest.size()));
        const auto field = leadFieldFromName(name);
        if (!field)
            return fail(usageFailure(say::noLeadField(name), say::leadFieldNames(fieldNames())));
        if (std::find(fields.begin(), fields.end(), *field) != fields.end())
            return fail(usageFailure(say::fieldTwice(name)));
        fields.push_back(*field);
    }
    return fields;
}

Option addLeadFields(const Command& command, std::string& list, const Message& about) {
    return command.addOption("--fields", list, about).valueName("LIST").notEmpty();
}

} // namespace leadsheet::cli
