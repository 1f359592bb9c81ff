// SPDX-License-Identifier: Apache-2.0
#include "mcp_bridge.hpp"

#include "leadsheet/timestamp.hpp"

#include <algorithm>
#include <array>
#include <boost/json.hpp>
#include <cstdint>

namespace leadsheet::cli {
namespace {

namespace json = boost::json;

std::string textMember(const json::object& object, std::string_view name) {
    const json::value* member = object.if_contains(name);
    return member != nullptr && member->is_string() ? std::string(member->get_string())
                                                    : std::string();
}

/// Whether a first sending bought nothing for certain. An answer given before the service looks
/// for the key says nothing: the bridge itself may have sent before and lost the answer.
bool certainlyRefused(const json::object& result) {
    const json::value* failed = result.if_contains("isError");
    const json::value* problem = result.if_contains("structuredContent");
    if (failed == nullptr || *failed != true || problem == nullptr || !problem->is_object())
        return false;
    const std::string code = textMember(problem->get_object(), "code");
    if (code == "idempotency_in_progress" || code == "idempotency_key_reused")
        return false;
    constexpr std::array<std::int64_t, 5> kVerdicts{400, 402, 404, 409, 422};
    const json::value* status = problem->get_object().if_contains("status");
    return status != nullptr && status->is_int64() &&
           std::find(kVerdicts.begin(), kVerdicts.end(), status->get_int64()) != kVerdicts.end();
}

} // namespace

McpSpending::McpSpending(std::shared_ptr<Client> client, std::optional<Money> most,
                         std::optional<DailyCap> daily)
    : client_(std::move(client))
    , most_(std::move(most))
    , daily_(std::move(daily)) {}

std::optional<std::string> McpSpending::refusal(const json::object& arguments,
                                                const CallOptions& options) {
    if (!most_ && !daily_)
        return std::nullopt;
    const std::string key = textMember(arguments, "idempotencyKey");
    const auto id = QuoteId::parse(textMember(arguments, "quoteId"));
    if (key.empty() || !id)
        return std::nullopt; // the service refuses it, and says what is missing
    const auto quote = client_->quotes().get(*id, options);
    if (!quote)
        return "The price of the quote could not be read, so nothing was ordered: " +
               quote.error().message;
    if (auto why = refusalOfRun(key, quote->total))
        return why;
    if (auto why = refusalOfDay(key, quote->total))
        return why;
    Purchase& purchase = purchases_[key];
    purchase.amount = std::max(purchase.amount, quote->total.amount);
    ++purchase.sent;
    return std::nullopt;
}

std::optional<std::string> McpSpending::refusalOfRun(const std::string& key, const Money& price) {
    if (!most_)
        return std::nullopt;
    std::int64_t left = most_->amount;
    for (const auto& [name, purchase] : purchases_)
        left -= name == key ? 0 : purchase.amount;
    if (price.currency == most_->currency && price.amount <= left)
        return std::nullopt;
    return "The order costs " + format(price) + ", and of the " + format(*most_) +
           " that this assistant may spend " + format(Money{left, most_->currency}) +
           " are left. Nothing was ordered. The person who started `leadsheet mcp` can raise "
           "--max-total.";
}

std::optional<std::string> McpSpending::refusalOfDay(const std::string& key, const Money& price) {
    if (!daily_)
        return std::nullopt;
    constexpr std::size_t kDateLength = 10;
    const std::string today = formatTimestamp(daily_->now()).substr(0, kDateLength);
    const auto verdict = daily_->book.count(today, key, price, daily_->most);
    if (!verdict)
        return verdict.error().message + " Nothing was ordered.";
    if (!verdict->allowed)
        return "The order costs " + format(price) + ", and of the " + format(daily_->most) +
               " that assistants may spend a day with profile '" + daily_->profile + "' " +
               format(Money{verdict->left, daily_->most.currency}) +
               " are left. Nothing was ordered. A person can change it: leadsheet profile cap.";
    if (verdict->added)
        purchases_[key].countedOn = today;
    return std::nullopt;
}

void McpSpending::answered(const json::object& arguments, const json::object& result) {
    const auto found = purchases_.find(textMember(arguments, "idempotencyKey"));
    if (found == purchases_.end())
        return;
    const json::value* failed = result.if_contains("isError");
    if (failed == nullptr || *failed == false)
        found->second.bought = true;
    if (found->second.bought || found->second.sent > 1 || !certainlyRefused(result))
        return;
    // Where it cannot be taken back, it goes on counting.
    if (!found->second.countedOn.empty())
        static_cast<void>(daily_->book.release(found->second.countedOn, found->first));
    purchases_.erase(found);
}

namespace {

constexpr int kParseError = -32700;
constexpr int kInvalidRequest = -32600;
constexpr int kBridgeError = -32000; ///< of this bridge: the server could not be asked
constexpr std::string_view kRevisionKey = "io.modelcontextprotocol/protocolVersion";
constexpr auto kTimeout = std::chrono::minutes(2);

const json::object* objectMember(const json::object& object, std::string_view name) {
    const json::value* member = object.if_contains(name);
    return member == nullptr ? nullptr : member->if_object();
}

json::value idOf(const json::object& message) {
    const json::value* id = message.if_contains("id");
    return id == nullptr ? json::value(nullptr) : *id;
}

json::value bridgeError(json::value id, int code, std::string text, json::object data = {}) {
    json::object error{{"code", code}, {"message", std::move(text)}};
    if (!data.empty())
        error["data"] = std::move(data);
    return json::object{{"jsonrpc", "2.0"}, {"id", std::move(id)}, {"error", std::move(error)}};
}

/// The revision that the message itself names; empty when it belongs to a handshake.
std::string namedRevision(const json::object& message) {
    const json::object* params = objectMember(message, "params");
    const json::object* meta = params == nullptr ? nullptr : objectMember(*params, "_meta");
    return meta == nullptr ? std::string() : textMember(*meta, kRevisionKey);
}

/// The arguments of create_order, or null.
const json::object* purchaseIn(const json::object& message) {
    const json::object* params = objectMember(message, "params");
    if (textMember(message, "method") != "tools/call" || params == nullptr ||
        textMember(*params, "name") != "create_order")
        return nullptr;
    return objectMember(*params, "arguments");
}

/// Fit for a header field; what is not visible ASCII is left to the server to refuse.
bool fitsAField(const std::string& text) {
    return !text.empty() && text.size() <= 200 &&
           std::ranges::all_of(text, [](char c) { return c > ' ' && c <= '~'; });
}

json::object refusedPurchase(const json::object& message, const std::string& why) {
    const json::object problem{{"type", "urn:leadsheet:error:spend_cap_reached"},
                               {"title", "The limit of the bridge is reached"},
                               {"status", 402},
                               {"detail", why},
                               {"instance", "/mcp"},
                               {"code", "spend_cap_reached"},
                               {"requestId", ""},
                               {"retryable", false},
                               {"errors", json::array{}}};
    json::object result{{"structuredContent", problem}, {"isError", true}};
    result["content"] =
        json::array{json::object{{"type", "text"}, {"text", json::serialize(problem)}}};
    if (!namedRevision(message).empty())
        result["resultType"] = "complete";
    return {{"jsonrpc", "2.0"}, {"id", idOf(message)}, {"result", std::move(result)}};
}

} // namespace

McpBridge::McpBridge(McpTarget target, std::shared_ptr<Transport> transport, McpSpending spending)
    : target_(std::move(target))
    , transport_(std::move(transport))
    , spending_(std::move(spending)) {}

std::string McpBridge::answer(std::string_view line, const std::stop_token& stop) {
    json::error_code error;
    const json::value parsed = json::parse(line, error);
    if (error)
        return json::serialize(bridgeError(
            nullptr, kParseError, "A line of input is not JSON: " + error.message() + "."));
    const json::object* message = parsed.if_object();
    if (message == nullptr)
        return json::serialize(bridgeError(nullptr, kInvalidRequest,
                                           "A line of input must be one message, an object."));
    const json::value answered = passOn(*message, line, stop);
    return message->contains("id") && !answered.is_null() ? json::serialize(answered)
                                                          : std::string();
}

json::value McpBridge::passOn(const json::object& message, std::string_view line,
                              const std::stop_token& stop) {
    const json::object* purchase = purchaseIn(message);
    if (purchase != nullptr) {
        CallOptions options;
        options.stop = stop;
        if (const auto why = spending_.refusal(*purchase, options))
            return refusedPurchase(message, *why);
    }
    const Exchange exchange = transport_->send(requestFor(message, line), stop);
    if (!exchange.response) {
        std::string text = target_.url + " could not be asked: " + exchange.failure.detail + ".";
        if (exchange.failure.progress != Progress::NothingSent)
            text += " It may have done what was asked. Repeat the same call; a purchase with the "
                    "same idempotencyKey is made once.";
        return bridgeError(idOf(message), kBridgeError, std::move(text));
    }
    json::value answered = readAnswer(message, *exchange.response);
    const json::object* whole = answered.if_object();
    const json::object* result = whole == nullptr ? nullptr : objectMember(*whole, "result");
    if (purchase != nullptr && result != nullptr)
        spending_.answered(*purchase, *result);
    return answered;
}

HttpRequest McpBridge::requestFor(const json::object& message, std::string_view line) const {
    HttpRequest request;
    request.method = "POST";
    request.url = target_.url;
    request.timeout = kTimeout;
    request.body = std::string(line);
    request.headers = {{"x-api-key", target_.key.reveal()},
                       {"Content-Type", "application/json"},
                       {"Accept", "application/json, text/event-stream"},
                       {"User-Agent", "leadsheet-mcp/" LEADSHEET_VERSION}};
    const std::string named = namedRevision(message);
    const std::string& revision = named.empty() ? revision_ : named;
    if (fitsAField(revision))
        request.headers.push_back({"MCP-Protocol-Version", revision});
    if (named.empty())
        return request;
    const std::string method = textMember(message, "method");
    if (fitsAField(method))
        request.headers.push_back({"Mcp-Method", method});
    const json::object* params = objectMember(message, "params");
    const std::string name = params == nullptr ? std::string() : textMember(*params, "name");
    if (fitsAField(name))
        request.headers.push_back({"Mcp-Name", name});
    return request;
}

json::value McpBridge::readAnswer(const json::object& message, const HttpResponse& response) {
    if (response.body.empty() && response.status < 300)
        return nullptr;
    json::error_code error;
    json::value body = json::parse(response.body, error);
    const json::object* members = error ? nullptr : body.if_object();
    if (members == nullptr) {
        return bridgeError(idOf(message), kBridgeError,
                           target_.url + " answered " + std::to_string(response.status) +
                               " with something that is not a message. Is this the address of a "
                               "Leadsheet server?");
    }
    if (members->contains("jsonrpc")) {
        const json::object* result = objectMember(*members, "result");
        if (result != nullptr && textMember(message, "method") == "initialize")
            revision_ = textMember(*result, "protocolVersion");
        return body;
    }
    const std::string detail = textMember(*members, "detail");
    return bridgeError(idOf(message), kBridgeError,
                       detail.empty() ? target_.url + " answered " + std::to_string(response.status)
                                      : detail,
                       *members);
}

} // namespace leadsheet::cli
