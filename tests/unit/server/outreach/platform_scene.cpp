// SPDX-License-Identifier: Apache-2.0
#include "platform_scene.hpp"

namespace leadsheet::test {

namespace {

using namespace server;

domain::LeadField columnNamed(std::string_view name) {
    domain::LeadField field = 0;
    while (contract::kLeadFields.at(field).name != name)
        ++field;
    return field;
}

} // namespace

domain::LeadDraft
leadOf(std::initializer_list<std::pair<std::string_view, std::string_view>> columns) {
    domain::LeadDraft lead;
    for (const auto& [name, text] : columns)
        lead.values[columnNamed(name)] = std::string(text);
    return lead;
}

std::vector<std::string> emailsOf(std::size_t count) {
    std::vector<std::string> emails;
    for (std::size_t n = 0; n < count; ++n)
        emails.push_back("a" + std::to_string(n) + "@x.example");
    return emails;
}

std::string shown(const outreach::PushReading& reading) {
    std::string text;
    for (const outreach::LeadOutcome& lead : reading.leads)
        text += "adrun"[static_cast<std::size_t>(lead.result)];
    if (reading.narrow)
        text += "+narrow";
    if (reading.needsAttention)
        text += "+attention";
    if (reading.quietFor)
        text += "+quiet " + std::to_string(reading.quietFor->count());
    return text;
}

std::string readShown(const outreach::Adapter& adapter, std::size_t leads, const std::string& body,
                      int status) {
    outreach::PlatformAnswer answer;
    answer.status = status;
    answer.body = body;
    return shown(adapter.readPush(emailsOf(leads), answer));
}

} // namespace leadsheet::test
