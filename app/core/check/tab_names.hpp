// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "leadsheet/app/source_strip.hpp"

#include <string>
#include <string_view>
#include <vector>

namespace leadsheet::app {

/// Which version of a list a tab holds by its name: of "Plan v2" and "Plan v3 final" the second.
struct TabVersion {
    std::string of; ///< the words of the name that say no version
    int number = 0; ///< more is newer
};
TabVersion tabVersionOf(std::string_view name);

/// Whether a tab's name says that its rows are not to be ordered, or not now: "Do not order",
/// "Archive", "Q1 (done)", "On hold". An example may have been filled in, and a draft or a copy may
/// be the list itself.
bool tabHoldsBack(std::string_view name);

/// Whether such words stand at the beginning or before the end of a name, numbers aside: of the
/// list "tabDone" in "Q1 done", "Old list", "Q1 done 2025".
bool hasPhraseAtAnEnd(std::vector<std::string> words, std::string_view list);

} // namespace leadsheet::app
