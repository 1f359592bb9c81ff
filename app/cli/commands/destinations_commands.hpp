// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "../session/context.hpp"

#include "leadsheet/model/destination.hpp"

#include <boost/json/object.hpp>
#include <cstddef>
#include <string>
#include <vector>

namespace leadsheet {
template <class T>
class PageRange;
}

/// How outreach destinations and the pushes to them are shown.
namespace leadsheet::cli {

struct Connection;

boost::json::object destinationJson(const Destination& destination);
boost::json::object pushJson(const Push& push);

/// All of them, page by page; when a page fails, those before it were emitted as JSON only.
Result<void> showDestinations(Context& context, PageRange<Destination> destinations);
/// Everything about one, below each other.
void showDestination(Context& context, const Destination& destination);
void showCampaigns(Context& context, const std::vector<Campaign>& campaigns,
                   const std::optional<std::string>& chosen);

/// At most `limit`, and whether there are more.
Result<void> showPushes(Context& context, PageRange<Push> pushes, std::size_t limit);
/// In one line, with the platform's reason.
void showPush(Context& context, const Push& push);

/// What an error of a call about the destination `id` means; the platform's own faults are named
/// as its.
Failure explainDestination(const Error& error, const Connection& connection, const std::string& id);

} // namespace leadsheet::cli
