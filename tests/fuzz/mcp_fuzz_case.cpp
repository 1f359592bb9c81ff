// SPDX-License-Identifier: Apache-2.0
// A byte that says which header fields were sent, three lines with their values (version, method,
// name), and the body of one POST.
#include "api/mcp/tool_service.hpp"
#include "domain/json.hpp"
#include "domain/text_check.hpp"
#include "fuzz_case.hpp"
#include "fuzz_input.hpp"
#include "mcp/endpoint.hpp"

#include <algorithm>
#include <boost/json.hpp>

namespace leadsheet::test {

namespace {

namespace json = boost::json;
namespace api = server::api;
namespace domain = server::domain;
namespace http = server::http;
namespace mcp = server::mcp;

constexpr std::size_t kLongestMessage = 2'000;

std::string checkToolRequest(const api::Tool& tool, const http::Request& made) {
    const std::string_view pattern = tool.operation->path;
    const auto segments = [](std::string_view path) {
        return std::ranges::count(path, '/');
    };
    if (made.method != tool.operation->method)
        return "a tool call became another method";
    if (segments(made.path) != segments(pattern) ||
        made.path.find_first_of("{}?#%") != std::string::npos ||
        made.path.find("..") != std::string::npos)
        return "an argument led the call to another operation: " + made.path;
    for (const http::Header& field : made.headers)
        if (field.name != "x-api-key" && field.name != "Idempotency-Key" &&
            field.name != "Content-Type")
            return "a tool call carries the field " + field.name;
    if (made.headerCount("x-api-key") != 1 || *made.header("x-api-key") != "the caller's")
        return "a tool call does not carry the caller's key";
    if (!made.body.empty() && !domain::parseJson(made.body))
        return "the body of a tool call is no JSON";
    return {};
}

/// Has the tools of the product, but makes their requests without sending them.
class ToolDesk final : public mcp::Service {
public:
    const mcp::Identity& identity() const override { return identity_; }
    json::object capabilities(mcp::Era) const override { return {{"tools", json::object{}}}; }

    mcp::RpcResult call(const mcp::Message& message, mcp::Era) override {
        ++calls;
        if (message.isNotification())
            problem = "a notification was carried out";
        if (message.method != "tools/call")
            return mcp::rpcError(mcp::RpcCode::MethodNotFound, "None " + message.method);
        const json::string* name = message.text("name");
        const api::Tool* tool =
            name == nullptr ? nullptr : api::ToolCatalogue::instance().find(*name);
        if (tool == nullptr)
            return mcp::rpcError(mcp::RpcCode::InvalidParams, "There is no such tool.");
        http::Request outer;
        outer.headers = {{"x-api-key", "the caller's"}, {"Cookie", "none of a tool's business"}};
        const json::object* arguments = message.object("arguments");
        const auto made =
            toolRequest(*tool, arguments == nullptr ? json::object() : *arguments, outer);
        if (made)
            problem = checkToolRequest(*tool, *made);
        else if (made.error().detail.empty())
            problem = "arguments are refused without a reason";
        return json::object{{"isError", !made}};
    }

    int calls = 0;
    std::string problem;

private:
    mcp::Identity identity_{"desk", "Desk", "1", "Tools only."};
};

std::string checkError(const json::value& error) {
    const json::object* fields = error.if_object();
    const json::value* code = fields == nullptr ? nullptr : fields->if_contains("code");
    const json::value* message = fields == nullptr ? nullptr : fields->if_contains("message");
    if (code == nullptr || !code->is_int64() || message == nullptr || !message->is_string())
        return "an error has no code or no message";
    const json::string& text = message->get_string();
    if (text.empty() || text.size() > kLongestMessage || domain::invalidUtf8At(text))
        return "the message of an error is empty, endless or no text";
    return {};
}

std::string checkAnswer(const json::value& sent, const mcp::Answer& answer) {
    if (answer.status != 200 && answer.status != 202 && answer.status != 400 &&
        answer.status != 404)
        return "answered with status " + std::to_string(answer.status);
    if ((answer.status == 202) == answer.body.has_value())
        return "an answer without a message, or a notification with one";
    if (!answer.body)
        return {};
    const std::string text = json::serialize(*answer.body);
    if (domain::parseJson(text) != json::value(*answer.body))
        return "an answer is not what it says: " + text;
    const json::object& body = *answer.body;
    const json::value* id = body.if_contains("id");
    const json::value* asked = sent.is_object() ? sent.get_object().if_contains("id") : nullptr;
    if (body.size() != 3 || body.at("jsonrpc") != "2.0" || id == nullptr)
        return "an answer is no message: " + text;
    if (!id->is_null() && (asked == nullptr || *asked != *id))
        return "an answer to something that was not asked";
    if (body.contains("error"))
        return checkError(body.at("error"));
    if (answer.status != 200 || !body.contains("result") || id->is_null())
        return "a result that nobody can be waiting for: " + text;
    return {};
}

std::string playMcp(std::string_view bytes) {
    FuzzInput input(bytes);
    const unsigned present = input.byte();
    const auto field = [&](unsigned bit) {
        const std::string value(input.line());
        return (present & bit) != 0 ? std::optional(value) : std::nullopt;
    };
    mcp::Fields fields;
    fields.version = field(1U);
    fields.method = field(2U);
    fields.name = field(4U);
    const auto body = domain::parseJson(input.rest());
    if (!body)
        return {};
    ToolDesk desk;
    const mcp::Answer answer = mcp::answer(*body, fields, desk);
    if (!desk.problem.empty())
        return desk.problem;
    if (desk.calls > 1 || (desk.calls == 1 && answer.status == 202))
        return "one message was carried out more than once";
    if (auto problem = checkAnswer(*body, answer); !problem.empty())
        return problem;
    const mcp::Answer again = mcp::answer(*body, fields, desk);
    if (again.status != answer.status || again.body != answer.body)
        return "the same message is answered differently the second time";
    return {};
}

} // namespace

LEADSHEET_FUZZ_CASE(mcp, playMcp);

} // namespace leadsheet::test
