// SPDX-License-Identifier: Apache-2.0
#include "api/handlers/step_body.hpp"

#include "api/handlers/if_match.hpp"
#include "domain/field_check.hpp"
#include "domain/json.hpp"
#include "domain/text_check.hpp"
#include "domain/utf8.hpp"

#include <boost/json.hpp>

namespace leadsheet::server::api {
namespace {

namespace json = boost::json;
using contract::ErrorCode;

constexpr std::size_t kMaxTextCharacters = 2'000;

std::string_view trimmed(std::string_view text) {
    constexpr std::string_view kSpace = " \t\r\n";
    const std::size_t first = text.find_first_not_of(kSpace);
    if (first == std::string_view::npos)
        return {};
    return text.substr(first, text.find_last_not_of(kSpace) - first + 1);
}

void readText(const json::value& value, const StepMembers& members, StepBody& body,
              std::vector<FieldError>& errors) {
    const std::string pointer = "/" + std::string(members.text);
    if (!value.is_string()) {
        errors.push_back({pointer, "wrong_type", "Must be a string."});
        return;
    }
    body.text = trimmed(std::string_view(value.get_string()));
    if (domain::hasControlCharacters(body.text))
        errors.push_back({pointer, "invalid_characters", "Control characters are not allowed."});
    if (domain::codePoints(std::string_view(value.get_string())) > kMaxTextCharacters) {
        errors.push_back({pointer, "too_long",
                          "At most " + std::to_string(kMaxTextCharacters) + " characters."});
    }
}

void readVersion(const json::value& value, StepBody& body, std::vector<FieldError>& errors) {
    if (!value.is_int64())
        errors.push_back({"/expectedVersion", "wrong_type", "Must be a whole number."});
    else if (value.get_int64() < 1)
        errors.push_back({"/expectedVersion", "out_of_range", "Must be at least 1."});
    else
        body.expectedVersion = value.get_int64();
}

void readAmount(const json::value& value, StepBody& body, std::vector<FieldError>& errors) {
    body.amount = domain::checkMoney(value, "/amount", errors);
    if (body.amount && *body.amount < 1)
        errors.push_back({"/amount/amount", "out_of_range", "Must be at least 1."});
}

void readPart(const json::value& value, StepBody& body, std::vector<FieldError>& errors) {
    if (value.is_bool())
        body.part = value.get_bool();
    else
        errors.push_back({"/part", "wrong_type", "Must be true or false."});
}

} // namespace

tl::expected<StepBody, Problem> readStepBody(const Exchange& exchange, const StepMembers& members) {
    StepBody body;
    std::vector<FieldError> errors;
    if (exchange.body && !exchange.body->is_object()) {
        return refuse(ErrorCode::ValidationFailed, "The body must be a JSON object.",
                      {{"", "wrong_type", "Must be an object."}});
    }
    if (exchange.body) {
        for (const auto& member : exchange.body->get_object()) {
            if (!members.text.empty() && member.key() == members.text)
                readText(member.value(), members, body, errors);
            else if (members.amount && member.key() == "amount")
                readAmount(member.value(), body, errors);
            else if (members.part && member.key() == "part")
                readPart(member.value(), body, errors);
            else if (member.key() == "expectedVersion")
                readVersion(member.value(), body, errors);
            else
                errors.push_back({domain::childPointer("", std::string_view(member.key())),
                                  "unknown_member", "There is no such member here."});
        }
    }
    if (members.textRequired && body.text.empty() && errors.empty()) {
        errors.push_back(
            {"/" + std::string(members.text), "required", "Must be given and not empty."});
    }
    if (!errors.empty()) {
        const std::string detail = errors.front().pointer + ": " + errors.front().detail;
        return refuse(ErrorCode::ValidationFailed, detail, std::move(errors));
    }
    const auto version = ifMatch(exchange);
    if (!version)
        return tl::make_unexpected(version.error());
    if (*version) {
        if (body.expectedVersion && body.expectedVersion != *version) {
            return refuse(ErrorCode::ValidationFailed,
                          "expectedVersion and If-Match name different versions.",
                          {{"/expectedVersion", "conflict", "Contradicts If-Match."}});
        }
        body.expectedVersion = *version;
    }
    return body;
}

} // namespace leadsheet::server::api
