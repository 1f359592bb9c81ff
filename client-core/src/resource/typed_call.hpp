// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "call/call_runner.hpp"
#include "leadsheet/model/lead.hpp"
#include "leadsheet/model/lead_file.hpp"
#include "leadsheet/options.hpp"
#include "leadsheet/page.hpp"
#include "leadsheet/result.hpp"
#include "leadsheet/try.hpp"
#include "json/decoder.hpp"
#include "json/readers.hpp"
#include "json/text.hpp"

#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace leadsheet::detail {

using Parameters = std::vector<std::pair<std::string, std::string>>;

/// Parameters of a list call.
inline Parameters pageParameters(const PageOptions& page) {
    Parameters parameters;
    if (page.limit)
        parameters.emplace_back("limit", std::to_string(*page.limit));
    if (page.cursor)
        parameters.emplace_back("cursor", *page.cursor);
    return parameters;
}

/// One parameter of a filter; none where the filter leaves it open.
template <class T>
void addFilter(Parameters& parameters, const char* name, const std::optional<T>& value) {
    if (!value)
        return;
    if constexpr (requires { value->str(); })
        parameters.emplace_back(name, value->str());
    else if constexpr (requires { toString(*value); })
        parameters.emplace_back(name, toString(*value));
    else
        parameters.emplace_back(name, *value);
}

/// "/v1/orders/ord_1/events" of "/v1/orders", the order's number and "/events".
template <class Id>
std::string pathOf(std::string_view collection, const Id& id, std::string_view rest = {}) {
    return std::string(collection) + "/" + encodeSegment(id.str()) + std::string(rest);
}

inline Call getCall(const char* operation, std::string path, const Parameters& parameters = {}) {
    Call call;
    call.operation = operation;
    call.path = std::move(path);
    call.query = encodeQuery(parameters);
    return call;
}

/// All records of a list, read by `list`, a function of the PageOptions of each page.
template <class T, class List>
PageRange<T> allPages(const PageOptions& page, List list) {
    return PageRange<T>(
        [list = std::move(list), limit = page.limit](const std::optional<std::string>& cursor) {
            return list(PageOptions{limit, cursor});
        },
        page.cursor);
}

/// What is wrong with the body, when `read` did not get everything from it.
inline std::string problemOf(const Decoder& body) {
    return body.failed() ? body.problem() : "it is incomplete";
}

/// Runs a call and reads its body with `read(std::string_view, std::optional<T>&)`, which answers
/// what is wrong when it cannot.
template <class T, class Read>
Result<T> bodyCall(CallRunner& runner, const Call& call, const CallOptions& options, Read read) {
    std::optional<T> value;
    LEADSHEET_TRY_DONE(runner.run(
        call, options, [&](const Answer& raw) { return read(raw.response.body, value); }));
    return std::move(*value);
}

/// `read(const Decoder&) -> std::optional<T>` on a body.
template <class T, class Read>
std::optional<std::string> decode(std::string_view text, std::optional<T>& value, Read read) {
    const Decoder body = Decoder::parse(text);
    value = read(body);
    if (value && !body.failed())
        return {};
    value.reset();
    return problemOf(body);
}

/// Runs a call and reads its body with `read(const Decoder&) -> std::optional<T>`.
template <class T, class Read>
Result<T> typedCall(CallRunner& runner, const Call& call, const CallOptions& options, Read read) {
    return bodyCall<T>(runner, call, options,
                       [&read](std::string_view text, std::optional<T>& value) {
                           return decode(text, value, read);
                       });
}

/// Runs a call that answers a page of records.
template <class T>
Result<Page<T>> pageCall(CallRunner& runner, const Call& call, const CallOptions& options,
                         std::optional<T> (*readItem)(const Decoder&)) {
    return typedCall<Page<T>>(runner, call, options,
                              [readItem](const Decoder& in) { return readPage<T>(in, readItem); });
}

/// A POST that acts once however often it is sent.
inline Call postCall(const char* operation, std::string path, const IdempotencyKey& key,
                     std::string body = {}) {
    Call call;
    call.operation = operation;
    call.method = "POST";
    call.path = std::move(path);
    call.key = key;
    call.body = std::move(body);
    return call;
}

/// PATCH of one record; InvalidArgument when `body` is empty.
template <class T, class Read>
Result<T> changeRecord(CallRunner& runner, Call call, ObjectText body,
                       std::optional<std::int64_t> expectedVersion, const CallOptions& options,
                       Read read) {
    if (body.empty())
        return failure(localError(ErrorCode::InvalidArgument, "Nothing is to change."));
    call.method = "PATCH";
    call.body = body.end();
    call.expectedVersion = expectedVersion;
    return typedCall<T>(runner, call, options, read);
}

/// DELETE of one record.
inline Result<void> removeRecord(CallRunner& runner, Call call,
                                 std::optional<std::int64_t> expectedVersion,
                                 const CallOptions& options) {
    call.method = "DELETE";
    call.expectedVersion = expectedVersion;
    LEADSHEET_TRY_DONE(
        runner.run(call, options, [](const Answer&) { return std::optional<std::string>(); }));
    return {};
}

/// The `fields` parameter; nothing for all of them.
void addFields(Parameters& parameters, const std::vector<LeadField>& fields);

/// Hands the file that `call` answers with to `sink`; its number of bytes.
Result<std::uint64_t> fileCall(CallRunner& runner, Call call, Parameters parameters,
                               LeadFileFormat format, ByteSink& sink, const CallOptions& options);

} // namespace leadsheet::detail
