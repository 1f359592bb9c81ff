// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "domain/money.hpp"

#include <string>

namespace leadsheet::server::api {

/// An amount for people, for example "1,240.50 USD".
std::string moneyText(domain::MinorUnits amount);

} // namespace leadsheet::server::api
