// SPDX-License-Identifier: Apache-2.0
#include "api/portal.hpp"

#include "api/context.hpp"
#include "api/fixed_text.hpp"
#include "http/callers.hpp"
#include "mcp/endpoint.hpp"

#include <algorithm>
#include <array>
#include <string>
#include <vector>

namespace leadsheet::server::api {

namespace {

using contract::ErrorCode;

constexpr std::string_view kStartPath = "/docs";
constexpr std::string_view kPolicy =
    "default-src 'none'; style-src 'self'; img-src 'self'; form-action 'self'; base-uri 'none'; "
    "frame-ancestors 'none'";
// Swagger UI draws its icons from data: addresses and reads the document.
constexpr std::string_view kTryPolicy =
    "default-src 'none'; script-src 'self'; connect-src 'self'; style-src 'self'; "
    "img-src 'self' data:; form-action 'none'; base-uri 'none'; frame-ancestors 'none'";
// Sandboxes only; whoever wants more accounts has a script that needs no web page.
constexpr int kMaxKeys = 1'000;

const PortalFile* findFile(std::string_view path, bool sandbox) {
    if (path == "/")
        path = kStartPath;
    const PortalPlace here = sandbox ? PortalPlace::Sandbox : PortalPlace::Other;
    const auto files = portalFiles();
    const auto found = std::ranges::find_if(files, [&](const PortalFile& file) {
        return file.path == path && (file.place == PortalPlace::Any || file.place == here);
    });
    return found == files.end() ? nullptr : &*found;
}

/// Pages and what they load have to be of one build: all are asked about before each use.
const FixedText& contentOf(const PortalFile& file) {
    static const std::vector<FixedText> contents = [] {
        std::vector<FixedText> made;
        for (const PortalFile& each : portalFiles()) {
            std::string packed;
            for (const std::string_view piece : each.pieces)
                packed += piece;
            made.emplace_back(std::string(each.contentType), std::move(packed), each.size,
                              std::string(each.tag));
        }
        return made;
    }();
    return contents[static_cast<std::size_t>(&file - portalFiles().data())];
}

void addPolicy(Reply& reply, const PortalFile& file) {
    const bool scripts = file.kind == PortalKind::Try;
    reply.headers.push_back(
        {"Content-Security-Policy", std::string(scripts ? kTryPolicy : kPolicy)});
    // Not none: a form without an Origin would be taken for one of another site.
    reply.headers.push_back({"Referrer-Policy", "same-origin"});
    reply.headers.push_back({"Cross-Origin-Resource-Policy", "same-origin"});
}

void fill(std::string& text, std::string_view marker, std::string_view value) {
    const std::string wanted = "@@" + std::string(marker) + "@@";
    for (std::size_t at = text.find(wanted); at != std::string::npos; at = text.find(wanted, at)) {
        text.replace(at, wanted.size(), value);
        at += value.size();
    }
}

std::string lasting(std::chrono::milliseconds time) {
    const std::int64_t minutes =
        std::max<std::int64_t>(0, std::chrono::duration_cast<std::chrono::minutes>(time).count());
    constexpr std::int64_t kHour = 60;
    constexpr std::int64_t kDay = 24 * kHour;
    return std::to_string(minutes / kDay) + " d " + std::to_string(minutes % kDay / kHour) + " h " +
           std::to_string(minutes % kHour) + " min";
}

std::string tenthsOfMs(std::chrono::microseconds time) {
    const std::int64_t tenths = (time.count() + 50) / 100;
    return std::to_string(tenths / 10) + "." + std::to_string(tenths % 10) + " ms";
}

/// Shown as it is: nobody may keep it.
Reply madeReply(const PortalFile& file, std::string body) {
    Reply reply;
    reply.contentType = file.contentType;
    reply.body = std::move(body);
    reply.headers.push_back({"Cache-Control", "no-store"});
    addPolicy(reply, file);
    return reply;
}

Reply statusReply(Context& context, const Exchange& exchange, const PortalFile& file) {
    std::string text = contentOf(file).text();
    const auto readable =
        context.store->read([](store::Reader& reader) { return reader.accountCount(); });
    const RequestTotals totals = context.metrics.totals();
    fill(text, "database", readable ? "answers" : "does not answer");
    fill(text, "environment", context.config.environment == "live" ? "live" : "sandbox");
    fill(text, "started", domain::formatTimestamp(context.startedAt));
    fill(text, "uptime", lasting(exchange.now - context.startedAt));
    fill(text, "requests", std::to_string(totals.all));
    fill(text, "succeeded", std::to_string(totals.succeeded));
    fill(text, "refused", std::to_string(totals.refused));
    fill(text, "failed", std::to_string(totals.failed));
    fill(text, "mean", tenthsOfMs(totals.mean));
    fill(text, "asof", domain::formatTimestamp(exchange.now));
    return madeReply(file, std::move(text));
}

Outcome keyReply(Context& context, const Exchange& exchange, const PortalFile& file) {
    const http::Request& request = exchange.request;
    const auto field = [&](std::string_view name) -> std::optional<std::string> {
        const std::string* value = request.header(name);
        return value == nullptr ? std::nullopt : std::optional(*value);
    };
    if (request.headerCount("host") != 1 || request.headerCount("origin") > 1)
        return refuse(ErrorCode::BadRequest, "Send one Host and at most one Origin.");
    const mcp::AccessRules rules{true, {}, {}};
    if (mcp::refusalOf(rules, {field("host"), field("origin")}))
        return refuse(ErrorCode::RouteNotFound,
                      "Keys are made for pages and programs of this computer only.");
    if (context.keysMade.fetch_add(1) >= kMaxKeys)
        return refuse(ErrorCode::Unavailable, "This sandbox has made " + std::to_string(kMaxKeys) +
                                                  " keys. Start it again to make more.");
    const auto key = context.makeKey();
    if (!key)
        return refuse(ErrorCode::Unavailable, "The key could not be made: the database does not "
                                              "take it at the moment. Try again.");
    std::string text = contentOf(file).text();
    // Host is one of this machine's names and a port by now; nothing in it is markup.
    fill(text, "url", (request.tls ? "https://" : "http://") + *request.header("host"));
    fill(text, "key", *key);
    return madeReply(file, std::move(text));
}

} // namespace

StageResult portalStage(Context& context, Exchange& exchange) {
    const http::Request& request = exchange.request;
    const PortalFile* file = findFile(request.path, static_cast<bool>(context.makeKey));
    if (file == nullptr)
        return std::nullopt;
    exchange.portal = true;
    const bool posts = file->kind == PortalKind::Key;
    const std::string allow = posts ? "POST, OPTIONS" : "GET, HEAD, OPTIONS";
    if (request.method == "OPTIONS") {
        Reply reply;
        reply.status = 204;
        reply.headers.push_back({"Allow", allow});
        return reply;
    }
    const bool reads = request.method == "GET" || request.method == "HEAD";
    if (posts ? request.method != "POST" : !reads) {
        Problem problem{ErrorCode::MethodNotAllowed,
                        request.path + " knows " + allow + ", not " + request.method + ".",
                        {},
                        {},
                        {{"Allow", allow}}};
        return Outcome(tl::unexpect, std::move(problem));
    }
    if (posts)
        return keyReply(context, exchange, *file);
    if (file->kind == PortalKind::Status)
        return statusReply(context, exchange, *file);
    Reply reply = contentOf(*file).reply(request);
    addPolicy(reply, *file);
    return reply;
}

} // namespace leadsheet::server::api
