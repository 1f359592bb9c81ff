// SPDX-License-Identifier: Apache-2.0
// Texts: UTF-8, host names, addresses, formulas, lists as text, and what is stored sealed.
#include "domain/crypto.hpp"
#include "domain/json.hpp"
#include "domain/list_texts.hpp"
#include "domain/text_check.hpp"
#include "test_main.hpp"

#include <QtTest>

using namespace leadsheet::server::domain;

class TextsTest : public QObject {
    Q_OBJECT

private slots:
    void invalidUtf8At_namesTheFirstBadByte_data();
    void invalidUtf8At_namesTheFirstBadByte();
    void utf8Prefix_cutsNoCharacter();
    void isDomain_data();
    void isDomain();
    void isWebUrl_data();
    void isWebUrl();
    void isIdentifier_isLettersDigitsAndTwoSigns();
    void isInvisible_isWhatNobodySees();
    void needsFormulaGuard_data();
    void needsFormulaGuard();
    void addListTexts_joinsListsAndDropListTexts_undoesIt_data();
    void addListTexts_joinsListsAndDropListTexts_undoesIt();
    void secretBox_opensWhatItSealed();
    void secretBox_anythingElse_isRefused();
    void base64_readsBack();
};

void TextsTest::invalidUtf8At_namesTheFirstBadByte_data() {
    QTest::addColumn<QByteArray>("text");
    QTest::addColumn<int>("at"); // -1 = valid
    const auto row = [](const QByteArray& text, int at) {
        QTest::newRow(text.toPercentEncoding().constData()) << text << at;
    };
    for (const char* valid : {"a", "\xC2\x80", "\xDF\xBF", "\xE0\xA0\x80", "\xE1\x80\x80",
                              "\xED\x9F\xBF", "\xEE\x80\x80", "\xEF\xBF\xBF", "\xF0\x90\x80\x80",
                              "\xF1\x80\x80\x80", "\xF3\xBF\xBF\xBF", "\xF4\x8F\xBF\xBF"})
        row(valid, -1);
    for (const char* bad : {"\x80", "\xC0\x80", "\xC1\xBF", "\xC2", "\xC2\x7F", "\xC2\xC0",
                            "\xE0\x9F\xBF", "\xE1\x80", "\xE1\x80\x7F", "\xED\xA0\x80",
                            "\xF0\x8F\xBF\xBF", "\xF4\x90\x80\x80", "\xF5\x80\x80\x80", "\xFF"})
        row(QByteArray("ab") + bad, 2);
}

void TextsTest::invalidUtf8At_namesTheFirstBadByte() {
    QFETCH(QByteArray, text);
    QFETCH(int, at);
    const auto found = invalidUtf8At(text.toStdString());
    QCOMPARE(found ? static_cast<int>(*found) : -1, at);
}

void TextsTest::utf8Prefix_cutsNoCharacter() {
    const std::string text = "a\xC3\xA4\xE2\x82\xAC";
    const std::array<std::size_t, 8> sizes{0, 1, 1, 3, 3, 3, 6, 6};
    for (std::size_t bytes = 0; bytes < sizes.size(); ++bytes)
        QCOMPARE(utf8Prefix(text, bytes).size(), sizes.at(bytes));
}

void TextsTest::isDomain_data() {
    QTest::addColumn<QByteArray>("text");
    QTest::addColumn<bool>("good");
    const QByteArray label(63, 'a');
    for (const QByteArray& good : {QByteArray("x.example"), QByteArray("A-9.z0.EXAMPLE"),
                                   QByteArray("m\xC3\xBCller.example"), label + ".example",
                                   label + "." + label + "." + label + "." + QByteArray(61, 'b')})
        QTest::newRow(good.constData()) << good << true;
    for (const QByteArray& bad :
         {QByteArray(""), QByteArray("localhost"), QByteArray("x..example"), QByteArray(".example"),
          QByteArray("x.example."), QByteArray("-x.example"), QByteArray("x-.example"),
          QByteArray("x_y.example"), QByteArray("x y.example"), label + "a.example",
          label + "." + label + "." + label + "." + QByteArray(62, 'b')})
        QTest::newRow(bad.constData()) << bad << false;
}

