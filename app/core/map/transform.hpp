// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "leadsheet/app/column_map.hpp"

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace leadsheet::app {

/// Reads "split(;)" and its like; absent when it is none of the closed set.
std::optional<Transform> parseTransform(std::string_view text);

/// Cell text through the steps, to one or more pieces.
std::vector<std::string> applyTransforms(std::string_view text,
                                         const std::vector<Transform>& steps);

/// The style a number(...) step states, else Auto.
NumberStyle numberStyle(const std::vector<Transform>& steps);

/// What the Empty and Means steps make of a whole item; absent when they say nothing of it.
std::optional<std::string> meaningOf(std::string_view item, const std::vector<Transform>& steps);

bool hasStep(const std::vector<Transform>& steps, TransformKind kind);

} // namespace leadsheet::app
