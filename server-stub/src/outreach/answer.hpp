// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "outreach/adapter.hpp"

#include <boost/json/value.hpp>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace leadsheet::server::outreach {

/// Longest reason that is kept, in bytes.
inline constexpr std::size_t kMaxReasonBytes = 500;

/// The answer's JSON; null when it is none, or was cut.
boost::json::value answerJson(const PlatformAnswer& answer);

/// What a platform says for people: the usual members of error bodies, or the text itself when it
/// is not a document. One line, valid UTF-8, at most kMaxReasonBytes. Empty when it says nothing.
std::string answerReason(const PlatformAnswer& answer);

/// The text with `secret` and its URL-encoded form blotted out, should a platform repeat them.
std::string withoutSecret(std::string text, std::string_view secret);

/// A member that is a count: a number that is none below zero, or the length of a list. Platforms
/// use both, and decimal texts too.
std::optional<std::int64_t> countMember(const boost::json::object& object, std::string_view name);

/// A member that is a text or a number, as text.
std::optional<std::string> textMember(const boost::json::object& object, std::string_view name);

/// The same e-mail as far as platforms care: ASCII letters in lower case.
std::string foldedEmail(std::string_view email);

/// Percent-encodes everything but unreserved characters (RFC 3986).
std::string percentEncoded(std::string_view text);

/// How long the platform asks to wait, by header or body; at most an hour, nullopt when it does not
/// say it in seconds.
std::optional<std::chrono::milliseconds> askedToWait(const PlatformAnswer& answer);

/// The same outcome for each of `count` leads.
PushReading readingOfAll(std::size_t count, LeadResult result, std::string reason);

/// What an answer says by its status alone; nullopt for 2xx. Nothing was taken by 4xx; a single
/// lead that is refused is refused for good, several are to be sent in smaller calls; 3xx and 5xx
/// may have been acted on, or not.
std::optional<PushReading> readStatus(std::size_t count, const PlatformAnswer& answer);

/// The same for a list of campaigns.
std::optional<CampaignReading> readListStatus(const PlatformAnswer& answer);

/// Whether the words speak of a lead that is there already.
bool tellsOfDuplicate(const std::string& reason);

/// The campaigns of a platform's list, which is null when the answer has none; those without an id
/// are left out. `state` reads the state of one.
CampaignReading
readCampaignList(const boost::json::value* list, std::string_view idMember,
                 std::optional<std::string> (*state)(const boost::json::object& campaign));

} // namespace leadsheet::server::outreach
