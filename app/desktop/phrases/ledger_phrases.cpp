// SPDX-License-Identifier: Apache-2.0
#include "phrase_lists.hpp"

#include <QtGlobal>

namespace leadsheet::desktop {

QList<Phrase> ledgerPhrases() {
    return {
        {QT_TRANSLATE_NOOP("Phrases",
                           "There is no order ledger at %1 yet: nothing was ordered from here.")},
        {QT_TRANSLATE_NOOP("Phrases", "There is no order ledger at %1.")},
        {QT_TRANSLATE_NOOP("Phrases", "There is no run %1 in this ledger.")},
        {QT_TRANSLATE_NOOP("Phrases", "List the runs to see their numbers.")},
        {QT_TRANSLATE_NOOP("Phrases", "Another run is using the order ledger %1: %2."), "-s"},
        {QT_TRANSLATE_NOOP("Phrases", "another process")},
        {QT_TRANSLATE_NOOP("Phrases", "process %1 on %2 since %3")},
        {QT_TRANSLATE_NOOP("Phrases", "Wait until it is done or pause it there.")},
        {QT_TRANSLATE_NOOP("Phrases", "The lock file %1 cannot be used: %2.")},
        {QT_TRANSLATE_NOOP("Phrases", "Check the directory and the disk.")},
        {QT_TRANSLATE_NOOP("Phrases", "The order ledger %1 is damaged (%2).")},
        {QT_TRANSLATE_NOOP("Phrases", "A copy was put at %1.")},
        {QT_TRANSLATE_NOOP("Phrases", "A copy could not be made: %1.")},
        {QT_TRANSLATE_NOOP("Phrases", "Nothing was sent.")},
        {QT_TRANSLATE_NOOP(
            "Phrases", "Set the damaged ledger aside to begin with a new one, then price the same "
                       "sheets again: the server is asked for every row's key, and orders already "
                       "placed show as Already Ordered instead of being placed twice.")},
        {QT_TRANSLATE_NOOP("Phrases", "The order ledger %1 cannot be written: the disk is full.")},
        {QT_TRANSLATE_NOOP("Phrases", "Make room, then resume; no order is lost or sent twice.")},
        {QT_TRANSLATE_NOOP("Phrases", "The order ledger %1 cannot be written: %2.")},
        {QT_TRANSLATE_NOOP("Phrases", "Check the permissions of the file and its directory.")},
        {QT_TRANSLATE_NOOP("Phrases", "The order ledger %1 cannot be opened: %2.")},
        {QT_TRANSLATE_NOOP("Phrases", "Check that its directory exists and belongs to you.")},
        {QT_TRANSLATE_NOOP("Phrases",
                           "The order ledger %1 is in use by another program for too long.")},
        {QT_TRANSLATE_NOOP("Phrases", "Close it and try again.")},
        {QT_TRANSLATE_NOOP("Phrases", "The order ledger %1 cannot be used: %2.")},
        {QT_TRANSLATE_NOOP("Phrases",
                           "Check the disk, then resume; no order is lost or sent twice.")},
        {QT_TRANSLATE_NOOP("Phrases",
                           "The file %1 is a database of another program, not an order ledger.")},
        {QT_TRANSLATE_NOOP("Phrases", "Choose another place for the ledger.")},
        {QT_TRANSLATE_NOOP("Phrases", "The file %1 was written by a newer version of Leadsheet "
                                      "(ledger version %2, this program knows %3).")},
        {QT_TRANSLATE_NOOP("Phrases", "Update the program; the ledger was not touched.")},
        {QT_TRANSLATE_NOOP(
            "Phrases",
            "The file %1 is empty or of an older version and is open for reading only.")},
        {QT_TRANSLATE_NOOP("Phrases", "Open it for writing once.")},
        {QT_TRANSLATE_NOOP(
            "Phrases", "None of the chosen rows is ordered yet; only those can be ordered again.")},
        {QT_TRANSLATE_NOOP(
            "Phrases", "Run %1 was approved and stays in the ledger as the record of its orders.")},
        {QT_TRANSLATE_NOOP("Phrases", "Nothing of run %1 is approved.")},
        {QT_TRANSLATE_NOOP("Phrases", "Price it and approve the sum first.")},
        {QT_TRANSLATE_NOOP("Phrases", "Pricing was cancelled.")},
        {QT_TRANSLATE_NOOP("Phrases", "The program ended while this row was being sent.")},
        {QT_TRANSLATE_NOOP("Phrases", "The export was stopped; no file was written.")},
        {QT_TRANSLATE_NOOP("Phrases", "Order %1 holds %2, but the accepted quote was %3."), "-mm"},
        {QT_TRANSLATE_NOOP(
             "Phrases",
             "After movement %1 the service reports %2 available and %3 held, but going by "
             "movement %4 it should be %5 available and %6 held."),
         "-mm-mm"},
        {QT_TRANSLATE_NOOP(
             "Phrases",
             "Before the first movement %1 there would have been %2 available and %3 held."),
         "-mm"},
        {QT_TRANSLATE_NOOP(
             "Phrases", "The account's balance is reported as %1 available and %2 held, but after "
                        "the last movement it should be %3 available and %4 held."),
         "mmmm"},
        {QT_TRANSLATE_NOOP("Phrases", "Movement %1 is of a kind, time or currency that this "
                                      "program does not know (%2, %3, %4).")},
        {QT_TRANSLATE_NOOP("Phrases", "The amounts are too large to be added up.")},
        {QT_TRANSLATE_NOOP("Phrases", "The service reports amounts too large to be added up.")},
        {QT_TRANSLATE_NOOP("Phrases", "Take it up with the service's support.")},
        {QT_TRANSLATE_NOOP("Phrases", "Take it up with its support.")},
        {QT_TRANSLATE_NOOP(
            "Phrases", "For order %1 the service reports too little to know where its money is.")},
        {QT_TRANSLATE_NOOP("Phrases",
                           "For order %1 the service reports amounts in different currencies.")},
        {QT_TRANSLATE_NOOP("Phrases",
                           "For order %1 the service reports amounts that cannot be right: %2 "
                           "held, %3 charged, %4 refunded."),
         "-mmm"},
        {QT_TRANSLATE_NOOP(
            "Phrases",
            "For order %1 the service reports that it is paid in %2, but it was ordered in %3.")},
        {QT_TRANSLATE_NOOP("Phrases", "The disk that holds your data folder has no room for the "
                                      "movements of the statement.")},
        {QT_TRANSLATE_NOOP("Phrases", "The movements of the statement could not be kept in your "
                                      "data folder; check the disk that holds it.")},
        {QT_TRANSLATE_NOOP("Phrases", "Nothing more is sent.")},
        {QT_TRANSLATE_NOOP("Phrases",
                           "This is the service's fault: take it up with them before going on.")},
        {QT_TRANSLATE_NOOP(
            "Phrases",
            "The service has seen this row's key with another request, but has no order with it.")},
        {QT_TRANSLATE_NOOP("Phrases", "If the row is right, order it again with a new key.")},
        {QT_TRANSLATE_NOOP(
             "Phrases",
             "This row's key already bought order %1 (%2 leads, %3), which is another order."),
         "-n"},
        {QT_TRANSLATE_NOOP("Phrases",
                           "Give the row its own Reference, or order it again on purpose.")},
        {QT_TRANSLATE_NOOP("Phrases", "The same order as %1."), "s"},
        {QT_TRANSLATE_NOOP("Phrases", "The same order as %1, written differently."), "s"},
        {QT_TRANSLATE_NOOP("Phrases", "The same order as %1, under another Reference."), "s"},
        {QT_TRANSLATE_NOOP("Phrases", "The same order as %1, but for %2 leads instead of %3."),
         "snn"},
        {QT_TRANSLATE_NOOP("Phrases", "The same order as %1, but for 1 lead instead of %2."), "sn"},
        {QT_TRANSLATE_NOOP("Phrases", "The same order as one further down, which is ordered.")},
        {QT_TRANSLATE_NOOP("Phrases", "Given up on %1.")},
        {QT_TRANSLATE_NOOP("Phrases",
                           "Run %1 of the same sheet no longer has this row as it was.")},
        {QT_TRANSLATE_NOOP("Phrases", "It was never sent.")},
        {QT_TRANSLATE_NOOP("Phrases", "Not ordered: the service knows no order of this row.")},
        {QT_TRANSLATE_NOOP("Phrases", "This Reference bought order %1 with other details.")},
        {QT_TRANSLATE_NOOP(
            "Phrases", "This Reference belongs to a row of an earlier run, with other details.")},
        {QT_TRANSLATE_NOOP("Phrases",
                           "The accepted prices ran out and the new price of %1 rows is higher."),
         "n"},
        {QT_TRANSLATE_NOOP("Phrases", "Price them again and approve the new sum.")},
        {QT_TRANSLATE_NOOP("Phrases", "The spending cap leaves no room for the next row.")},
        {QT_TRANSLATE_NOOP("Phrases", "Raise it or stop here.")},
        {QT_TRANSLATE_NOOP("Phrases", "The run's time is over.")},
        {QT_TRANSLATE_NOOP("Phrases", "Resume it to go on.")},
        {QT_TRANSLATE_NOOP("Phrases", "'%1' is not a period.")},
        {QT_TRANSLATE_NOOP("Phrases", "Write for example 30d, 2w or 12h.")},
        {QT_TRANSLATE_NOOP("Phrases", "Cancelled.")},
        {QT_TRANSLATE_NOOP(
            "Phrases",
            "Rows whose answer was cut off are Unknown Outcome; a resume settles them.")},
        {QT_TRANSLATE_NOOP("Phrases", "This key's order budget is used up until %1.")},
        {QT_TRANSLATE_NOOP("Phrases", "The server asked to wait with the last rows until %1.")},
        {QT_TRANSLATE_NOOP("Phrases", "Stopped.")},
        {QT_TRANSLATE_NOOP("Phrases", "Paused.")},
        {QT_TRANSLATE_NOOP("Phrases", "The service quotes in %1, but this run is in %2.")},
        {QT_TRANSLATE_NOOP("Phrases",
                           "The service priced a different number of rows than it was asked to.")},
        {QT_TRANSLATE_NOOP("Phrases", "The service names no budget for orders.")},
        {QT_TRANSLATE_NOOP("Phrases",
                           "The service quoted a price without a readable expiry (%1).")},
        {QT_TRANSLATE_NOOP("Phrases", "There is a profile named '%1' already.")},
        {QT_TRANSLATE_NOOP("Phrases", "A profile's name has 1 to 64 characters.")},
        {QT_TRANSLATE_NOOP(
            "Phrases", "A profile's name cannot begin or end with a space, or begin with '-'.")},
        {QT_TRANSLATE_NOOP("Phrases", "A profile's name cannot hold control characters.")},
        {QT_TRANSLATE_NOOP("Phrases", "The name 'sandbox' stands for the built-in sandbox.")},
        {QT_TRANSLATE_NOOP("Phrases", "Choose another one.")},
        {QT_TRANSLATE_NOOP(
            "Phrases", "A base URL begins with https://, for example https://api.example.com.")},
        {QT_TRANSLATE_NOOP("Phrases", "The base URL has no host name.")},
        {QT_TRANSLATE_NOOP("Phrases",
                           "The base URL holds a space or a character that a URL cannot have.")},
        {QT_TRANSLATE_NOOP(
            "Phrases",
            "The base URL has a query or fragment; leave out everything after '?' or '#'.")},
        {QT_TRANSLATE_NOOP(
            "Phrases",
            "The base URL holds a user name or password; leave out everything before '@'.")},
        {QT_TRANSLATE_NOOP("Phrases", "A base URL of another computer begins with https://: over "
                                      "http:// anybody on the way could read the key.")},
        {QT_TRANSLATE_NOOP("Phrases", "The profiles in %1 cannot be read: the file is damaged or "
                                      "was written by a newer version.")},
        {QT_TRANSLATE_NOOP(
            "Phrases",
            "Rename it and add the profiles again; keys and orders are kept elsewhere.")},
        {QT_TRANSLATE_NOOP("Phrases", "The sandbox did not start: %1"), "s"},
        {QT_TRANSLATE_NOOP("Phrases", "The sandbox is in use by another program.")},
        {QT_TRANSLATE_NOOP("Phrases", "Close it first.")},
        {QT_TRANSLATE_NOOP("Phrases",
                           "The sandbox in %1 is damaged: sandbox.json cannot be read.")},
        {QT_TRANSLATE_NOOP("Phrases", "Start anew with: leadsheet sandbox reset")},
        {QT_TRANSLATE_NOOP("Phrases", "Could not make the folder %1: %2.")},
        {QT_TRANSLATE_NOOP("Phrases", "Could not write %1: %2.")},
        {QT_TRANSLATE_NOOP("Phrases", "Could not read %1: %2.")},
        {QT_TRANSLATE_NOOP("Phrases", "Could not open %1: %2.")},
    };
}

} // namespace leadsheet::desktop
