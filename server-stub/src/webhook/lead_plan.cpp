// SPDX-License-Identifier: Apache-2.0
#include "webhook/lead_plan.hpp"

#include "api/lead_text.hpp"

#include <algorithm>
#include <array>
#include <numeric>

namespace leadsheet::server::webhook {

namespace {

constexpr int kLeadsPerLook = 1'000;
/// What a message holds beside its leads.
constexpr std::size_t kFrameBytes = 1'024;
constexpr auto kMaxLeadBytes =
    static_cast<std::size_t>(contract::kWebhookMaxMessageBytes) - kFrameBytes;

constexpr store::LeadField kOrderNumber = domain::leadField("orderNumber");

/// The message of one order that is being filled.
struct OpenMessage {
    int leads = 0;
    std::size_t bytes = 0;
};

class Planner {
public:
    explicit Planner(const store::LeadFilter& filter)
        : filter_(filter) {}

    void add(const store::LeadRow& lead) {
        json_.clear();
        api::appendLeadJson(json_, lead, allLeadFields());
        const std::size_t at = orderAt(lead.text(kOrderNumber));
        OpenMessage& open = open_[at];
        auto& slices = plan_.orders[at].slices;
        const std::size_t bytes = json_.size() + 1;
        if (slices.empty() || open.leads == kLeadsPerMessage ||
            open.bytes + bytes > kMaxLeadBytes) {
            open = {};
            store::LeadSlice slice;
            slice.after = lead.seq() - 1;
            slice.result = filter_.result;
            slice.part = static_cast<std::int64_t>(slices.size()) + 1;
            slices.push_back(slice);
        }
        ++open.leads;
        open.bytes += bytes;
        slices.back().last = lead.seq();
        ++plan_.leads;
    }

    LeadPlan finish() {
        for (auto& order : plan_.orders) {
            for (store::LeadSlice& slice : order.slices)
                slice.parts = static_cast<std::int64_t>(order.slices.size());
        }
        return std::move(plan_);
    }

private:
    std::size_t orderAt(std::string_view number) {
        // Leads of one order mostly stand together.
        const auto found =
            std::find_if(plan_.orders.rbegin(), plan_.orders.rend(),
                         [number](const auto& part) { return part.order.str() == number; });
        if (found != plan_.orders.rend())
            return static_cast<std::size_t>(plan_.orders.rend() - found) - 1;
        plan_.orders.push_back({store::OrderNumber(std::string(number)), {}});
        open_.emplace_back();
        return plan_.orders.size() - 1;
    }

    const store::LeadFilter& filter_;
    LeadPlan plan_;
    std::vector<OpenMessage> open_;
    std::string json_;
};

std::string leadsData(store::Reader& reader, const store::WebhookMessage& message) {
    const store::LeadSlice& slice = *message.leads;
    store::LeadQuery query;
    query.account = message.account;
    query.filter.order = message.order;
    query.filter.result = slice.result;
    query.after = slice.after;
    query.upTo = slice.last;
    query.limit = kLeadsPerMessage;
    std::string data = "{\"seq\":" + std::to_string(message.accountSeq) +
                       ",\"version\":" + std::to_string(slice.orderVersion) +
                       ",\"orderNumber\":\"" + message.order->str() +
                       "\",\"part\":" + std::to_string(slice.part) +
                       ",\"parts\":" + std::to_string(slice.parts) + ",\"leads\":[";
    bool first = true;
    reader.visitLeads(query, [&](const store::LeadRow& lead) {
        if (!first)
            data += ',';
        first = false;
        api::appendLeadJson(data, lead, allLeadFields());
    });
    return data + "]}";
}

} // namespace

std::span<const store::LeadField> allLeadFields() {
    static const auto fields = [] {
        std::array<store::LeadField, domain::kLeadFieldCount> all{};
        std::iota(all.begin(), all.end(), store::LeadField{0});
        return all;
    }();
    return fields;
}

store::StoreResult<LeadPlan> planLeads(store::Store& store, const store::AccountId& account,
                                       const store::LeadFilter& filter,
                                       std::optional<std::int64_t> upTo) {
    Planner planner(filter);
    store::LeadQuery query;
    query.upTo = upTo;
    query.account = account;
    query.filter = filter;
    query.limit = kLeadsPerLook;
    store::LeadSpan span;
    do {
        const auto looked = store.read([&](store::Reader& reader) {
            if (!query.upTo)
                query.upTo = reader.lastLead(account);
            return reader.visitLeads(query, [&](const store::LeadRow& lead) { planner.add(lead); });
        });
        if (!looked)
            return tl::make_unexpected(looked.error());
        span = *looked;
        query.after = span.last;
    } while (span.more);
    return planner.finish();
}

std::int64_t queuePlan(store::Tx& tx, const store::Webhook& webhook, const LeadPlan& plan,
                       store::Timestamp now) {
    std::int64_t queued = 0;
    for (const auto& part : plan.orders) {
        const auto order = tx.findOrder(webhook.account, part.order);
        if (!order)
            continue;
        for (store::LeadSlice slice : part.slices) {
            slice.orderVersion = order->version;
            store::WebhookMessage message;
            message.account = webhook.account;
            message.type = contract::kEventLeadsDelivered;
            message.order = part.order;
            message.leads = slice;
            message.createdAt = now;
            tx.queueDelivery(tx.insertWebhookMessage(std::move(message), {}), webhook.seq,
                             webhook.enabled ? store::DeliveryState::Pending
                                             : store::DeliveryState::Held);
            ++queued;
        }
    }
    return queued;
}

std::string messageBody(store::Reader& reader, const store::WebhookMessage& message) {
    return "{\"type\":\"" + message.type + "\",\"timestamp\":\"" +
           domain::formatTimestamp(message.createdAt) +
           "\",\"data\":" + (message.leads ? leadsData(reader, message) : message.data) + "}";
}

} // namespace leadsheet::server::webhook
