// SPDX-License-Identifier: Apache-2.0
#include "destination_actions.hpp"

#include "destination_words.hpp"
#include "webhook_actions.hpp"

#include "leadsheet/resource/destinations.hpp"
#include "leadsheet/resource/leads.hpp"

namespace leadsheet::desktop {
namespace {

Result<Destination> make(const Connected& at, const Credentials& typed,
                         const std::optional<Destination>& made, const IdempotencyKey& key,
                         const std::stop_token& stop) {
    if (made) {
        DestinationChange change;
        change.credential = typed.credential;
        change.name = typed.name;
        return at.client->destinations().update(made->id, change, {}, callUntil(stop));
    }
    NewDestination wanted{
        typed.platform, typed.credential, typed.name, {}, {}, {}, {}, false, true};
    return at.client->destinations().create(wanted, key, callUntil(stop));
}

} // namespace

CheckOutcome checkCredential(const Connected& at, const Credentials& typed,
                             const std::optional<Destination>& made, const IdempotencyKey& key,
                             const std::stop_token& stop) {
    CheckOutcome outcome{made, {}, {}, {}};
    auto destination = make(at, typed, made, key, stop);
    if (!destination) {
        outcome.trouble = destination.error();
        return outcome;
    }
    outcome.made = *destination;
    const auto check =
        at.client->destinations().test(destination->id, {}, newActKey("check"), callUntil(stop));
    if (!check) {
        outcome.trouble = check.error();
        return outcome;
    }
    if (!check->ok) {
        outcome.refusal = check->detail.value_or("");
        return outcome;
    }
    auto setup = readSetup(at, *destination, stop);
    if (!setup)
        outcome.trouble = setup.error();
    else
        outcome.setup = *std::move(setup);
    return outcome;
}

Result<Setup> readSetup(const Connected& at, const Destination& destination,
                        const std::stop_token& stop) {
    auto campaigns = at.client->destinations().campaigns(destination.id, callUntil(stop));
    if (!campaigns)
        return failure(campaigns.error());
    Setup setup{destination, *std::move(campaigns), {}};
    LeadFields fields{LeadField::Id, LeadField::Email};
    for (const MappedColumn& column : mappedColumns(destination.platform))
        fields.push_back(column.field);
    LeadFilter filter;
    filter.hasEmail = true;
    filter.result = destination.results.empty() ? "good" : destination.results.front();
    auto leads = at.client->leads().list(filter, fields, {1, {}}, callUntil(stop));
    // A key that may not read leads can set up a destination: there is no example then.
    if (leads && !leads->items.empty())
        setup.lead = std::move(leads->items.front());
    return setup;
}

} // namespace leadsheet::desktop
