// SPDX-License-Identifier: Apache-2.0
#include "leadsheet/resource/quotes.hpp"

#include "resource/typed_call.hpp"
#include "json/text.hpp"

#include <leadsheet/contract/limits.hpp>

namespace leadsheet {
namespace {

constexpr const char* kPath = "/v1/quotes";

/// The item's body with `idempotencyKey` put in front of its members.
void appendItem(std::string& out, const QuoteItem& item) {
    const std::string& body = item.body.bytes();
    if (!item.key) {
        out += body;
        return;
    }
    const auto open = body.find('{') + 1;
    out += "{\"idempotencyKey\":";
    detail::appendJsonString(out, item.key->str());
    const auto first = body.find_first_not_of(" \t\r\n", open);
    if (first != std::string::npos && body[first] != '}')
        out += ',';
    out.append(body, open);
}

std::optional<std::vector<QuoteOutcome>> readBatch(const detail::Decoder& in,
                                                   std::size_t expected) {
    std::vector<std::optional<QuoteOutcome>> places(expected);
    const auto elements = in.required("items").elements();
    for (const detail::Decoder& element : elements) {
        const auto last = static_cast<std::int64_t>(expected) - 1;
        const auto index = static_cast<std::size_t>(element.required("index").integer(0, last));
        auto outcome = readQuoteOutcome(element);
        if (!outcome || in.failed())
            return {};
        if (places[index])
            element.fail("answers an item that was answered before");
        places[index] = std::move(*outcome);
    }
    // Joined by index and never by position: a shifted answer would price the wrong rows.
    if (elements.size() != expected)
        in.required("items").fail("has " + std::to_string(elements.size()) + " answers for " +
                                  std::to_string(expected) + " items");
    if (in.failed())
        return {};
    std::vector<QuoteOutcome> outcomes;
    outcomes.reserve(expected);
    for (auto& place : places)
        outcomes.push_back(std::move(*place));
    return outcomes;
}

} // namespace

Result<Quote> Quotes::create(const OrderRequest& request, const CallOptions& options) const {
    detail::Call call;
    call.operation = "createQuote";
    call.method = "POST";
    call.path = kPath;
    call.body = canonicalBody(request);
    return detail::typedCall<Quote>(*runner_, call, options, detail::readQuote);
}

Result<std::vector<QuoteOutcome>> Quotes::createBatch(std::span<const QuoteItem> items,
                                                      const CallOptions& options) const {
    if (items.empty() || items.size() > static_cast<std::size_t>(contract::kMaxQuoteItems))
        return failure(localError(ErrorCode::InvalidArgument,
                                  "A batch quote takes 1 to " +
                                      std::to_string(contract::kMaxQuoteItems) + " items, not " +
                                      std::to_string(items.size()) + "."));
    detail::Call call;
    call.operation = "createQuote";
    call.method = "POST";
    call.path = kPath;
    call.body = "{\"items\":[";
    for (const QuoteItem& item : items) {
        if (&item != items.data())
            call.body += ',';
        appendItem(call.body, item);
    }
    call.body += "]}";
    return detail::typedCall<std::vector<QuoteOutcome>>(
        *runner_, call, options,
        [count = items.size()](const detail::Decoder& in) { return readBatch(in, count); });
}

Result<Quote> Quotes::get(const QuoteId& id, const CallOptions& options) const {
    return detail::typedCall<Quote>(*runner_,
                                    detail::getCall("getQuote", detail::pathOf(kPath, id)), options,
                                    detail::readQuote);
}

} // namespace leadsheet
