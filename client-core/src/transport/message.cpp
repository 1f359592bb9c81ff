// SPDX-License-Identifier: Apache-2.0
#include "leadsheet/transport.hpp"

#include <algorithm>

namespace leadsheet {
namespace {

bool sameName(std::string_view a, std::string_view b) {
    const auto lower = [](char c) {
        return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
    };
    return std::equal(a.begin(), a.end(), b.begin(), b.end(),
                      [&](char x, char y) { return lower(x) == lower(y); });
}

} // namespace

std::optional<std::string_view> HttpResponse::header(std::string_view name) const {
    for (const HttpHeader& header : headers)
        if (sameName(header.name, name))
            return std::string_view(header.value);
    return {};
}

std::optional<std::string> HttpResponse::joinedHeader(std::string_view name) const {
    std::optional<std::string> joined;
    for (const HttpHeader& header : headers)
        if (sameName(header.name, name))
            joined = joined ? *joined + ", " + header.value : header.value;
    return joined;
}

Exchange Transport::receive(const HttpRequest& request, ByteSink& sink,
                            const std::stop_token& stop) {
    Exchange whole = send(request, stop);
    if (!whole.response || whole.response->status / 100 != 2)
        return whole;
    if (!sink.write(whole.response->body)) {
        Exchange refused;
        refused.failure.problem = TransportProblem::Cancelled;
        return refused;
    }
    whole.response->body.clear();
    return whole;
}

} // namespace leadsheet
