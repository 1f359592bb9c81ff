// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "leadsheet/model/admin.hpp"
#include "leadsheet/model/delivery.hpp"
#include "leadsheet/model/key.hpp"
#include "json/decoder.hpp"

#include <optional>

/// As readers.hpp, for keys and the operators' plane.
namespace leadsheet::detail {

std::optional<KeyRecord> readKey(const Decoder& in);
std::optional<CreatedKey> readCreatedKey(const Decoder& in);
std::optional<AdminOrder> readAdminOrder(const Decoder& in);
std::optional<AdminAccount> readAdminAccount(const Decoder& in);
std::optional<IngestResult> readIngestResult(const Decoder& in);

} // namespace leadsheet::detail
