// SPDX-License-Identifier: Apache-2.0
#include "api/reply.hpp"

#include "domain/ids.hpp"
#include "domain/text_check.hpp"
#include "http/message.hpp"

#include <leadsheet/contract/limits.hpp>
#include <leadsheet/contract/products.hpp>

#include <boost/json.hpp>
#include <string>

namespace leadsheet::server::api {

namespace {

namespace json = boost::json;

// Characters; as the contract document has them of a problem.
constexpr std::size_t kMaxDetail = 4'000;
constexpr std::size_t kMaxFieldDetail = 2'000;
constexpr std::size_t kMaxPointer = 512;
constexpr std::size_t kMaxInstance = 2'048;

/// A detail may echo what was sent, which may be any bytes or hold a key; JSON is UTF-8.
std::string readable(std::string_view text) {
    std::string out = domain::withoutKeys(std::string(text));
    std::size_t from = 0;
    while (const auto bad = domain::invalidUtf8At(std::string_view(out).substr(from))) {
        out[from + *bad] = '?';
        from += *bad + 1;
    }
    return out;
}

/// The same, of at most so many characters; where it is cut, it ends with "...".
std::string readable(std::string_view text, std::size_t most) {
    constexpr std::string_view kCut = "...";
    std::string out = readable(text);
    if (domain::codePoints(out) <= most)
        return out;
    std::size_t end = 0;
    for (std::size_t characters = 0; characters <= most - kCut.size(); ++end)
        characters += (static_cast<unsigned char>(out[end]) & 0xC0U) != 0x80U ? 1 : 0;
    return out.substr(0, end - 1).append(kCut);
}

json::object document(int status, std::string_view code, std::string_view title, bool retryable,
                      std::string_view detail, std::string_view requestId) {
    json::object body;
    body["type"] = "urn:leadsheet:error:" + std::string(code);
    body["title"] = title;
    body["status"] = status;
    body["detail"] = readable(detail, kMaxDetail);
    body["code"] = code;
    body["requestId"] = requestId;
    body["retryable"] = retryable;
    return body;
}

std::string summary(const domain::OrderRefusal& refusal, std::int64_t maxLeadCount) {
    if (refusal.code == contract::ErrorCode::UnsupportedProduct)
        return "scrapingOption must be one of " +
               namesOf(contract::kProducts, &contract::ProductInfo::id) + ".";
    if (refusal.code == contract::ErrorCode::LeadCountOutOfRange) {
        return "leadCount must be a whole number from " + std::to_string(contract::kMinLeadCount) +
               " to " + std::to_string(maxLeadCount) + ".";
    }
    const FieldError& first = refusal.errors.front();
    std::string text = (first.pointer.empty() ? "The body" : first.pointer) + ": " + first.detail;
    if (refusal.errors.size() > 1)
        text += " And " + std::to_string(refusal.errors.size() - 1) + " more, see errors.";
    return text;
}

} // namespace

int statusOf(const Problem& problem) {
    return contract::info(problem.code).status;
}

std::string problemBody(const Problem& problem, std::string_view requestId,
                        std::string_view instance) {
    const contract::ErrorCodeInfo& info = contract::info(problem.code);
    json::object body =
        document(info.status, info.name, info.title, info.retryable, problem.detail, requestId);
    body["instance"] = readable(instance, kMaxInstance);
    json::array errors;
    for (const FieldError& error : problem.errors) {
        // Names members as they were sent.
        errors.push_back(json::object{{"pointer", readable(error.pointer, kMaxPointer)},
                                      {"code", error.code},
                                      {"detail", readable(error.detail, kMaxFieldDetail)}});
    }
    body["errors"] = std::move(errors);
    for (const auto& [name, value] : problem.extension)
        body[name] = value;
    return json::serialize(body);
}

std::string problemBody(int status, std::string_view code, std::string_view detail,
                        std::string_view requestId, std::string_view instance) {
    const auto known = contract::errorCodeFromName(code);
    const auto& info = contract::info(known.value_or(contract::ErrorCode::Unknown));
    json::object body = document(status, code, known ? info.title : "The request was refused",
                                 known && info.retryable, detail, requestId);
    body["instance"] = instance.empty() ? "about:blank" : readable(instance, kMaxInstance);
    body["errors"] = json::array();
    return json::serialize(body);
}

tl::unexpected<Problem> refuseJson(const domain::JsonError& error) {
    return refuse(contract::ErrorCode::MalformedJson,
                  error.detail + " (at byte " + std::to_string(error.offset) + ")",
                  {{error.pointer,
                    error.code == domain::JsonError::Code::DuplicateMember ? "duplicate_member"
                                                                           : "invalid_format",
                    error.detail}});
}

Problem validationProblem(const domain::OrderRefusal& refusal, std::int64_t maxLeadCount) {
    return Problem{refusal.code, summary(refusal, maxLeadCount), refusal.errors, {}, {}};
}

Problem challenge(contract::ErrorCode code, std::string detail) {
    Problem problem{code, std::move(detail), {}, {}, {}};
    problem.headers.push_back(
        {"WWW-Authenticate",
         "Bearer realm=\"leadsheet\", ApiKey realm=\"leadsheet\", header=\"x-api-key\""});
    return problem;
}

Problem revokedKey() {
    return challenge(contract::ErrorCode::RevokedApiKey,
                     "The API key was revoked. Use another key of the account.");
}

void appendDeprecation(std::vector<http::Header>& headers,
                       const contract::OperationInfo& operation) {
    if (operation.deprecatedAt != 0)
        headers.push_back({"Deprecation", "@" + std::to_string(operation.deprecatedAt)});
    if (operation.sunsetAt != 0) {
        const std::chrono::system_clock::time_point sunset{
            std::chrono::seconds(operation.sunsetAt)};
        headers.push_back({"Sunset", http::httpDate(sunset)});
    }
}

bool isRetired(const contract::OperationInfo& operation, domain::Timestamp now) {
    return operation.sunsetAt != 0 && now >= domain::fromMillis(operation.sunsetAt * 1'000);
}

} // namespace leadsheet::server::api
