// SPDX-License-Identifier: Apache-2.0
#include "leads_commands.hpp"

#include "../output/console.hpp"
#include "../output/words.hpp"
#include "../session/connection.hpp"
#include "common_arguments.hpp"
#include "registry.hpp"

#include "leadsheet/messages/cliaccount.hpp"
#include "leadsheet/timestamp.hpp"
#include "leadsheet/try.hpp"

#include <algorithm>
#include <boost/json.hpp>
#include <memory>
#include <string>
#include <vector>

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
    command.addOption("--order", choice.order, help::onlyOrder()).valueName("ORDER");
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
    return command.addOption("--fields", list, about).valueName("LIST");
}

namespace {

namespace json = boost::json;

constexpr std::size_t kPageSize = 500;

struct ListArguments {
    LeadChoice choice;
    std::string fields;
    std::size_t limit = 50;
};

struct ToJson {
    json::value operator()(std::monostate) const { return nullptr; }
    json::value operator()(const std::string& text) const { return json::value(text); }
    json::value operator()(std::int64_t number) const { return number; }
    json::value operator()(double number) const { return number; }
    json::value operator()(bool flag) const { return flag; }
    json::value operator()(const std::vector<std::string>& list) const {
        return json::array(list.begin(), list.end());
    }
};

struct ToText {
    std::string operator()(std::monostate) const { return {}; }
    std::string operator()(const std::string& text) const { return text; }
    std::string operator()(std::int64_t number) const { return std::to_string(number); }
    std::string operator()(double number) const { return json::serialize(json::value(number)); }
    std::string operator()(bool flag) const {
        return said(flag ? messages::order::yes() : messages::order::no());
    }
    std::string operator()(const std::vector<std::string>& list) const {
        std::string joined;
        for (const std::string& text : list)
            joined.append(joined.empty() ? "" : ", ").append(text);
        return joined;
    }
};

Outcome<ExitCode> listLeads(Context& context, const ListArguments& arguments) {
    LEADSHEET_TRY(auto filter, arguments.choice.filter());
    LEADSHEET_TRY(auto fields, leadFieldsOf(arguments.fields));
    if (fields.empty())
        fields = {LeadField::FullName, LeadField::JobTitle, LeadField::CompanyName,
                  LeadField::Email,    LeadField::Result,   LeadField::OrderNumber};
    LEADSHEET_TRY(auto connection, connect(context));
    PageOptions page;
    page.limit = static_cast<std::int64_t>(std::min(arguments.limit + 1, kPageSize));
    auto pages = connection.client->leads().all(filter, fields, page, callOf(context));
    std::vector<Table::Column> columns;
    for (const LeadField field : fields)
        columns.push_back({std::string(toString(field)), Table::Align::Left});
    Table table(columns);
    bool more = false;
    for (std::size_t shown = 0; shown <= arguments.limit; ++shown) {
        LEADSHEET_TRY(const auto lead,
                      explainedBy<explainRefusal>(pages.next(), connection.circumstances(false)));
        more = lead.has_value() && shown == arguments.limit;
        if (!lead || more)
            break;
        json::object object{{"type", "lead"}};
        std::vector<std::string> cells;
        for (const LeadField field : fields) {
            object[toString(field)] = std::visit(ToJson{}, (*lead)[field]);
            cells.push_back(std::visit(ToText{}, (*lead)[field]));
        }
        context.console.emit(object);
        table.row(std::move(cells));
    }
    context.console.say(
        Text(connection.label(), connection.isSandbox() ? Style::Warn : Style::Dim));
    table.printOr(context.console, say::noLeads());
    if (more)
        context.console.say(say::moreLeads(leads(static_cast<std::int64_t>(arguments.limit))));
    return ExitCode::Done;
}

Outcome<ExitCode> countLeads(Context& context, const LeadChoice& choice) {
    LEADSHEET_TRY(auto filter, choice.filter());
    LEADSHEET_TRY(auto connection, connect(context));
    const auto count = connection.client->leads().count(filter, callOf(context));
    if (!count)
        return fail(explainRefusal(count.error(), connection.circumstances(false)));
    context.console.say(leads(*count));
    context.console.emit({{"type", "leadCount"}, {"count", *count}});
    return ExitCode::Done;
}

} // namespace