void TextsTest::isDomain() {
    QFETCH(QByteArray, text);
    QFETCH(bool, good);
    QCOMPARE(leadsheet::server::domain::isDomain(text.toStdString()), good);
}

void TextsTest::isWebUrl_data() {
    QTest::addColumn<QByteArray>("text");
    QTest::addColumn<bool>("good");
    for (const char* good : {"https://x.example", "HTTP://X.example/p?q#r", "https://u@x.example:8",
                             "https://x.example/\xC3\xA4", "https://x"})
        QTest::newRow(good) << QByteArray(good) << true;
    for (const char* bad :
         {"", "http:/", "ftp://x.example", "https://", "https:///p", "https://?q", "https://:80",
          "https://u@", "https://x.example/a b", "https://x.example/\x7F", "https://x.example/\"",
          "https://x.example/<", "https://x.example/>", "https://x.example/\\"})
        QTest::newRow(bad) << QByteArray(bad) << false;
}

void TextsTest::isWebUrl() {
    QFETCH(QByteArray, text);
    QFETCH(bool, good);
    QCOMPARE(leadsheet::server::domain::isWebUrl(text.toStdString()), good);
}

void TextsTest::isIdentifier_isLettersDigitsAndTwoSigns() {
    for (const char* good : {"a", "Z", "0", "9", "_", "-", "qt_01HZ-x"})
        QVERIFY2(isIdentifier(good), good);
    for (const char* bad : {"", "a b", "a.b", "a/b", "\xC3\xA4", "@", "[", "`", "{", ":"})
        QVERIFY2(!isIdentifier(bad), bad);
}

void TextsTest::isInvisible_isWhatNobodySees() {
    for (const char* nothing : {"", " ", "\t\n", "\xC2\xA0", "\xE2\x80\x8B", "\xC2\xAD"})
        QVERIFY(isInvisible(nothing));
    for (const char* something : {"a", " a ", "\xC3\xA4", "\xE2\x80\x8B\xC3\xA4"})
        QVERIFY(!isInvisible(something));
    QVERIFY(hasControlCharacters("a\x01") && hasControlCharacters("\x7F"));
    QVERIFY(!hasControlCharacters("a\t\r\n \x80"));
}

void TextsTest::needsFormulaGuard_data() {
    QTest::addColumn<QByteArray>("text");
    QTest::addColumn<bool>("guarded");
    for (const char* guarded : {"=1", "@a", "\ta", "\ra", "\na",
                                "\xEF\xBC\x9D"
                                "1",
                                "\xEF\xBC\xA0"
                                "a",
                                "+a", "-a", "+", "-", "+49-30", "-1/2",
                                "\xEF\xBC\x8B"
                                "a",
                                "\xEF\xBC\x8D"
                                "a",
                                "'=1", "''+a", "+()"})
        QTest::newRow(QByteArray(guarded).toPercentEncoding().constData())
            << QByteArray(guarded) << true;
    for (const char* plain : {"", "a", "1", "-1", "+1", "-1.5", "+43 1 23", "+49 (0)30",
                              "+49 (0)30-12", "+1 2/3", "'", "'a", "a=1", "-1,000.00", "+(1)2"})
        QTest::newRow(QByteArray(plain).toPercentEncoding().constData())
            << QByteArray(plain) << false;
}

void TextsTest::needsFormulaGuard() {
    QFETCH(QByteArray, text);
    QFETCH(bool, guarded);
    const std::string cell = text.toStdString();
    QCOMPARE(leadsheet::server::domain::needsFormulaGuard(cell), guarded);
    QCOMPARE(withoutFormulaGuard("'" + cell), std::string_view(guarded ? cell : "'" + cell));
    QCOMPARE(withoutFormulaGuard(cell) == cell, !(guarded && cell.starts_with('\'')));
}

