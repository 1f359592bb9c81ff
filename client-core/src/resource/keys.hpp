// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "leadsheet/model/key.hpp"
#include "leadsheet/options.hpp"
#include "leadsheet/page.hpp"
#include "resource/typed_call.hpp"

#include <string>

/// What /v1/keys and /v1/admin/keys have in common.
namespace leadsheet::detail {

ObjectText newKeyText(const NewKey& key);
Result<Page<KeyRecord>> listKeys(CallRunner& runner, Call call, const CallOptions& options);
Result<CreatedKey> makeKey(CallRunner& runner, Call call, const IdempotencyKey& idempotencyKey,
                           const CallOptions& options);

} // namespace leadsheet::detail
