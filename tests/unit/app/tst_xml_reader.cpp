// SPDX-License-Identifier: Apache-2.0
#include "leadsheet/messages/sheet.hpp"
#include "leadsheet/text/render.hpp"
#include "sheet/xml/xml_reader.hpp"
#include "sheet_fixture.hpp"
#include "test_main.hpp"

#include <QtTest>
#include <algorithm>

using namespace leadsheet::app;
using namespace leadsheet::app::test;

namespace {

/// Writes down what comes: "<a k=v>text</a>".
class Recorder final : public XmlHandler {
public:
    void startElement(std::string_view name, const XmlAttributes& attributes) override {
        log += "<" + std::string(name);
        if (const auto value = attributes.get("k"))
            log += " k=" + std::string(*value);
        if (const auto value = attributes.getQualified("p:k"))
            log += " p:k=" + std::string(*value);
        log += ">";
        if (name == "stop" && reader != nullptr)
            reader->fail({SheetErrorCode::LimitExceeded,
                          {},
                          {leadsheet::messages::sheet::readingStopped()},
                          {},
                          {}});
    }
    void endElement(std::string_view name) override { log += "</" + std::string(name) + ">"; }
    void text(std::string_view piece) override { log += piece; }

    std::string log;
    XmlReader* reader = nullptr;
};

struct Parsed {
    std::string log;
    SheetError error;
    bool failed = false;
};

Parsed parse(std::string_view xml, std::size_t step, const SheetLimits& limits = {}) {
    Recorder recorder;
    XmlReader reader(recorder, "xl/a.xml", limits);
    recorder.reader = &reader;
    SheetResult<void> result;
    for (std::size_t at = 0; result && at < xml.size(); at += step)
        result = reader.feed(xml.substr(at, step), false);
    if (result)
        result = reader.feed({}, true);
    Parsed parsed{recorder.log, {}, false};
    if (!result) {
        parsed.failed = true;
        parsed.error = result.error();
    }
    return parsed;
}

std::string nested(int depth) {
    std::string xml;
    for (int i = 0; i < depth; ++i)
        xml += "<a>";
    for (int i = 0; i < depth; ++i)
        xml += "</a>";
    return xml;
}

} // namespace

class XmlReaderTest : public QObject {
    Q_OBJECT

private slots:
    void document_fed_arrivesInOrder_data() {
        QTest::addColumn<QByteArray>("xml");
        QTest::addColumn<QString>("log");
        const auto row = [](const char* name, const std::string& xml, const char* log) {
            QTest::newRow(name) << QByteArray::fromStdString(xml) << QString(log);
        };
        const std::string declared = "<?xml version=\"1.0\" encoding=\"UTF-16\"?><a>x</a>";
        row("plain", "<?xml version='1.0'?><a k='1'><b>t</b>u</a>", "<a k=1><b>t</b>u</a>");
        row("prefix", "<x:a xmlns:x='u' x:k='1'/>", "<a k=1></a>");
        row("own_name_first", "<a p:k='2' k='1'/>", "<a k=1 p:k=2></a>");
        row("declaration_is_no_attribute", "<a xmlns:k='u'/>", "<a></a>");
        row("entities", "<a k='&lt;&#65;'>&amp;&#x42;&quot;</a>", "<a k=<A>&B\"</a>");
        row("cdata_and_comment", "<a>1<!-- no --><![CDATA[<2>]]><?pi x?>3</a>", "<a>1<2>3</a>");
        row("byte_order_mark", "\xEF\xBB\xBF<a>x</a>", "<a>x</a>");
        row("utf16_le", "\xFF\xFE" + widened(declared, 2, false), "<a>x</a>");
        row("utf16_be", "\xFE\xFF" + widened(declared, 2, true), "<a>x</a>");
    }
    void document_fed_arrivesInOrder() {
        QFETCH(QByteArray, xml);
        QFETCH(QString, log);
        for (const std::size_t step : {std::size_t{1}, std::size_t{7}, kReadStep}) {
            const Parsed parsed = parse(xml.toStdString(), step);
            QVERIFY2(!parsed.failed, parsed.error.message().c_str());
            QCOMPARE(parsed.log, log.toStdString());
        }
    }

