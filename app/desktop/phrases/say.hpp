// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "leadsheet/app/sheet_error.hpp"
#include "leadsheet/error.hpp"
#include "leadsheet/text/render.hpp"

#include <QString>
#include <QStringList>

#include <string>
#include <string_view>

namespace leadsheet::desktop {

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
