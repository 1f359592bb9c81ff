// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string_view>

namespace leadsheet::app {

/// "$5M-$50M", "10 Mio. bis 50 Mio. EUR", ">1B": what companies turn over, raise or are worth.
bool saysTurnover(std::string_view text);

} // namespace leadsheet::app