    void badDocument_fed_isRefusedWithPartAndLine_data() {
        QTest::addColumn<QByteArray>("xml");
        QTest::addColumn<QString>("words");
        const auto row = [](const char* name, const std::string& xml, const char* words) {
            QTest::newRow(name) << QByteArray::fromStdString(xml) << QString(words);
        };
        row("empty", "", "no element");
        row("cut", "<a>\n<b>", "line 2");
        row("mismatched", "<a>\n\n<b></a>", "line 3: mismatched tag");
        row("two_roots", "<a/><b/>", "junk");
        row("not_utf8", "<a>\xFF</a>", "not well-formed");
        row("control_character", "<a>\x01</a>", "not well-formed");
        row("unknown_entity", "<a>&nbsp;</a>", "undefined entity");
        row("doctype", "<!DOCTYPE a><a/>", "document type");
        row("billion_laughs", "<!DOCTYPE a [<!ENTITY x 'ha'><!ENTITY y '&x;&x;'>]><a>&y;</a>",
            "document type");
        row("external_entity", "<!DOCTYPE a [<!ENTITY x SYSTEM 'file:///etc/passwd'>]><a>&x;</a>",
            "document type");
        row("too_deep", nested(257), "256 deep");
        row("unknown_encoding", "<?xml version='1.0' encoding='x-nothing'?><a/>", "encoding");
        row("binary", std::string(100, '\0'), "xl/a.xml");
    }
    void badDocument_fed_isRefusedWithPartAndLine() {
        QFETCH(QByteArray, xml);
        QFETCH(QString, words);
        for (const std::size_t step : {std::size_t{1}, kReadStep}) {
            const Parsed parsed = parse(xml.toStdString(), step);
            QVERIFY(parsed.failed);
            QCOMPARE(parsed.error.code, SheetErrorCode::DamagedFile);
            QVERIFY2(leadsheet::text::render(parsed.error.reason).find(words.toStdString()) !=
                         std::string::npos,
                     leadsheet::text::render(parsed.error.reason).c_str());
            QVERIFY(leadsheet::text::render(parsed.error.reason).find("xl/a.xml") !=
                    std::string::npos);
            QVERIFY(!parsed.error.wayOut.empty());
        }
    }

    void depth_atTheLimit_isRead() { QVERIFY(!parse(nested(256), kReadStep).failed); }

    void handlerFails_feed_returnsItsErrorForGood() {
        Recorder recorder;
        XmlReader reader(recorder, "p", {});
        recorder.reader = &reader;
        QCOMPARE(reader.feed("<a><stop/><b/>", false).error().message(),
                 std::string("Reading was stopped."));
        QCOMPARE(recorder.log, std::string("<a><stop>"));
        QCOMPARE(reader.feed("</a>", true).error().message(), std::string("Reading was stopped."));
    }

    void endlessTag_fed_isRefusedEarly_data() {
        QTest::addColumn<QByteArray>("start");
        QTest::newRow("attribute") << QByteArray("<a><b k='");
        QTest::newRow("comment") << QByteArray("<a><!--");
        QTest::newRow("instruction") << QByteArray("<a><?x ");
        QTest::newRow("comment_first") << QByteArray("<!--");
    }
    void endlessTag_fed_isRefusedEarly() {
        QFETCH(QByteArray, start);
        Recorder recorder;
        XmlReader reader(recorder, "p", {});
        auto fed = reader.feed(start.toStdString(), false);
        const std::string more(kReadStep, 'x');
        while (fed && reader.bytes() < (64 << 20))
            fed = reader.feed(more, false);
        QCOMPARE(fed.error().code, SheetErrorCode::LimitExceeded);
        QVERIFY(reader.bytes() <= XmlReader::kMaxToken + 2 * kReadStep);
    }

    void longText_fed_isNotKept() {
        Recorder recorder;
        XmlReader reader(recorder, "p", {});
        QVERIFY(reader.feed("<a>", false));
        const std::string more(kReadStep, 'x');
        while (reader.bytes() < 2 * XmlReader::kMaxToken)
            QVERIFY(reader.feed(more, false));
        QVERIFY(reader.feed("</a>", true));
        QCOMPARE(
            static_cast<std::size_t>(std::count(recorder.log.begin(), recorder.log.end(), 'x')),
            static_cast<std::size_t>(reader.bytes()) - 7);
    }
};

LEADSHEET_TEST(tst_xml_reader, XmlReaderTest);
#include "tst_xml_reader.moc"
