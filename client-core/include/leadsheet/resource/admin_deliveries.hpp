// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "leadsheet/model/delivery.hpp"
#include "leadsheet/options.hpp"
#include "leadsheet/result.hpp"

#include <functional>
#include <istream>
#include <memory>
#include <optional>

namespace leadsheet {

namespace detail {
class CallRunner;
}

/// A whole delivery that is cut into parts on its way.
struct DeliveryUpload {
    DeliveryUpload(OrderNumber orderNumber, DeliveryId deliveryId)
        : order(std::move(orderNumber))
        , id(std::move(deliveryId)) {}

    OrderNumber order;
    /// The parts are `id`-1, `id`-2, ...: the same stream is always cut in the same places, so an
    /// upload that broke off is given again as a whole and adds nothing twice.
    DeliveryId id;
    IngestFormat format = IngestFormat::Ndjson; ///< Ndjson or Csv
    bool final = true;                          ///< whether the last part ends the delivery
    bool packed = true;
    std::size_t leadsPerPart = 10'000;             ///< 1 to 50,000
    std::size_t bytesPerPart = 15UL * 1024 * 1024; ///< before packing; up to 64 MiB
};

/// What a part came to. `firstRow` is the place of its first row in the whole stream, from 0.
struct UploadedPart {
    DeliveryId id;
    std::int64_t firstRow = 0;
    std::int64_t rows = 0;
    IngestResult result;
};

struct UploadTotals {
    std::int64_t parts = 0;
    std::int64_t rows = 0;
    std::int64_t accepted = 0;
    std::int64_t duplicate = 0;
    std::int64_t rejected = 0;
    std::int64_t replayedParts = 0; ///< had arrived before
};

/// `/v1/admin/deliveries`: takes in the leads of orders in progress; scope admin:deliveries.
/// Thread-safe; cheap to copy; outlives its Client.
class AdminDeliveries {
public:
    explicit AdminDeliveries(std::shared_ptr<detail::CallRunner> runner)
        : runner_(std::move(runner)) {}

    /// One part; atomic.
    Result<IngestResult> ingest(const DeliveryPart& part, const CallOptions& options = {}) const;

    /// All of `leads`, part by part, holding one of them in memory. `each` is called after every
    /// part, in the calling thread. Ends at the first failed part: what was taken before stays, and
    /// the same call again goes on behind it. ErrorCode::InvalidArgument when the stream cannot be
    /// read, is not CSV, or a single row is larger than a part; the message names the line.
    Result<UploadTotals> upload(const DeliveryUpload& delivery, std::istream& leads,
                                const std::function<void(const UploadedPart&)>& each = {},
                                const CallOptions& options = {}) const;

private:
    std::shared_ptr<detail::CallRunner> runner_;
};

} // namespace leadsheet
