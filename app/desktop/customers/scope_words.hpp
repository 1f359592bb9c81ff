// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QString>

#include <string_view>

namespace leadsheet::desktop {

/// What a scope allows, in words for the person; empty for one that is not known here.
QString scopeWords(std::string_view scope);

} // namespace leadsheet::desktop
