// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <boost/json/object.hpp>
#include <cstdint>
#include <string>
#include <string_view>

namespace leadsheet::server::worker {

/// Makes up leads that fit an order: its industries, titles, places, sizes and demands. Pure: the
/// same seed, order number, request and index give the same lead.
class LeadFactory {
public:
    LeadFactory(std::uint64_t seed, std::string orderNumber, boost::json::object request);

    /// The n-th lead as an ingest call would bring it.
    boost::json::object lead(std::int64_t index) const;

    /// How many leads "were found": every fifth order misses a tenth of what was ordered.
    std::int64_t found() const;

private:
    std::uint64_t seed_;
    boost::json::object request_;
};

} // namespace leadsheet::server::worker
