// SPDX-License-Identifier: Apache-2.0
// The whole client library. Programs that build many files may include what each of them uses.
#pragma once

#include "leadsheet/client.hpp"
#include "leadsheet/resource/destinations.hpp"
#include "leadsheet/resource/keys.hpp"
#include "leadsheet/resource/webhooks.hpp"
#include "leadsheet/timestamp.hpp"
#include "leadsheet/webhook_signature.hpp"
