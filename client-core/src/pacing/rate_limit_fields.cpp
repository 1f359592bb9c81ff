// SPDX-License-Identifier: Apache-2.0
#include "leadsheet/rate_limit_fields.hpp"

#include "json/text.hpp"

#include <algorithm>
#include <map>
#include <variant>

namespace leadsheet {
namespace {

constexpr std::size_t kMaxFieldLength = 65'536;
constexpr std::size_t kMaxMembers = 1024; // RFC 9651 asks for this many
constexpr std::chrono::seconds kLongestUntoldWindow = std::chrono::hours(24);

using BareItem =
    std::variant<std::monostate, std::int64_t, std::string>; ///< monostate: other types

struct Member {
    std::string name;
    std::map<std::string, BareItem, std::less<>> parameters;
};

bool isDigit(char c) {
    return c >= '0' && c <= '9';
}

bool isLower(char c) {
    return c >= 'a' && c <= 'z';
}

bool isAlpha(char c) {
    return isLower(c) || (c >= 'A' && c <= 'Z');
}

/// RFC 9651 section 4.2, as far as lists of strings with parameters need it.
class FieldParser {
public:
    explicit FieldParser(std::string_view text)
        : rest_(text) {}

    std::optional<std::vector<Member>> list() {
        skip(" ");
        std::vector<Member> members;
        while (!rest_.empty()) {
            Member member;
            if (!string(member.name) || !parameters(member) || members.size() >= kMaxMembers)
                return {};
            members.push_back(std::move(member));
            skip(" \t");
            if (rest_.empty())
                return members;
            if (!take(','))
                return {};
            skip(" \t");
            if (rest_.empty())
                return {}; // a trailing comma
        }
        return members;
    }

private:
    void skip(std::string_view characters) {
        rest_.remove_prefix(std::min(rest_.find_first_not_of(characters), rest_.size()));
    }

    bool take(char c) {
        if (rest_.empty() || rest_.front() != c)
            return false;
        rest_.remove_prefix(1);
        return true;
    }

    bool string(std::string& out) {
        if (!take('"'))
            return false;
        while (!rest_.empty()) {
            char c = rest_.front();
            rest_.remove_prefix(1);
            if (c == '"')
                return true;
            if (c == '\\') {
                if (rest_.empty() || (rest_.front() != '"' && rest_.front() != '\\'))
                    return false;
                c = rest_.front();
                rest_.remove_prefix(1);
            } else if (c < 0x20 || c > 0x7e) {
                return false;
            }
            out += c;
        }
        return false;
    }

    bool parameters(Member& member) {
        while (take(';')) {
            skip(" ");
            std::string key;
            if (rest_.empty() || !(isLower(rest_.front()) || rest_.front() == '*'))
                return false;
            while (!rest_.empty() &&
                   (isLower(rest_.front()) || isDigit(rest_.front()) ||
                    std::string_view("_-.*").find(rest_.front()) != std::string_view::npos)) {
                key += rest_.front();
                rest_.remove_prefix(1);
            }
            BareItem value;
            if (take('=') && !bareItem(value))
                return false;
            member.parameters[key] = std::move(value);
        }
        return true;
    }

    bool bareItem(BareItem& value) {
        if (rest_.empty())
            return false;
        const char c = rest_.front();
        if (c == '"')
            return string(value.emplace<std::string>());
        if (c == '-' || isDigit(c))
            return number(value);
        if (isAlpha(c) || c == '*')
            return token();
        if (c == ':')
            return byteSequence();
        if (c == '%')
            return displayString();
        if (c == '?') {
            rest_.remove_prefix(1);
            return take('0') || take('1');
        }
        if (c == '@') {
            rest_.remove_prefix(1);
            BareItem date;
            return number(date) && std::holds_alternative<std::int64_t>(date);
        }
        return false;
    }

    bool number(BareItem& value) {
        constexpr std::size_t kMaxDigits = 15;
        const bool negative = take('-');
        std::int64_t whole = 0;
        std::size_t digits = 0;
        for (; !rest_.empty() && isDigit(rest_.front()); rest_.remove_prefix(1)) {
            if (++digits > kMaxDigits)
                return false;
            whole = whole * 10 + (rest_.front() - '0');
        }
        if (digits == 0)
            return false;
        if (take('.')) {
            std::size_t fraction = 0;
            for (; !rest_.empty() && isDigit(rest_.front()); rest_.remove_prefix(1))
                ++fraction;
            return digits <= 12 && fraction >= 1 && fraction <= 3;
        }
        value = negative ? -whole : whole;
        return true;
    }