void TextsTest::addListTexts_joinsListsAndDropListTexts_undoesIt_data() {
    QTest::addColumn<QByteArray>("plain");
    QTest::addColumn<QByteArray>("told");
    QTest::newRow("lists") << QByteArray(R"({"industries":["A","B"],"keywords":[]})")
                           << QByteArray(R"({"industries":["A","B"],"industriesText":"A, B",)"
                                         R"("keywords":[],"keywordsText":""})");
    QTest::newRow("comma within an item")
        << QByteArray(R"({"locations":["Washington, D.C.","Bonn"]})")
        << QByteArray(R"({"locations":["Washington, D.C.","Bonn"],"locationsText":null})");
    QTest::newRow("what is not a list")
        << QByteArray(R"({"industries":"A","metadata":{},"notes":[1]})")
        << QByteArray(R"({"industries":"A","metadata":{},"notes":[1]})");
}

void TextsTest::addListTexts_joinsListsAndDropListTexts_undoesIt() {
    QFETCH(QByteArray, plain);
    QFETCH(QByteArray, told);
    boost::json::object request = parseJson(plain.toStdString())->as_object();
    addListTexts(request);
    QCOMPARE(QByteArray::fromStdString(canonicalJson(request)), told);
    dropListTexts(request);
    QCOMPARE(QByteArray::fromStdString(canonicalJson(request)), plain);
    boost::json::object mixed =
        parseJson(R"({"industries":["A",1],"industriesText":"A"})")->as_object();
    dropListTexts(mixed);
    QVERIFY(mixed.contains("industriesText"));
    boost::json::object number = parseJson(R"({"industries":1,"industriesText":"A"})")->as_object();
    dropListTexts(number);
    QVERIFY(number.contains("industriesText"));
}

void TextsTest::secretBox_opensWhatItSealed() {
    const SecretBox box("pepper");
    int draws = 0;
    const RandomBytes random = [&draws](std::span<unsigned char> bytes) {
        std::ranges::fill(bytes, static_cast<unsigned char>(++draws));
    };
    for (const std::string& plain :
         {std::string(), std::string("secret"), std::string(5'000, 'x')}) {
        const std::string sealed = box.seal(plain, "context", random);
        QCOMPARE(sealed.size(), plain.size() + 29);
        QVERIFY(box.open(sealed, "context") == plain);
        QVERIFY(sealed != box.seal(plain, "context", random));
    }
}

void TextsTest::secretBox_anythingElse_isRefused() {
    const SecretBox box("pepper");
    const std::string sealed = box.seal("secret", "context", [](std::span<unsigned char> bytes) {
        std::ranges::fill(bytes, static_cast<unsigned char>(7));
    });
    QVERIFY(!box.open(sealed, "other context"));
    QVERIFY(!SecretBox("other pepper").open(sealed, "context"));
    for (std::size_t at = 0; at < sealed.size(); ++at) {
        std::string changed = sealed;
        changed[at] = static_cast<char>(changed[at] ^ 1);
        QVERIFY(!box.open(changed, "context"));
        QVERIFY(!box.open(sealed.substr(0, at), "context"));
    }
    QVERIFY(!box.open(sealed + "x", "context"));
}

void TextsTest::base64_readsBack() {
    const std::string bytes = "\xFB\xFF\xFE"
                              "ab";
    const std::string text =
        toBase64({reinterpret_cast<const unsigned char*>(bytes.data()), bytes.size()});
    QCOMPARE(text, std::string("+//+YWI="));
    QVERIFY(fromBase64(text) == bytes);
    QVERIFY(fromBase64("YQ==") == std::string("a"));
    for (const char* bad : {"-__-YWI=", "YQ===", "Y", "Y W"})
        QVERIFY2(!fromBase64(bad), bad);
}

LEADSHEET_TEST(tst_texts, TextsTest);
#include "tst_texts.moc"
