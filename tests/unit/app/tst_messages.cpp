// SPDX-License-Identifier: Apache-2.0
// What is said, in the languages that it is said in: resources/messages.json and how it is filled.
#include "test_main.hpp"

#include "leadsheet/messages/check.hpp"
#include "leadsheet/messages/ledger.hpp"
#include "leadsheet/text/message_table.hpp"
#include "leadsheet/text/render.hpp"

#include <QtTest>

#include <set>

using namespace leadsheet;
using namespace leadsheet::text;

namespace {

/// German with fields by their titles, as a window has them.
class GermanWording final : public Wording {
public:
    Language language() const override { return Language::German; }
    const MessageText* textOf(const Message& message) const override {
        const MessageEntry* const entry = findMessage(message.id);
        return entry == nullptr ? nullptr : &entry->german;
    }
    std::string number(std::int64_t value) const override { return "#" + std::to_string(value); }
    std::string decimal(const Decimal& value) const override { return "#" + value.toString(); }
    std::string money(const Money& amount) const override { return "#" + formatPlain(amount); }
    std::string field(std::string_view name) const override { return "Feld " + std::string(name); }
    std::string title(std::string_view english) const override {
        return "Titel " + std::string(english);
    }
    std::string cause(std::string_view english) const override {
        return std::string(germanCause(english));
    }
};

/// An argument of the kind that a place takes, and that shows where it stands.
MessageArg sample(char place, std::size_t at) {
    switch (place) {
    case 'n':
    case 'r':
        return std::int64_t{7};
    case 'd':
        return Decimal{75, 1};
    case 'm':
        return Money{700, "USD"};
    case 'a':
    case 'o':
    case 'g':
        return std::vector<std::string>{"alpha" + std::to_string(at), "beta"};
    case 's':
        return Message{"test.inner", {MessageArg("inner" + std::to_string(at))}};
    default:
        return MessageArg("value" + std::to_string(at));
    }
}

bool hasEmptyPlace(const std::string& text) {
    const auto at = text.find('%');
    return at != std::string::npos && at + 1 < text.size() && text[at + 1] >= '1' &&
           text[at + 1] <= '9';
}

} // namespace

class MessagesTest : public QObject {
    Q_OBJECT

private slots:
    void everyMessage_eachLanguage_holdsAllItsArguments() {
        const GermanWording german;
        std::set<std::string_view> ids;
        for (const MessageEntry& entry : messageTable()) {
            QVERIFY2(ids.insert(entry.id).second, entry.id.data());
            Message message{std::string(entry.id), {}, &entry.english};
            for (std::size_t i = 0; i < entry.english.places.size(); ++i)
                message.args.push_back(sample(entry.english.places[i], i));
            for (const Wording* wording : {&english(), static_cast<const Wording*>(&german)}) {
                const std::string said = render(message, *wording);
                QVERIFY2(!hasEmptyPlace(said), said.c_str());
                for (const MessageArg& arg : message.args) {
                    const auto* text = std::get_if<std::string>(&arg.value);
                    QVERIFY2(text == nullptr || said.find(*text) != std::string::npos,
                             said.c_str());
                }
            }
        }
        QVERIFY(ids.size() > 600);
    }

    void argument_eachKind_isSpelledAsItsLanguageDoes() {
        const GermanWording german;
        const Message large = messages::check::textTooLong(12'000, 500);
        QCOMPARE(render(large), std::string("The text has 12,000 characters; 500 are allowed."));
        QCOMPARE(render(large, german),
                 std::string("Der Text hat #12000 Zeichen; erlaubt sind #500."));
        const Message above = messages::check::moreThanLargest({55, 1}, "minRating", {5, 0});
        QCOMPARE(render(above), std::string("5.5 is above the maximum for minRating, 5."));
        QVERIFY(render(above, german).find("Feld minRating") != std::string::npos);
        const Message list = messages::check::didYouMean({"a", "b", "c"});
        QCOMPARE(render(list), std::string("Did you mean a, b or c?"));
        QVERIFY(render(list, german).find("a, b oder c") != std::string::npos);
        const Message title = messages::check::requiredFieldEmpty("Lead count");
        QCOMPARE(render(title), std::string("Lead count is empty."));
        QVERIFY(render(title, german).find("Titel Lead count") != std::string::npos);
    }

    void row_aboveAThousand_isNotGrouped() {
        QCOMPARE(render(messages::check::rowPlace(12'345)), std::string("row 12345"));
    }

    void count_oneAndMore_chooseTheForm() {
        QCOMPARE(render(messages::check::repeatedItems(1)),
                 std::string("One item is in the list twice and is sent once."));
        QCOMPARE(render(messages::check::repeatedItems(2)),
                 std::string("2 items are repeated in the list and are sent once."));
    }

    void message_withinAMessage_isSaidInItsLanguage() {
        const Message said =
            messages::check::sameOrderAsRow(messages::check::rowOfTabPlace(7, "Q3"));
        QCOMPARE(render(said),
                 std::string("The row orders exactly what row 7 of tab \"Q3\" orders."));
        QCOMPARE(render(said, GermanWording()),
                 std::string("Die Zeile bestellt genau dasselbe wie Zeile 7 im Blatt „Q3“."));
    }

    void text_withAPlaceOfItsOwn_staysAsItIs() {
        QCOMPARE(render(messages::check::noSuchProduct("%2 of %1")),
                 std::string("There is no product \"%2 of %1\"."));
    }

    void cause_ofTheSystem_isTranslatedWhereItIsKnown() {
        const Message known = messages::ledger::fileNotWritten("a.csv", "No space left on device");
        QCOMPARE(render(known), std::string("Could not write a.csv: No space left on device."));
        QVERIFY(render(known, GermanWording()).find("No space") == std::string::npos);
    }

    void id_ofAnotherVersion_losesNothingThatWasSaid() {
        const Message unknown{"later.news", {MessageArg("one"), MessageArg(std::int64_t{1'000})}};
        QCOMPARE(render(unknown), std::string("one 1,000"));
    }

    void sentences_several_followOneAnother() {
        QCOMPARE(render({messages::check::noNumber(), messages::check::writeNumberDigitsOnly()}),
                 std::string("There is no number. Write a number with digits only."));
        QVERIFY(render(std::vector<Message>()).empty());
    }
};

LEADSHEET_TEST(tst_messages, MessagesTest);
#include "tst_messages.moc"