    bool token() {
        while (!rest_.empty() && (isAlpha(rest_.front()) || isDigit(rest_.front()) ||
                                  std::string_view("!#$%&'*+-.^_`|~:/").find(rest_.front()) !=
                                      std::string_view::npos))
            rest_.remove_prefix(1);
        return true;
    }

    bool byteSequence() {
        rest_.remove_prefix(1);
        const auto end = rest_.find(':');
        if (end == std::string_view::npos)
            return false;
        std::string_view body = rest_.substr(0, end);
        rest_.remove_prefix(end + 1);
        // Padding may be missing; if it is there, it completes the last four characters.
        const bool whole = body.size() % 4 == 0;
        for (int padding = 0; padding < 2 && whole && body.ends_with('='); ++padding)
            body.remove_suffix(1);
        return body.size() % 4 != 1 && std::all_of(body.begin(), body.end(), [](char c) {
                   return isAlpha(c) || isDigit(c) || c == '+' || c == '/';
               });
    }

    /// %"f%c3%bc": UTF-8, percent-encoded in lower case.
    bool displayString() {
        rest_.remove_prefix(1);
        if (!take('"'))
            return false;
        std::string bytes;
        while (!rest_.empty()) {
            char c = rest_.front();
            rest_.remove_prefix(1);
            if (c == '"')
                return detail::utf8Characters(bytes).has_value();
            if (c < 0x20 || c > 0x7e || (c == '%' && !encodedByte(c)))
                return false;
            bytes += c;
        }
        return false;
    }

    bool encodedByte(char& byte) {
        constexpr std::string_view kDigits = "0123456789abcdef";
        if (rest_.size() < 2)
            return false;
        const auto high = kDigits.find(rest_[0]);
        const auto low = kDigits.find(rest_[1]);
        rest_.remove_prefix(2);
        byte = static_cast<char>(high * kDigits.size() + low);
        return high != std::string_view::npos && low != std::string_view::npos;
    }

    std::string_view rest_;
};

std::optional<std::vector<Member>> parseMembers(std::string_view field) {
    if (field.size() > kMaxFieldLength)
        return {};
    while (field.ends_with(' '))
        field.remove_suffix(1);
    return FieldParser(field).list();
}

/// Nothing when absent; `bad` when it is there but no count.
std::optional<std::int64_t> count(const Member& member, std::string_view key, bool& bad) {
    const auto found = member.parameters.find(key);
    if (found == member.parameters.end())
        return {};
    const auto* number = std::get_if<std::int64_t>(&found->second);
    bad = bad || !number || *number < 0;
    return number ? std::optional(*number) : std::nullopt;
}

std::optional<std::chrono::seconds> asSeconds(std::optional<std::int64_t> value) {
    return value
               ? std::optional(std::chrono::seconds(std::min<std::int64_t>(*value, 366LL * 86'400)))
               : std::nullopt;
}

} // namespace

std::optional<std::vector<RateLimitItem>> parseRateLimit(std::string_view field) {
    const auto members = parseMembers(field);
    if (!members)
        return {};
    std::vector<RateLimitItem> items;
    for (const Member& member : *members) {
        bool bad = false;
        const auto remaining = count(member, "r", bad);
        const auto reset = asSeconds(count(member, "t", bad));
        if (bad || !remaining)
            return {};
        items.push_back({member.name, *remaining, reset});
    }
    return items;
}

std::optional<std::vector<RateLimitPolicyItem>> parseRateLimitPolicy(std::string_view field) {
    const auto members = parseMembers(field);
    if (!members)
        return {};
    std::vector<RateLimitPolicyItem> items;
    for (const Member& member : *members) {
        bool bad = false;
        const auto quota = count(member, "q", bad);
        const auto window = asSeconds(count(member, "w", bad));
        if (bad || !quota)
            return {};
        items.push_back({member.name, *quota, window});
    }
    return items;
}

void dropAbsurdResets(std::vector<RateLimitItem>& items,
                      const std::vector<RateLimitPolicyItem>& policies) {
    for (RateLimitItem& item : items) {
        const auto policy =
            std::find_if(policies.begin(), policies.end(), [&](const RateLimitPolicyItem& told) {
                return told.policy == item.policy;
            });
        const bool told = policy != policies.end() && policy->window;
        if (item.reset && *item.reset > (told ? *policy->window : kLongestUntoldWindow))
            item.reset.reset();
    }
}

std::optional<std::chrono::seconds> resetOfUsedUp(const std::vector<RateLimitItem>& items) {
    std::optional<std::chrono::seconds> longest;
    for (const RateLimitItem& item : items)
        if (item.remaining == 0 && item.reset && item.reset->count() > 0)
            longest = std::max(longest.value_or(*item.reset), *item.reset);
    return longest;
}

} // namespace leadsheet
