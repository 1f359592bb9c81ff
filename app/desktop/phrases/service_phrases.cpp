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
        {QT_TRANSLATE_NOOP("Phrases", "The key of the platform is empty.")},
        {QT_TRANSLATE_NOOP("Phrases", "The key of the platform is not written in UTF-8.")},
        {QT_TRANSLATE_NOOP(
            "Phrases",
            "The key of the platform is longer than 1,000 characters; this is something else.")},
        {QT_TRANSLATE_NOOP("Phrases", "The key of the platform holds a line break, a tabulator or "
                                      "another control character.")},
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
        {QT_TRANSLATE_NOOP("Phrases", "The server answered 429 (too many requests).")},
        {QT_TRANSLATE_NOOP(
            "Phrases",
            "The server answered 429 (too many requests) without saying how long to wait.")},
        {QT_TRANSLATE_NOOP("Phrases",
                           "An earlier attempt got no answer and may have been applied: repeat the "
                           "call with the same idempotency key.")},
        {QT_TRANSLATE_NOOP("Phrases",
                           "An earlier attempt got no answer and may have caused this: read the "
                           "resource again before repeating the change.")},
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
        {QT_TRANSLATE_NOOP("Phrases", "The URL is longer than 2,048 bytes.")},
        {QT_TRANSLATE_NOOP("Phrases", "The URL names no host.")},
        {QT_TRANSLATE_NOOP("Phrases", "The URL must not hold a user name or password.")},
        {QT_TRANSLATE_NOOP("Phrases", "The URL must begin with https://.")},
        {QT_TRANSLATE_NOOP(
            "Phrases", "The URL must begin with https://; this server does not send over http.")},
        {QT_TRANSLATE_NOOP("Phrases", "The host %1 is %2; the server does not send there.")},
        {QT_TRANSLATE_NOOP("Phrases", "The host %1 has no address.")},
        {QT_TRANSLATE_NOOP("Phrases", "No address of the host %1 came in time.")},
        {QT_TRANSLATE_NOOP("Phrases", "No connection to %1 came about in time.")},
        {QT_TRANSLATE_NOOP("Phrases", "No whole answer came in time.")},
        {QT_TRANSLATE_NOOP("Phrases", "The answer was %1; only 2xx counts as delivered.")},
        {QT_TRANSLATE_NOOP("Phrases",
                           "The answer was the redirect %1; redirects are not followed.")},
        {QT_TRANSLATE_NOOP("Phrases", "The answer was 410: the endpoint is gone for good.")},
        {QT_TRANSLATE_NOOP(
            "Phrases", "The message has no webhook-id, webhook-timestamp or webhook-signature.")},
        {QT_TRANSLATE_NOOP("Phrases", "The message's webhook-id cannot be one.")},
        {QT_TRANSLATE_NOOP("Phrases", "The message's webhook-timestamp is no number of seconds.")},
        {QT_TRANSLATE_NOOP("Phrases", "The message was signed too long ago.")},
        {QT_TRANSLATE_NOOP("Phrases", "The message was signed in the future; compare the clocks.")},
        {QT_TRANSLATE_NOOP(
            "Phrases", "The message was not signed with this secret, or was changed on its way.")},
    };
}

QList<Phrase> allPhrases() {
    return checkPhrases() + mapPhrases() + sheetPhrases() + containerPhrases() + ledgerPhrases() +
           servicePhrases() + systemPhrases() + ingestPhrases();
}

} // namespace leadsheet::desktop
