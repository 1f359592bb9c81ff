// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "leadsheet/app/sheet_error.hpp"
#include "leadsheet/error.hpp"
#include "leadsheet/text/render.hpp"

#include <QList>
#include <QString>
#include <QStringList>

#include <memory>
#include <string>
#include <string_view>

namespace leadsheet::text {
struct MessageEntry;
}

namespace leadsheet::desktop {

/// Says in the language of the window what comes as an English sentence: of ledgers, of the
/// service, and of layers that do not say messages yet. A sentence of resources/messages.json is
/// recognised, taken apart, and put together again in translation. Safe to use from every thread,
/// once the translators are installed.
class PhraseBook {
public:
    static const PhraseBook& standard();

    /// Sentences that no phrase fits stay as they are. In English only what a field is called, and
    /// how numbers are spelled, may differ from what came.
    QString translated(const QString& english) const;
    /// Whether every sentence of the text is known.
    bool knows(const QString& english) const;

private:
    struct Pattern;
    struct Reading {
        int weight = 0; ///< letters that belong to the phrase; 0 when none fits
        QString words;
    };
    PhraseBook(); // of resources/messages.json
    void add(const text::MessageEntry& entry, bool one);
    QString placeText(char place, const QString& found) const;
    Reading readOne(const QString& sentence) const;
    Reading readAll(const QString& text, bool& known) const;

    QList<std::shared_ptr<const Pattern>> patterns_;
};

/// A message in the language of the window, with fields by their titles.
QString say(const Message& message);
QString say(const std::vector<Message>& sentences);
const text::Wording& windowWording();
/// A sentence of the layers below, in the language of the window (see PhraseBook).
QString say(const std::string& english);
/// What a ledger keeps: messages, or where there are none the English text.
QString say(const std::vector<Message>& said, const std::string& english);
QString say(const Error& error);
/// The same without what a library named as the cause, which is for the small print.
QString sayPlainly(const std::vector<Message>& said, const std::string& english);
/// What a library named as the cause, in its words; empty = nothing.
QString causeIn(const std::vector<Message>& said);
/// The small print after a sentence: " (network_error: Connection reset)".
QString codeWords(const QString& code, const QString& detail);
/// With the place in the sheet, and without or with the way out.
QString say(const app::SheetError& error);
QString sayWhat(const app::SheetError& error);
/// The title or description of a field or product in the contract.
QString sayTitle(std::string_view english);
/// What a column of a sheet fills: "Job titles", "Product", "Metadata: campaign".
QString targetTitle(const std::string& target);
/// What a product is called, by its id in the contract; an unknown one is what it is.
QString sayProduct(std::string_view id);
/// Of all products, for what must have room for each of them.
QStringList sayProducts();

} // namespace leadsheet::desktop
