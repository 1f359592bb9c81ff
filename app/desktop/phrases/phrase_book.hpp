// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QList>
#include <QString>

#include <memory>

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

} // namespace leadsheet::desktop