void addLeadsCommands(Registry& registry) {
    Command commands = registry.root.addCommand("leads", help::leads());
    commands.needsCommand();

    auto arguments = std::make_shared<ListArguments>();
    Command list = commands.addCommand("list", help::leadsList());
    addLeadChoice(list, arguments->choice);
    addLeadFields(list, arguments->fields, help::someLeadFields());
    list.addOption("--limit", arguments->limit, help::limit())
        .showDefault()
        .between(1, 100'000)
        .valueName("N");
    registry.bind(list, listLeads, arguments);

    auto choice = std::make_shared<LeadChoice>();
    Command count = commands.addCommand("count", help::leadsCount());
    addLeadChoice(count, *choice);
    registry.bind(count, countLeads, choice);
    addLeadExportCommand(registry, commands);
    addLeadEraseCommand(registry, commands);
}

namespace {

struct EraseArguments {
    std::vector<std::string> ids;
    std::string email;
    std::string profile;
    bool yes = false;

    Person person() const {
        Person named;
        if (!email.empty())
            named.email = email;
        if (!profile.empty())
            named.linkedinUrl = profile;
        return named;
    }
};

Outcome<ExitCode> done(Context& context, std::size_t erased) {
    context.console.say(erased == 0 ? say::noLeads()
                                    : say::leadsErased(leads(static_cast<std::int64_t>(erased))));
    return ExitCode::Done;
}

void tell(Context& context, const std::string& id) {
    context.console.emit({{"type", "leadErased"}, {"id", id}});
}

Outcome<ExitCode> erasePerson(Context& context, const EraseArguments& arguments) {
    LEADSHEET_TRY(auto connection, connect(context));
    LEADSHEET_TRY_DONE(confirm(context, say::deedErasePerson(), arguments.yes));
    LEADSHEET_TRY(auto key, stepKey(*connection.client, {}));
    const auto erased = connection.client->leads().erase(arguments.person(), key, callOf(context));
    if (!erased)
        return fail(explainRefusal(erased.error(), connection.circumstances(false)));
    for (const std::string& id : *erased)
        tell(context, id);
    return done(context, erased->size());
}

Outcome<ExitCode> eraseLeads(Context& context, const EraseArguments& arguments) {
    const bool byPerson = !arguments.email.empty() || !arguments.profile.empty();
    if (arguments.ids.empty() == !byPerson)
        return fail(usageFailure(say::nameWhomToErase()));
    if (byPerson)
        return erasePerson(context, arguments);
    std::vector<LeadId> ids;
    for (const std::string& text : arguments.ids) {
        LEADSHEET_TRY(auto id, leadIdOf(text));
        ids.push_back(std::move(id));
    }
    LEADSHEET_TRY(auto connection, connect(context));
    const Message what = leads(static_cast<std::int64_t>(ids.size()));
    LEADSHEET_TRY_DONE(confirm(context, say::deedErase(what), arguments.yes));
    for (const LeadId& id : ids) {
        const auto erased = connection.client->leads().erase(id, callOf(context));
        if (!erased)
            return fail(explainRefusal(erased.error(), connection.circumstances(false)));
        tell(context, id.str());
    }
    return done(context, ids.size());
}

} // namespace

void addLeadEraseCommand(Registry& registry, const Command& leads) {
    auto arguments = std::make_shared<EraseArguments>();
    const Command erase = leads.addCommand("erase", help::leadsErase());
    erase.addOption("ID", arguments->ids, help::eraseIds());
    erase.addOption("--email", arguments->email, help::eraseEmail()).valueName("ADDRESS");
    erase.addOption("--linkedin", arguments->profile, help::eraseLinkedin()).valueName("URL");
    erase.addFlag("--yes", arguments->yes, help::yes());
    registry.bind(erase, eraseLeads, arguments);
}

} // namespace leadsheet::cli
