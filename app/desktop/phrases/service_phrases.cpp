// SPDX-License-Identifier: Apache-2.0
#include "phrase_lists.hpp"

#include <QtGlobal>

namespace leadsheet::desktop {

QList<Phrase> servicePhrases() {
    return {
        {QT_TRANSLATE_NOOP("Phrases", "The API key is empty.")},
        {QT_TRANSLATE_NOOP("Phrases",
                           "The API key is longer than 256 characters; this is something else.")},
        {QT_TRANSLATE_NOOP(
            "Phrases", "The API key holds a space, a line break or a character outside ASCII.")},
        {QT_TRANSLATE_NOOP("Phrases", "Copy it again.")},
        {QT_TRANSLATE_NOOP("Phrases", "The server address is empty.")},
        {QT_TRANSLATE_NOOP("Phrases", "The server address is longer than 2,048 characters.")},
        {QT_TRANSLATE_NOOP("Phrases", "The server address has no valid host and port.")},
        {QT_TRANSLATE_NOOP("Phrases", "The server's name could not be resolved.")},
        {QT_TRANSLATE_NOOP("Phrases", "The server's name could not be resolved. (%1)")},
        {QT_TRANSLATE_NOOP("Phrases", "No connection to the server could be made.")},
        {QT_TRANSLATE_NOOP("Phrases", "No connection to the server could be made. (%1)")},
        {QT_TRANSLATE_NOOP("Phrases", "The proxy refused or could not be reached.")},
        {QT_TRANSLATE_NOOP("Phrases", "The proxy refused or could not be reached. (%1)")},
        {QT_TRANSLATE_NOOP("Phrases", "No secure connection to the server could be made.")},
        {QT_TRANSLATE_NOOP("Phrases", "No secure connection to the server could be made. (%1)")},
        {QT_TRANSLATE_NOOP("Phrases",
                           "The server's certificate cannot be trusted, so nothing was sent.")},
        {QT_TRANSLATE_NOOP(
            "Phrases", "The server's certificate cannot be trusted, so nothing was sent. (%1)")},
        {QT_TRANSLATE_NOOP("Phrases", "The connection broke before the answer was complete.")},
        {QT_TRANSLATE_NOOP("Phrases", "The connection broke before the answer was complete. (%1)")},
        {QT_TRANSLATE_NOOP("Phrases", "The server did not answer in time.")},
        {QT_TRANSLATE_NOOP("Phrases", "The server did not answer in time. (%1)")},
        {QT_TRANSLATE_NOOP("Phrases", "The answer is larger than the configured limit.")},
        {QT_TRANSLATE_NOOP("Phrases", "The call was cancelled.")},
        {QT_TRANSLATE_NOOP("Phrases", "The call was cancelled before it was sent.")},
        {QT_TRANSLATE_NOOP("Phrases", "The call's time was over before it was sent.")},
        {QT_TRANSLATE_NOOP("Phrases", "The request was refused before it was sent.")},
        {QT_TRANSLATE_NOOP("Phrases", "The HTTP library failed.")},
        {QT_TRANSLATE_NOOP(
            "Phrases",
            "The request budget of this key is used up for longer than this call may take.")},
        {QT_TRANSLATE_NOOP("Phrases", "It was not sent.")},
        {QT_TRANSLATE_NOOP("Phrases", "The server's answer could not be read: %1.")},
        {QT_TRANSLATE_NOOP("Phrases", "The server failed.")},
        {QT_TRANSLATE_NOOP("Phrases", "Quote the requestId when you report it.")},
        {QT_TRANSLATE_NOOP("Phrases", "The server is shutting down.")},
        {QT_TRANSLATE_NOOP("Phrases", "Send the request again in a moment.")},
        {QT_TRANSLATE_NOOP("Phrases", "The account is suspended.")},
        {QT_TRANSLATE_NOOP("Phrases", "Nothing was done; ask the operator.")},
        {QT_TRANSLATE_NOOP("Phrases", "The API key was revoked.")},
        {QT_TRANSLATE_NOOP("Phrases", "Use another key of the account.")},
        {QT_TRANSLATE_NOOP("Phrases", "The API key has expired.")},
        {QT_TRANSLATE_NOOP("Phrases", "Use its successor or another key of the account.")},
        {QT_TRANSLATE_NOOP("Phrases", "The API key is not known.")},
        {QT_TRANSLATE_NOOP("Phrases",
                           "This path is for admin keys, and the key sent is a customer key.")},
        {QT_TRANSLATE_NOOP("Phrases", "The order costs %1, and %2 is available."), "mm"},
        {QT_TRANSLATE_NOOP(
            "Phrases", "Top up the account and repeat the request with the same Idempotency-Key.")},
        {QT_TRANSLATE_NOOP("Phrases", "The order costs %1, and the key may spend %2 more today."),
         "mm"},
        {QT_TRANSLATE_NOOP("Phrases",
                           "Raise the key's daily spend cap, use another key, or repeat the "
                           "request after midnight UTC with the same Idempotency-Key.")},
        {QT_TRANSLATE_NOOP("Phrases", "Must be a whole number.")},
        {QT_TRANSLATE_NOOP("Phrases", "Must be a text.")},
        {QT_TRANSLATE_NOOP("Phrases", "Must not be empty.")},
        {QT_TRANSLATE_NOOP("Phrases", "Must be given.")},
        {QT_TRANSLATE_NOOP("Phrases", "Control characters are not allowed.")},
    };
}

QList<Phrase> allPhrases() {
    return checkPhrases() + mapPhrases() + sheetPhrases() + containerPhrases() + ledgerPhrases() +
           servicePhrases() + systemPhrases();
}

} // namespace leadsheet::desktop
