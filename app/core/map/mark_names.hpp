// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string_view>

namespace leadsheet::app {

/// What a cross, or a yes, says of its row, as far as the name above it tells.
enum class AnswerSays {
    Unknown,      ///< the name does not tell: it may be wanted, or the one that is not
    Wanted,       ///< "Include?", "Freigabe", "Not ordered yet": a no says that it is not
    Chosen,       ///< "New", "Only": rows are chosen by crosses; a no says nothing
    NotWanted,    ///< "Delete", "Later", "Needs approval", "Already contacted"
    SomethingElse ///< "Verified", "Existing customer", "Hot": how the leads or the companies are
};
AnswerSays answerBelow(std::string_view header);

/// "Not deleted", "No approval needed": what a yes below it says is for a person to read.
bool deniesTwice(std::string_view header);

/// "Already contacted", "Bereits bestellt".
bool saysAlready(std::string_view header);

/// "Verified", "Decision makers only", "Mobile needed", "Franchise": what a cross below it asks of
/// the leads or their companies.
bool namesDemand(std::string_view header);

/// "Budget approved", "Freigegeben von", "Sign-off": below it a no holds its row back, whatever
/// else the name says.
bool namesRelease(std::string_view header);

/// "Approved by", "Freigabe am": who released the row, or when.
bool namesReleaser(std::string_view header);

/// "Status", "Entscheidung": below it a no is about the row.
bool namesStatus(std::string_view header);

/// "Existing customer", "Wettbewerber": a cross below it says what its row is, and not that it is
/// wanted.
bool namesWhom(std::string_view header);

} // namespace leadsheet::app
