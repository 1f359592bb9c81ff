// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QList>
#include <QString>

#include <memory>

namespace leadsheet::desktop {

/// An English sentence with places %1, %2, ... for what differs, in this order. `places` says what
/// stands there, one letter each; '-' where it is missing:
///   -  a name or a value: shown as it came; a cause of the system: said
///   n  a number as app::displayNumber writes it
///   o  a list "a, b or c";  a  a list "a, b and c"
///   m  an amount of money as format() writes it
///   f  the name of a field: its title instead;  g  a list "a, b and c" of such
///   t  a title of the contract (a field, a product)
///   s  a text of this book
struct Phrase {
    const char* text;
    const char* places = "";
};

/// Says in the language of the window what the layers below say in English: problems of rows,
/// errors of readers, of the ledger and of the service. Those layers write their sentences into
/// ledgers, results files and the terminal too, where a text of the window's language would be
/// wrong, so a sentence is recognised here, taken apart, and put together again in translation.
/// Safe to use from every thread, once the translators are installed.
class PhraseBook {
public:
    /// With every phrase that is known.
    static const PhraseBook& standard();
    explicit PhraseBook(const QList<Phrase>& phrases);

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
    Reading readOne(const QString& sentence) const;
    Reading readAll(const QString& text, bool& known) const;

    QList<std::shared_ptr<const Pattern>> patterns_;
};

} // namespace leadsheet::desktop
