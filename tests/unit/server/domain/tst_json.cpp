// SPDX-License-Identifier: Apache-2.0
#include "domain/json.hpp"
#include "test_main.hpp"

#include <QtTest>
#include <algorithm>
#include <boost/json/array.hpp>
#include <boost/json/object.hpp>
#include <boost/json/serialize.hpp>
#include <rapidcheck.h>
#include <string>
#include <vector>

using namespace leadsheet::server::domain;
using Code = JsonError::Code;

Q_DECLARE_METATYPE(leadsheet::server::domain::JsonError::Code)

class JsonTest : public QObject {
    Q_OBJECT

private slots:
    void parseJson_badDocument_isRefused_data();
    void parseJson_badDocument_isRefused();
    void parseJson_goodDocument_isAccepted_data();
    void parseJson_goodDocument_isAccepted();
    void parseJson_everyPrefixOfADocument_isRefused();
    void parseJson_limits_holdExactly();
    void canonicalJson_spellings_giveTheSameBytes_data();
    void canonicalJson_spellings_giveTheSameBytes();
    void canonicalJson_memberOrder_doesNotMatter();
    void canonicalJson_ofItself_staysTheSame();
    void jsonItems_ofAnyPieces_areTheItems();
    void jsonItems_badDocument_isRefusedAsAWhole_data();
    void jsonItems_badDocument_isRefusedAsAWhole();
    void jsonItems_bounds_areThoseOfOneItem();
};

