// SPDX-License-Identifier: Apache-2.0
#include "phrase_lists.hpp"

#include <QtGlobal>

namespace leadsheet::desktop {

QList<Phrase> ingestPhrases() {
    return {
        {QT_TRANSLATE_NOOP("Phrases", "Two columns fill the same field.")},
        {QT_TRANSLATE_NOOP("Phrases", "Keep one of them.")},
        {QT_TRANSLATE_NOOP("Phrases", "No column says who the lead is.")},
        {QT_TRANSLATE_NOOP("Phrases", "Map a name, an e-mail address, a phone number, a LinkedIn "
                                      "profile, a company name or a domain.")},
        {QT_TRANSLATE_NOOP("Phrases", "No row of the sheet looks like column names.")},
        {QT_TRANSLATE_NOOP("Phrases", "Put the names of the columns into the first row.")},
        {QT_TRANSLATE_NOOP("Phrases", "This is no e-mail address.")},
        {QT_TRANSLATE_NOOP("Phrases", "An address begins with https:// or http://.")},
        {QT_TRANSLATE_NOOP("Phrases", "This is no web domain such as example.com.")},
        {QT_TRANSLATE_NOOP("Phrases", "A country is two capital letters, for example DE.")},
        {QT_TRANSLATE_NOOP("Phrases", "A result is good, risky, unknown or invalid.")},
        {QT_TRANSLATE_NOOP("Phrases", "The kind of an e-mail address is work, personal or role.")},
        {QT_TRANSLATE_NOOP("Phrases",
                           "The kind of a phone number is direct, mobile, office or other.")},
        {QT_TRANSLATE_NOOP("Phrases", "The text is longer than 4,000 characters.")},
        {QT_TRANSLATE_NOOP("Phrases", "The row names neither a person nor a company.")},
        {QT_TRANSLATE_NOOP("Phrases", "The same lead stands in row %1.")},
    };
}

} // namespace leadsheet::desktop
