// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>

namespace leadsheet::app {

/// A job title without the endings and remarks that add its other forms: "Manager" of "Manager:in",
/// "Leiter" of "Leiter/in" and of "Leiter (m/w/d)". Other titles as they are.
std::string withoutOtherForms(std::string_view title);

} // namespace leadsheet::app
