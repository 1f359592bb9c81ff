// SPDX-License-Identifier: Apache-2.0
#include "registry.hpp"

#include "../output/console.hpp"
#include "../output/words.hpp"
#include "../session/calls.hpp"
#include "../session/connection.hpp"
#include "lead_choice.hpp"
#include "leadsheet/messages/cliaccount.hpp"
#include "leadsheet/try.hpp"

#include <boost/json.hpp>

namespace leadsheet::cli {
namespace {

namespace json = boost::json;
namespace say = messages::cliaccount;

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
        const auto lead = pages.next();
        if (!lead)
            return fail(explainRefusal(lead.error(), connection.circumstances(false)));
        more = lead->has_value() && shown == arguments.limit;
        if (!*lead || more)
            break;
        json::object object{{"type", "lead"}};
        std::vector<std::string> cells;
        for (const LeadField field : fields) {
            object[toString(field)] = std::visit(ToJson{}, (**lead)[field]);
            cells.push_back(std::visit(ToText{}, (**lead)[field]));
        }
        context.console.emit(object);
        table.row(std::move(cells));
    }
    context.console.say(
        Text(connection.label(), connection.isSandbox() ? Style::Warn : Style::Dim));
    if (table.empty())
        context.console.say(say::noLeads());
    else
        table.print(context.console);
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

} // namespace leadsheet::cli
