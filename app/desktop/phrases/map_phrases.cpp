// SPDX-License-Identifier: Apache-2.0
#include "phrase_lists.hpp"

#include <QtGlobal>

namespace leadsheet::desktop {

QList<Phrase> mapPhrases() {
    return {
        {QT_TRANSLATE_NOOP("Phrases",
                           "The sheet is turned: its column names stand one below the other in "
                           "column A (%1), and each row of a sheet is one order."),
         "a"},
        {QT_TRANSLATE_NOOP("Phrases", "Turn it, so that they stand in one row (copy it, then Paste "
                                      "Special, Transpose), and read it again.")},
        {QT_TRANSLATE_NOOP("Phrases", "same name")},
        {QT_TRANSLATE_NOOP("Phrases", "another name for it")},
        {QT_TRANSLATE_NOOP("Phrases", "another name for it, worded differently")},
        {QT_TRANSLATE_NOOP("Phrases", "parts of one place")},
        {QT_TRANSLATE_NOOP("Phrases", "almost the same name")},
        {QT_TRANSLATE_NOOP("Phrases", "its name contains a known word")},
        {QT_TRANSLATE_NOOP("Phrases", "its name can mean it, and its cells look like it")},
        {QT_TRANSLATE_NOOP("Phrases", "its name can mean it, and other things")},
        {QT_TRANSLATE_NOOP("Phrases", "its name can mean %1, and other things"), "f"},
        {QT_TRANSLATE_NOOP("Phrases", "its name fits, but its cells do not look like it")},
        {QT_TRANSLATE_NOOP("Phrases", "you left a column of this name out before")},
        {QT_TRANSLATE_NOOP("Phrases", "you mapped this name so before")},
        {QT_TRANSLATE_NOOP("Phrases", "its cells are addresses of searches")},
        {QT_TRANSLATE_NOOP("Phrases", "its cells are web domains")},
        {QT_TRANSLATE_NOOP("Phrases", "its cells are countries")},
        {QT_TRANSLATE_NOOP("Phrases", "its cells are company sizes")},
        {QT_TRANSLATE_NOOP("Phrases", "its cells name products")},
        {QT_TRANSLATE_NOOP("Phrases", "its name is not known")},
        {QT_TRANSLATE_NOOP("Phrases", "it has no name")},
        {QT_TRANSLATE_NOOP("Phrases", "its cells are job titles")},
        {QT_TRANSLATE_NOOP("Phrases", "its name is not known, but its cells look like %1"), "f"},
        {QT_TRANSLATE_NOOP("Phrases", "its name is a place, and its cells say for which rows")},
        {QT_TRANSLATE_NOOP("Phrases", "its name says that it is not required")},
        {QT_TRANSLATE_NOOP("Phrases", "it is one end of a range of company sizes; write both ends "
                                      "into one column, such as 11-50")},
        {QT_TRANSLATE_NOOP("Phrases", "some of its cells say that their row is not wanted, and "
                                      "every row is ordered; take those rows out of the sheet")},
        {QT_TRANSLATE_NOOP("Phrases", "some of its cells say what is not meant, and no field of an "
                                      "order can exclude that")},
        {QT_TRANSLATE_NOOP("Phrases",
                           "it says what is not meant, and no field of an order can exclude that")},
        {QT_TRANSLATE_NOOP("Phrases",
                           "it says what is not meant, and only web domains can be excluded")},
        {QT_TRANSLATE_NOOP("Phrases",
                           "its name speaks of somebody other than those who are sought")},
        {QT_TRANSLATE_NOOP("Phrases", "no field of an order holds that")},
        {QT_TRANSLATE_NOOP("Phrases", "it is left out as stated")},
        {QT_TRANSLATE_NOOP("Phrases", "an earlier results file wrote it")},
        {QT_TRANSLATE_NOOP("Phrases", "another column is mapped to it already")},
        {QT_TRANSLATE_NOOP("Phrases", "it would be sent to the people who fulfil the orders")},
        {QT_TRANSLATE_NOOP("Phrases", "it would become part of every order")},
        {QT_TRANSLATE_NOOP("Phrases", "if its values are unique over all your sheets, they "
                                      "identify the orders")},
        {QT_TRANSLATE_NOOP("Phrases", "more than one column could be it")},
        {QT_TRANSLATE_NOOP("Phrases", "the rows' product does not have this field")},
        {QT_TRANSLATE_NOOP("Phrases", "the only product with all these columns")},
        {QT_TRANSLATE_NOOP("Phrases", "No column is mapped to the required field %1."), "f"},
        {QT_TRANSLATE_NOOP("Phrases", "No columns are mapped to the required fields %1."), "g"},
        {QT_TRANSLATE_NOOP("Phrases", "The columns %1 and %2 are both named \"%3\".")},
        {QT_TRANSLATE_NOOP("Phrases", "There is no field \"%1\".")},
        {QT_TRANSLATE_NOOP("Phrases", "Fields are %1."), "a"},
        {QT_TRANSLATE_NOOP("Phrases", "The sheet has no column \"%1\".")},
        {QT_TRANSLATE_NOOP("Phrases", "Columns are %1."), "a"},
        {QT_TRANSLATE_NOOP("Phrases", "The map file is not understood: %1.")},
        {QT_TRANSLATE_NOOP("Phrases",
                           "Delete it and map the columns again, or correct it by hand.")},
        {QT_TRANSLATE_NOOP("Phrases", "The list of corrections is not understood: %1.")},
        {QT_TRANSLATE_NOOP("Phrases", "Write it again with this program, or correct it by hand.")},
        {QT_TRANSLATE_NOOP("Phrases", "There is no tab \"%1\".")},
        {QT_TRANSLATE_NOOP("Phrases", "The sheet has %1."), "a"},
    };
}

} // namespace leadsheet::desktop
