// SPDX-License-Identifier: Apache-2.0
#include "outreach/status_reading.hpp"

#include "outreach/answer_text.hpp"

namespace leadsheet::server::outreach {

namespace {

/// When a platform says "too many" and not how long.
constexpr std::chrono::seconds kUsualQuiet{10};

std::string withStatus(const PlatformAnswer& answer) {
    const std::string reason = answerReason(answer);
    const std::string status = "HTTP " + std::to_string(answer.status);
    return reason.empty() ? status : status + ": " + reason;
}

bool isSuccess(const PlatformAnswer& answer) {
    return answer.status >= 200 && answer.status < 300;
}

} // namespace

PushReading readingOfAll(std::size_t count, LeadResult result, std::string reason) {
    PushReading reading;
    reading.leads.assign(count, LeadOutcome{result, std::move(reason)});
    return reading;
}

std::optional<PushReading> readStatus(std::size_t count, const PlatformAnswer& answer) {
    if (isSuccess(answer))
        return std::nullopt;
    std::string reason = withStatus(answer);
    if (answer.status < 400 || answer.status >= 500)
        return readingOfAll(count, LeadResult::Unknown, std::move(reason));
    PushReading reading = readingOfAll(count, LeadResult::NotSent, std::move(reason));
    switch (answer.status) {
    case 401:
    case 402:
    case 403:
    case 404:
    case 405:
    case 410:
        reading.needsAttention = true;
        break;
    case 408:
    case 425:
        break;
    case 429:
        reading.quietFor = askedToWait(answer).value_or(kUsualQuiet);
        break;
    default:
        reading.narrow = count > 1;
        if (count == 1)
            reading.leads.front().result = LeadResult::Rejected;
    }
    return reading;
}

std::optional<CampaignReading> readListStatus(const PlatformAnswer& answer) {
    if (isSuccess(answer))
        return std::nullopt;
    CampaignReading reading;
    reading.refused = answer.status == 401 || answer.status == 403;
    reading.reason = withStatus(answer);
    return reading;
}

bool tellsOfDuplicate(const std::string& reason) {
    const std::string text = foldedEmail(reason);
    return text.find("already") != std::string::npos || text.find("duplicate") != std::string::npos;
}

} // namespace leadsheet::server::outreach