void JsonTest::parseJson_badDocument_isRefused_data() {
    QTest::addColumn<QByteArray>("text");
    QTest::addColumn<Code>("code");
    QTest::addColumn<QString>("pointer");
    const auto row = [](const char* name, const QByteArray& text, Code code,
                        const char* pointer = "") {
        QTest::newRow(name) << text << code << QString(pointer);
    };
    row("nothing", "", Code::Syntax);
    row("white space only", " \n", Code::Syntax);
    row("byte order mark", "\xEF\xBB\xBF{}", Code::Syntax);
    row("two documents", "{}{}", Code::Syntax);
    row("trailing comma in array", "[1,]", Code::Syntax, "/1");
    row("trailing comma in object", "{\"a\":1,}", Code::Syntax);
    row("comment", "{/*x*/}", Code::Syntax);
    row("single quotes", "{'a':1}", Code::Syntax);
    row("name without quotes", "{a:1}", Code::Syntax);
    row("leading zero", "[01]", Code::Syntax, "/1");
    row("leading plus", "[+1]", Code::Syntax, "/0");
    row("bare decimal point", "[.5]", Code::Syntax, "/0");
    row("no digit after the point", "[1.]", Code::Syntax, "/0");
    row("hexadecimal", "[0x1]", Code::Syntax, "/1");
    row("NaN", "[NaN]", Code::Syntax, "/0");
    row("Infinity", "[-Infinity]", Code::Syntax, "/0");
    row("raw line end in a text", "[\"a\nb\"]", Code::Syntax, "/0");
    row("raw NUL", QByteArray("[\"a\0b\"]", 7), Code::Syntax, "/0");
    row("NUL behind the document", QByteArray("{}\0", 3), Code::Syntax);
    row("bad escape", "[\"\\x41\"]", Code::Syntax, "/0");
    row("lone high surrogate", "[\"\\uD800\"]", Code::Syntax, "/0");
    row("lone low surrogate", "[\"\\uDC00\"]", Code::Syntax, "/0");
    row("unfinished escape", "[\"\\u12", Code::Syntax, "/0");
    row("invalid UTF-8", "[\"\xFF\"]", Code::InvalidUtf8, "/0");
    row("overlong UTF-8", "[\"\xC0\xAF\"]", Code::InvalidUtf8, "/0");
    row("surrogate in UTF-8", "[\"\xED\xA0\x80\"]", Code::InvalidUtf8, "/0");
    row("beyond U+10FFFF", "[\"\xF4\x90\x80\x80\"]", Code::InvalidUtf8, "/0");
    row("UTF-16", QByteArray("\xFE\xFF\0{\0}", 6), Code::InvalidUtf8);
    row("duplicate member", "{\"a\":1,\"a\":1}", Code::DuplicateMember, "/a");
    row("duplicate through an escape", "{\"a\":1,\"\\u0061\":2}", Code::DuplicateMember, "/a");
    row("duplicate deep inside", "{\"x\":[{\"a\":1,\"b\":{},\"a\":[]}]}", Code::DuplicateMember,
        "/x/0/a");
    row("duplicate of a name with a slash", "{\"a/~\":1,\"a/~\":1}", Code::DuplicateMember,
        "/a~1~0");
    row("decimal too small", "[1e-400]", Code::NumberOutOfRange, "/0");
    row("absurd exponent", "[1e99999999999999999999]", Code::NumberOutOfRange, "/0");
    row("too many digits", "[0.1234567890123456]", Code::NumberOutOfRange, "/0");
    row("33 levels", QByteArray(33, '['), Code::TooDeep,
        "/0/0/0/0/0/0/0/0/0/0/0/0/0/0/0/0/0/0/0/0/0/0/0/0/0/0/0/0/0/0/0/0");
    row("100,000 levels", QByteArray(100'000, '['), Code::TooDeep,
        "/0/0/0/0/0/0/0/0/0/0/0/0/0/0/0/0/0/0/0/0/0/0/0/0/0/0/0/0/0/0/0/0");
}

void JsonTest::parseJson_badDocument_isRefused() {
    QFETCH(QByteArray, text);
    QFETCH(Code, code);
    QFETCH(QString, pointer);
    const auto parsed = parseJson(text.toStdString());
    QVERIFY(!parsed);
    QVERIFY(!parsed.error().detail.empty());
    QCOMPARE(QString::fromStdString(parsed.error().pointer), pointer);
    QCOMPARE(static_cast<int>(parsed.error().code), static_cast<int>(code));
    QVERIFY(parsed.error().offset <= static_cast<std::size_t>(text.size()));
}

void JsonTest::parseJson_goodDocument_isAccepted_data() {
    QTest::addColumn<QByteArray>("text");
    QTest::addColumn<QByteArray>("canonical");
    const auto row = [](const char* name, const QByteArray& text, const QByteArray& canonical) {
        QTest::newRow(name) << text << canonical;
    };
    row("scalar", " true ", "true");
    row("empty name", "{\"\":null}", "{\"\":null}");
    row("largest unsigned", "[18446744073709551615]", "[18446744073709551615]");
    row("smallest signed", "[-9223372036854775808]", "[-9223372036854775808]");
    row("integers past 64 bits", "{\"n\":[18446744073709551616,-9223372036854775809]}",
        "{\"n\":[1e+308,-1e+308]}");
    row("decimals past a double", "[1e400,-1.5e999]", "[1e+308,-1e+308]");
    row("minus zero", "[-0,-0.0,0e5]", "[0,0,0]");
    row("integral decimals", "[500.0,5e2,5E+2,50000e-2]", "[500,500,500,500]");
    row("decimals", "[4.5,0.1,1e-7,1e22]", "[4.5,0.1,1e-07,1e+22]");
    row("many zeros", "[0.10000000000000000000,0.000000000000000000001]", "[0.1,1e-21]");
    row("escapes", "[\"\\u00e9\\/\\n\\ud83d\\ude00\\\"\"]",
        "[\"\xC3\xA9/\\u000a\xF0\x9F\x98\x80\\\"\"]");
    row("NUL by escape", "[\"\\u0000\"]", "[\"\\u0000\"]");
    row("last of the control characters", "[\"\\u001f\\u0010 \"]", "[\"\\u001f\\u0010 \"]");
    row("32 levels", QByteArray(32, '[') + QByteArray(32, ']'),
        QByteArray(32, '[') + QByteArray(32, ']'));
    row("the same name in two objects", "[{\"a\":1},{\"a\":1}]", "[{\"a\":1},{\"a\":1}]");
}

void JsonTest::parseJson_goodDocument_isAccepted() {
    QFETCH(QByteArray, text);
    QFETCH(QByteArray, canonical);
    const auto parsed = parseJson(text.toStdString());
    QVERIFY2(parsed.has_value(), parsed ? "" : parsed.error().detail.c_str());
    QCOMPARE(QByteArray::fromStdString(canonicalJson(*parsed)), canonical);
}

void JsonTest::parseJson_everyPrefixOfADocument_isRefused() {
    const std::string text = R"({"a":[1,2.5,"x\u00e9",{"b":null}],"c":true})";
    for (std::size_t length = 0; length < text.size(); ++length)
        QVERIFY(!parseJson(std::string_view(text).substr(0, length)));
    QVERIFY(parseJson(text));
}

void JsonTest::parseJson_limits_holdExactly() {
    JsonLimits limits;
    limits.maxBytes = 8;
    QVERIFY(parseJson("[1,2,3] ", limits));
    QCOMPARE(parseJson("[1,2,3]  ", limits).error().code, Code::TooLarge);
    limits = {};
    limits.maxValues = 4;
    QVERIFY(parseJson("[1,2,3]", limits));
    QCOMPARE(parseJson("[1,2,3,4]", limits).error().code, Code::TooLarge);
    limits = {};
    limits.maxMembers = 2;
    QVERIFY(parseJson(R"({"a":1,"b":2})", limits));
    QCOMPARE(parseJson(R"({"a":1,"b":2,"c":3})", limits).error().code, Code::TooLarge);
}

void JsonTest::canonicalJson_spellings_giveTheSameBytes_data() {
    QTest::addColumn<QByteArray>("one");
    QTest::addColumn<QByteArray>("other");
    QTest::addColumn<bool>("same");
    QTest::newRow("order") << QByteArray(R"({"a":1,"b":[{"y":1,"x":2}]})")
                           << QByteArray(R"( {"b" : [ {"x":2, "y":1.0} ], "a":1e0} )") << true;
    QTest::newRow("escapes") << QByteArray(R"({"a":"\u00e4"})")
                             << QByteArray("{\"a\":\"\xC3\xA4\"}") << true;
    QTest::newRow("array order counts") << QByteArray("[1,2]") << QByteArray("[2,1]") << false;
    QTest::newRow("text is no number") << QByteArray("[\"1\"]") << QByteArray("[1]") << false;
    QTest::newRow("null is not absent") << QByteArray("{\"a\":null}") << QByteArray("{}") << false;
    QTest::newRow("one unit of the last of 15 digits")
        << QByteArray("[0.100000000000001]") << QByteArray("[0.100000000000002]") << false;
}

void JsonTest::canonicalJson_spellings_giveTheSameBytes() {
    QFETCH(QByteArray, one);
    QFETCH(QByteArray, other);
    QFETCH(bool, same);
    const auto first = parseJson(one.toStdString());
    const auto second = parseJson(other.toStdString());
    QVERIFY(first && second);
    QCOMPARE(canonicalJson(*first) == canonicalJson(*second), same);
}

namespace {

boost::json::value arbitraryValue(int depth) {
    switch (*rc::gen::inRange(0, depth > 0 ? 7 : 5)) {
    case 0:
        return nullptr;
    case 1:
        return *rc::gen::arbitrary<bool>();
    case 2:
        return *rc::gen::arbitrary<std::int64_t>();
    case 3: // at most 15 digits, as the parser admits
        return static_cast<double>(*rc::gen::inRange<std::int64_t>(-99'999'999, 99'999'999)) / 64;
    case 4:
        return *rc::gen::element("", "plain", "t\xC3\xA9xt", "\"\\/\n\x01", "\xF0\x9F\x98\x80");
    case 5: {
        boost::json::array array;
        for (int i = *rc::gen::inRange(0, 5); i > 0; --i)
            array.push_back(arbitraryValue(depth - 1));
        return array;
    }
    default: {
        boost::json::object object;
        for (int i = *rc::gen::inRange(0, 6); i > 0; --i)
            object["m" + std::to_string(*rc::gen::inRange(0, 1000))] = arbitraryValue(depth - 1);
        return object;
    }
    }
}

/// The same document with the members of every object shuffled.
boost::json::value shuffled(const boost::json::value& value) {
    if (value.is_array()) {
        boost::json::array array;
        for (const auto& item : value.get_array())
            array.push_back(shuffled(item));
        return array;
    }
    if (!value.is_object())
        return value;
    std::vector<std::pair<std::string, boost::json::value>> members;
    for (const auto& member : value.get_object())
        members.emplace_back(member.key(), shuffled(member.value()));
    for (std::size_t i = members.size(); i > 1; --i)
        std::swap(members[i - 1], members[*rc::gen::inRange<std::size_t>(0, i)]);
    boost::json::object object;
    for (const auto& [name, member] : members)
        object[name] = member;
    return object;
}

} // namespace

void JsonTest::canonicalJson_memberOrder_doesNotMatter() {
    QVERIFY(rc::check("member order does not matter", [] {
        const boost::json::value value = arbitraryValue(3);
        RC_ASSERT(canonicalJson(shuffled(value)) == canonicalJson(value));
    }));
}

void JsonTest::canonicalJson_ofItself_staysTheSame() {
    QVERIFY(rc::check("canonical text is a fixed point", [] {
        const std::string text = canonicalJson(arbitraryValue(3));
        const auto parsed = parseJson(text);
        RC_ASSERT(parsed.has_value());
        RC_ASSERT(canonicalJson(*parsed) == text);
    }));
}

namespace {

struct Streamed {
    std::vector<std::string> items;
    tl::expected<boost::json::value, JsonError> document;
};

Streamed inPieces(std::string_view text, std::size_t piece, const JsonLimits& limits = {}) {
    Streamed seen;
    JsonItems reader("list", limits, [&](const boost::json::value& item) {
        seen.items.push_back(boost::json::serialize(item));
    });
    for (; !text.empty(); text.remove_prefix(std::min(piece, text.size()))) {
        if (auto read = reader.add(text.substr(0, piece)); !read) {
            seen.document = tl::make_unexpected(read.error());
            return seen;
        }
    }
    seen.document = reader.finish();
    return seen;
}

} // namespace

void JsonTest::jsonItems_ofAnyPieces_areTheItems() {
    const std::string text = " {\"before\": {\"list\": [1, 2]}, \"list\": [ {\"näme\": \"Zoë "
                             "\\u00dc\", \"deep\": [[1.50], {}]}, 7, \"\xF0\x9F\x98\x80\", [], "
                             "null, -12345678901 ], \"after\": [\"list\", 3] } \n";
    for (std::size_t piece = 1; piece <= text.size(); ++piece) {
        const Streamed seen = inPieces(text, piece);
        QVERIFY(seen.document.has_value());
        QCOMPARE(canonicalJson(*seen.document),
                 std::string(R"({"after":["list",3],"before":{"list":[1,2]},"list":[]})"));
        const std::vector<std::string> wanted{R"({"näme":"Zoë Ü","deep":[[1.5E0],{}]})",
                                              "7",
                                              "\"\xF0\x9F\x98\x80\"",
                                              "[]",
                                              "null",
                                              "-12345678901"};
        QVERIFY(seen.items == wanted);
    }
    QCOMPARE(canonicalJson(*inPieces("[{\"list\":[1]}]", 3).document),
             std::string("[{\"list\":[1]}]"));
    QCOMPARE(canonicalJson(*inPieces("{\"list\":{\"list\":[1]}}", 3).document),
             std::string("{\"list\":{\"list\":[1]}}"));
    QCOMPARE(canonicalJson(*inPieces("42", 1).document), std::string("42"));
}

void JsonTest::jsonItems_badDocument_isRefusedAsAWhole_data() {
    parseJson_badDocument_isRefused_data();
}

void JsonTest::jsonItems_badDocument_isRefusedAsAWhole() {
    QFETCH(QByteArray, text);
    QFETCH(Code, code);
    QFETCH(QString, pointer);
    for (const std::size_t piece : {std::size_t(1), std::size_t(7), std::size_t(100'000)}) {
        const Streamed seen = inPieces(text.toStdString(), piece);
        QVERIFY(!seen.document.has_value());
        QCOMPARE(int(seen.document.error().code), int(code));
        QCOMPARE(seen.document.error().pointer, pointer.toStdString());
    }
}

void JsonTest::jsonItems_bounds_areThoseOfOneItem() {
    JsonLimits limits;
    limits.maxBytes = 12;
    limits.maxValues = 5;
    std::string many = "{\"list\":[";
    for (int n = 0; n < 1'000; ++n)
        many += "[1,2,\"1234567890\"],";
    QCOMPARE(inPieces(many + "0]}", 64, limits).items.size(), std::size_t(1'001));
    const auto refusal = [&](const std::string& last) {
        const Streamed seen = inPieces(many + last, 64, limits);
        return seen.document ? std::string("taken")
                             : std::to_string(int(seen.document.error().code)) + " " +
                                   seen.document.error().pointer;
    };
    const std::string tooLarge = std::to_string(int(Code::TooLarge));
    QCOMPARE(refusal("\"1234567890123\"]}"), tooLarge + " /list/1000");
    QCOMPARE(refusal("[\"123456\",\"7890123\"]]}"), tooLarge + " /list/1000/1");
    QCOMPARE(refusal("[1,2,3,4,5]]}"), tooLarge + " /list/1000/4");
    QCOMPARE(refusal("0],\"a\":\"123456789012\"}"), tooLarge + " /a");
}

LEADSHEET_TEST(tst_json, JsonTest);
#include "tst_json.moc"
