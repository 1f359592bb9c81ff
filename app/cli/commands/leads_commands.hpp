// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "../failure.hpp"
#include "../options/command.hpp"

#include "leadsheet/model/lead.hpp"

#include <string>
#include <vector>

namespace leadsheet::cli {

/// Which leads, as options say it.
struct LeadChoice {
    std::string result;
    std::string email; ///< yes or no
    std::string phone;
    std::string order;
    std::string country;
    std::string deliveredAfter;

    bool any() const;
    Outcome<LeadFilter> filter() const;
};
void addLeadChoice(const Command& command, LeadChoice& choice);

/// `email,fullName`; empty = none named. Usage failure for an unknown name or one given twice.
Outcome<std::vector<LeadField>> leadFieldsOf(const std::string& list);
Option addLeadFields(const Command& command, std::string& list, const Message& about);

} // namespace leadsheet::cli
