// SPDX-License-Identifier: Apache-2.0
#include "stored_messages.hpp"

#include "leadsheet/submit/said.hpp"
#include "leadsheet/text/render.hpp"

#include <boost/json.hpp>

namespace leadsheet::submit {

namespace json = boost::json;

namespace {

json::value toJson(const Message& message);

struct ArgJson {
    json::value operator()(const std::string& text) const { return json::value(text); }
    json::value operator()(std::int64_t number) const { return json::value(number); }
    json::value operator()(const Decimal& number) const {
        return json::object{{"decimal", number.toString()}};
    }
    json::value operator()(const Money& amount) const {
        return json::object{{"amount", amount.amount}, {"currency", amount.currency}};
    }
    json::value operator()(const std::vector<std::string>& list) const {
        return json::object{{"list", json::value_from(list)}};
    }
    json::value operator()(const Message& message) const {
        return json::object{{"message", toJson(message)}};
    }
};

/// ["ledger.same_order", argument, ...]
json::value toJson(const Message& message) {
    json::array parts{json::value(message.id)};
    for (const MessageArg& arg : message.args)
        parts.push_back(std::visit(ArgJson(), arg.value));
    return parts;
}

std::optional<Message> messageOf(const json::value& value);

std::optional<MessageArg> argOf(const json::value& value) {
    if (const auto* text = value.if_string())
        return MessageArg(std::string_view(*text));
    if (const auto* number = value.if_int64())
        return MessageArg(*number);
    const auto* object = value.if_object();
    if (object == nullptr)
        return std::nullopt;
    if (const auto* list = object->if_contains("list"); list != nullptr && list->is_array()) {
        std::vector<std::string> items;
        for (const json::value& item : list->get_array())
            if (const auto* text = item.if_string())
                items.emplace_back(*text);
        return MessageArg(std::move(items));
    }
    if (const auto* inner = object->if_contains("message")) {
        if (auto message = messageOf(*inner))
            return MessageArg(*std::move(message));
        return std::nullopt;
    }
    if (const auto* text = object->if_contains("decimal"); text != nullptr && text->is_string()) {
        if (const auto number = Decimal::parse(std::string_view(text->get_string())))
            return MessageArg(*number);
        return std::nullopt;
    }
    const auto* amount = object->if_contains("amount");
    const auto* currency = object->if_contains("currency");
    if (amount == nullptr || currency == nullptr || !amount->is_int64() || !currency->is_string())
        return std::nullopt;
    return MessageArg(Money{amount->get_int64(), std::string(currency->get_string())});
}

std::optional<Message> messageOf(const json::value& value) {
    const auto* parts = value.if_array();
    if (parts == nullptr || parts->empty() || !parts->front().is_string())
        return std::nullopt;
    Message message;
    message.id = parts->front().get_string();
    for (std::size_t i = 1; i < parts->size(); ++i) {
        auto arg = argOf((*parts)[i]);
        if (!arg)
            return std::nullopt;
        message.args.push_back(*std::move(arg));
    }
    return message;
}

} // namespace

Said::Said(std::vector<Message> sentences)
    : text(text::render(sentences))
    , messages(std::move(sentences)) {}

Said::Said(const Error& error)
    : text(error.message)
    , messages(error.said) {}

void Said::add(Message sentence) {
    text += (text.empty() ? "" : " ") + text::render(sentence);
    messages.push_back(std::move(sentence));
}

namespace detail {

std::string toStored(const std::vector<Message>& messages) {
    if (messages.empty())
        return {};
    json::array list;
    for (const Message& message : messages)
        list.push_back(toJson(message));
    return json::serialize(list);
}

std::vector<Message> messagesFromStored(std::string_view stored) {
    std::vector<Message> messages;
    if (stored.empty())
        return messages;
    json::error_code error;
    const json::value value = json::parse({stored.data(), stored.size()}, error);
    const auto* list = error ? nullptr : value.if_array();
    if (list == nullptr)
        return messages;
    for (const json::value& entry : *list) {
        auto message = messageOf(entry);
        if (!message)
            return {};
        messages.push_back(*std::move(message));
    }
    return messages;
}

} // namespace detail

} // namespace leadsheet::submit
