// SPDX-License-Identifier: Apache-2.0
#include "http/message.hpp"

#include <algorithm>
#include <array>
#include <boost/beast/http/status.hpp>

namespace leadsheet::server::http {

namespace {

constexpr char lower(char c) noexcept {
    return c >= 'A' && c <= 'Z' ? static_cast<char>(c + ('a' - 'A')) : c;
}

constexpr std::array<std::string_view, 6> kOwnFields = {
    "content-length", "transfer-encoding", "connection", "keep-alive", "date", "x-request-id"};

bool isOwnField(std::string_view name) {
    return std::any_of(kOwnFields.begin(), kOwnFields.end(),
                       [name](std::string_view own) { return equalsIgnoreCase(own, name); });
}

void appendField(std::string& out, std::string_view name, std::string_view value) {
    out += name;
    out += ": ";
    out += value;
    out += "\r\n";
}

/// A line break in a value would let its author write header fields, or a second answer.
void appendHandlerField(std::string& out, const Header& field) {
    if (!isToken(field.name) || isOwnField(field.name)) {
        return;
    }
    out += field.name;
    out += ": ";
    const std::size_t start = out.size();
    out += field.value;
    std::replace_if(out.begin() + static_cast<std::ptrdiff_t>(start), out.end(), isForbiddenControl,
                    ' ');
    out += "\r\n";
}

void appendTwoDigits(std::string& out, unsigned value) {
    out += static_cast<char>('0' + value / 10 % 10);
    out += static_cast<char>('0' + value % 10);
}

} // namespace

bool equalsIgnoreCase(std::string_view a, std::string_view b) noexcept {
    return a.size() == b.size() && std::equal(a.begin(), a.end(), b.begin(),
                                              [](char x, char y) { return lower(x) == lower(y); });
}

const std::string* Request::header(std::string_view name) const {
    for (const Header& field : headers) {
        if (equalsIgnoreCase(field.name, name)) {
            return &field.value;
        }
    }
    return nullptr;
}

std::size_t Request::headerCount(std::string_view name) const {
    return static_cast<std::size_t>(
        std::count_if(headers.begin(), headers.end(),
                      [name](const Header& field) { return equalsIgnoreCase(field.name, name); }));
}

std::string writeHead(const Response& response, const HeadOptions& options) {
    std::string out;
    out.reserve(320);
    out += "HTTP/1.1 ";
    out += std::to_string(response.status);
    out += ' ';
    const auto reason = boost::beast::http::obsolete_reason(
        boost::beast::http::int_to_status(static_cast<unsigned>(response.status)));
    out.append(reason.data(), reason.size());
    out += "\r\n";
    appendField(out, "Date", options.date);
    appendField(out, "X-Request-Id", options.requestId);
    for (const Header& field : response.headers) {
        appendHandlerField(out, field);
    }
    if (options.contentLength) {
        appendField(out, "Content-Length", std::to_string(*options.contentLength));
    }
    if (options.chunked) {
        appendField(out, "Transfer-Encoding", "chunked");
    }
    if (options.close) {
        appendField(out, "Connection", "close");
    } else if (options.keepAlive) {
        appendField(out, "Connection", "keep-alive");
    }
    out += "\r\n";
    return out;
}

std::string httpDate(std::chrono::system_clock::time_point time) {
    static constexpr std::array<std::string_view, 7> kDays = {"Sun", "Mon", "Tue", "Wed",
                                                              "Thu", "Fri", "Sat"};
    static constexpr std::array<std::string_view, 12> kMonths = {
        "Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"};
    const auto day = std::chrono::floor<std::chrono::days>(time);
    const std::chrono::year_month_day date(day);
    const std::chrono::hh_mm_ss clock(std::chrono::floor<std::chrono::seconds>(time - day));
    std::string out;
    out.reserve(29);
    out += kDays[std::chrono::weekday(day).c_encoding()];
    out += ", ";
    appendTwoDigits(out, static_cast<unsigned>(date.day()));
    out += ' ';
    out += kMonths[static_cast<unsigned>(date.month()) - 1];
    out += ' ';
    const auto year = static_cast<unsigned>(static_cast<int>(date.year()));
    appendTwoDigits(out, year / 100);
    appendTwoDigits(out, year % 100);
    out += ' ';
    appendTwoDigits(out, static_cast<unsigned>(clock.hours().count()));
    out += ':';
    appendTwoDigits(out, static_cast<unsigned>(clock.minutes().count()));
    out += ':';
    appendTwoDigits(out, static_cast<unsigned>(clock.seconds().count()));
    out += " GMT";
    return out;
}

} // namespace leadsheet::server::http
