// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "phrase_book.hpp"

namespace leadsheet::desktop {

// What the layers below the window say, by where they say it. A phrase ends where its sentence
// ends: a reason and its way out are two.

QList<Phrase> checkPhrases();     ///< of rows, cells and lists: app/core/check
QList<Phrase> mapPhrases();       ///< of columns and maps: app/core/map
QList<Phrase> sheetPhrases();     ///< of files: app/core/sheet, fetch, spool, results
QList<Phrase> containerPhrases(); ///< of workbooks and archives that are damaged or too large
QList<Phrase> systemPhrases();    ///< causes that the operating system names
QList<Phrase> ledgerPhrases();    ///< of ledger, runs, profiles and sandbox on this computer
QList<Phrase> servicePhrases();   ///< of the connection and the service
QList<Phrase> ingestPhrases();    ///< of sheets of leads: app/core/ingest
QList<Phrase> allPhrases();

} // namespace leadsheet::desktop
