// SPDX-License-Identifier: Apache-2.0
#include "test_main.hpp"
#include "write/zip_writer.hpp"

#include <QtTest>
#include <algorithm>
#include <random>
#include <string>
#include <zlib.h>

using namespace leadsheet::app;

namespace {

std::string noise(std::size_t bytes) {
    std::mt19937 random(7);
    std::string text(bytes, '\0');
    for (char& c : text)
        c = static_cast<char>(random() & 0xFF);
    return text;
}

std::string cells(std::size_t rows) {
    std::string text;
    for (std::size_t i = 0; i < rows; ++i)
        text += "<c r=\"A" + std::to_string(i) + "\"><v>" + std::to_string(i * 7919 % 1000) +
                "</v></c>";
    return text;
}

std::string inflated(const std::string& packed) {
    z_stream zip{};
    inflateInit2(&zip, -15);
    std::string in = packed;
    std::string out;
    std::string block(1 << 16, '\0');
    zip.next_in = reinterpret_cast<Bytef*>(in.data());
    zip.avail_in = static_cast<uInt>(in.size());
    int state = Z_OK;
    while (state == Z_OK) {
        zip.next_out = reinterpret_cast<Bytef*>(block.data());
        zip.avail_out = static_cast<uInt>(block.size());
        state = inflate(&zip, Z_NO_FLUSH);
        out.append(block, 0, block.size() - zip.avail_out);
    }
    const bool whole = state == Z_STREAM_END && zip.avail_in == 0;
    inflateEnd(&zip);
    return whole ? out : "not a whole stream";
}

} // namespace

class DeflaterTest : public QObject {
    Q_OBJECT

private slots:
    void stream_addedInPieces_inflatesToTheSame_data() {
        QTest::addColumn<int>("engine");
        QTest::addColumn<std::string>("text");
        QTest::addColumn<std::size_t>("piece");
        for (const auto& [name, engine] :
             {std::pair("zlib", DeflateEngine::Zlib), std::pair("isal", DeflateEngine::Isal)}) {
            if (makeDeflater(engine) == nullptr)
                continue;
            const auto add = [&, label = std::string(name), number = static_cast<int>(engine)](
                                 const char* what, const std::string& text, std::size_t piece) {
                QTest::newRow((label + " " + what).c_str()) << number << text << piece;
            };
            add("nothing", "", 1);
            add("one byte", "a", 1);
            add("bytes one by one", cells(100), 1);
            add("odd pieces", cells(50'000), 65'537);
            add("at once", cells(100'000), std::string::npos);
            add("noise", noise(1'000'000), 12'345);
        }
    }
    void stream_addedInPieces_inflatesToTheSame() {
        QFETCH(int, engine);
        QFETCH(std::string, text);
        QFETCH(std::size_t, piece);
        const auto deflater = makeDeflater(static_cast<DeflateEngine>(engine));
        // Twice with one object: nothing of the first stream may leak into the second.
        for (int round = 0; round < 2; ++round) {
            deflater->restart();
            std::string packed;
            for (std::size_t at = 0; at < text.size();) {
                const std::string_view next = std::string_view(text).substr(at, piece);
                deflater->add(next, false, packed);
                at += next.size();
            }
            deflater->add({}, true, packed);
            QVERIFY(inflated(packed) == text);
            QCOMPARE(deflater->crc(),
                     static_cast<std::uint32_t>(
                         crc32_z(0, reinterpret_cast<const Bytef*>(text.data()), text.size())));
        }
    }

    void stream_repeatedMarkup_becomesSmall() {
        const std::string text = cells(100'000);
        std::string packed;
        const auto deflater = makeDeflater();
        deflater->add(text, true, packed);
        QVERIFY(packed.size() * 4 < text.size());
    }
};

LEADSHEET_TEST(tst_deflater, DeflaterTest);
#include "tst_deflater.moc"
