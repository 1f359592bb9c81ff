// SPDX-License-Identifier: Apache-2.0
#include "leadsheet/text/render.hpp"
#include "sheet/zip/checksum.hpp"
#include "sheet/zip/zip_archive.hpp"
#include "sheet_fixture.hpp"
#include "test_main.hpp"
#include "zip_builder.hpp"

#include <QtTest>

#include <array>

using namespace leadsheet::app;
using namespace leadsheet::app::test;
using namespace std::string_literals;

namespace {

std::string longText() {
    std::string text;
    for (unsigned i = 0, x = 1; text.size() < 300'000; ++i, x = x * 1664525 + 1013904223)
        text += std::to_string(x >> 8) + "\n";
    return text;
}

/// What came of an archive: the archive's error, or the content or error of one entry.
struct Opened {
    bool opened = false;
    std::size_t entries = 0;
    std::string content;
    SheetError error;
    bool failed = false;
};

Opened readOne(const std::filesystem::path& path, const std::string& name,
               const SheetLimits& limits = {}) {
    Opened result;
    const auto fail = [&](const SheetError& error) {
        result.error = error;
        result.failed = true;
        return result;
    };
    const auto file = InputFile::open(path);
    if (!file)
        return fail(file.error());
    const auto archive = ZipArchive::open(*file, limits);
    if (!archive)
        return fail(archive.error());
    result.opened = true;
    result.entries = archive->entries().size();
    const ZipEntry* entry = archive->find(name);
    if (entry == nullptr)
        return result;
    const auto content = readZipEntry(*file, *entry, limits.maxOtherPartBytes, {});
    if (!content)
        return fail(content.error());
    result.content = *content;
    return result;
}

bool says(const SheetError& error, std::string_view words) {
    return leadsheet::text::render(error.reason).find(words) != std::string::npos;
}

} // namespace

class ZipArchiveTest : public QObject {
    Q_OBJECT

private slots:
    void archive_read_givesEveryEntry_data() {
        QTest::addColumn<QByteArray>("bytes");
        const auto row = [](const char* name, const std::string& bytes) {
            QTest::newRow(name) << QByteArray::fromStdString(bytes);
        };
        const ZipPart part{.name = "xl/a.xml", .content = longText()};
        const ZipPart other{.name = "b", .content = "b", .deflate = false};
        ZipPart stored = part;
        stored.deflate = false;
        ZipPart wide = part;
        wide.zip64 = true;
        ZipPart streamed = part;
        streamed.dataDescriptor = true;
        ZipPart windows = part;
        windows.name = "xl\\A.XML";
        row("deflated", buildZip({part, other}));
        row("stored", buildZip({stored, other}));
        row("zip64", buildZip({wide, other}, {.zip64 = true}));
        row("zip64_only_in_end", buildZip({part, other}, {.zip64 = true}));
        row("data_descriptor", buildZip({streamed, other}));
        row("backslash_and_case", buildZip({windows, other}));
        row("comment", buildZip({part, other}, {.comment = std::string(65'000, 'c')}));
        row("prefix", buildZip({part, other}, {.prefix = std::string(5'000, 'p')}));
        row("prefix_zip64", buildZip({wide, other}, {.prefix = "#!/bin/sh\n", .zip64 = true}));
        row("bytes_behind", buildZip({part, other}) + std::string(1'000, '\0'));
        row("out_of_order", buildZip({other, part}));
    }
    void archive_read_givesEveryEntry() {
        QFETCH(QByteArray, bytes);
        const Opened got = readOne(folder_.write("a.zip", bytes.toStdString()), "/xl/A.xml");
        QVERIFY2(!got.failed, got.error.message().c_str());
        QCOMPARE(got.entries, std::size_t{2});
        QVERIFY(got.content == longText());
    }

    // The end of the packed data may share its last byte with content, wherever a read stops.
    void entry_readInPieces_endsWell() {
        std::vector<ZipPart> parts;
        const std::string text = longText();
        for (std::size_t size = 0; size < 400; ++size)
            parts.push_back({.name = std::to_string(size), .content = text.substr(0, size)});
        const auto file = InputFile::open(folder_.write("a.zip", buildZip(parts)));
        const auto archive = ZipArchive::open(*file, {});
        QVERIFY(archive.has_value());
        for (const ZipEntry& entry : archive->entries())
            for (const std::size_t piece : {std::size_t{1}, std::size_t{37}, entry.bytes + 0U}) {
                const auto stream = openZipEntry(*file, entry, 1 << 20, {});
                std::vector<char> buffer(std::max<std::size_t>(piece, 1));
                std::string content;
                for (std::size_t got = 1; got > 0;) {
                    const auto read = stream->read(buffer);
                    QVERIFY2(read.has_value(), read ? "" : read.error().message().c_str());
                    got = *read;
                    content.append(buffer.data(), got);
                }
                QCOMPARE(content, text.substr(0, static_cast<std::size_t>(entry.bytes)));
            }
    }

    void badArchive_read_saysWhat_data() {
        QTest::addColumn<QByteArray>("bytes");
        QTest::addColumn<QString>("words");
        const auto row = [](const char* name, const std::string& bytes, const char* words) {
            QTest::newRow(name) << QByteArray::fromStdString(bytes) << QString(words);
        };
        const ZipPart part{.name = "a", .content = longText()};
        const auto with = [&](auto change) {
            ZipPart changed = part;
            change(changed);
            return buildZip({changed, {.name = "b", .content = "b"}});
        };
        const std::string good = buildZip({part});
        const std::string packed = deflated(part.content);
        row("empty_end", "PK", "cut");
        row("cut_in_data", good.substr(0, good.size() / 2), "cut");
        row("cut_in_end", good.substr(0, good.size() - 3), "cut");
        row("local_only", "PK\x03\x04"s + std::string(100, '\0'), "cut");
        row("directory_outside", buildZip({part}, {.claimedDirectoryOffset = 1U << 30}), "outside");
        row("directory_too_big", buildZip({part}, {.claimedDirectoryBytes = 1U << 30}), "outside");
        row("directory_elsewhere",
            buildZip({part}, {.claimedDirectoryBytes = 45, .claimedDirectoryOffset = 7}),
            "not where");
        row("directory_short", buildZip({part}, {.claimedDirectoryBytes = 40}), "damaged after 0");
        row("directory_zip64_outside",
            buildZip({part}, {.zip64 = true, .claimedDirectoryBytes = ~0ULL}), "outside");
        row("entries_zip64_claim", buildZip({part}, {.zip64 = true, .claimedEntries = ~0ULL}),
            "instead of");
        row("entries_fewer", buildZip({part, part}, {.claimedEntries = 1}), "2 entries instead");
        row("offset_outside", with([](ZipPart& p) { p.claimedOffset = 1U << 30; }), "outside");
        row("offset_wrong", buildZip({{.name = "a", .content = "aaaa", .claimedOffset = 1}}),
            "not where");
        row("offset_shared", buildZip({part, {.name = "b", .content = "b", .claimedOffset = 0}}),
            "overlaps");
        row("packed_too_big", with([](ZipPart& p) { p.claimedPacked = 1U << 24; }), "overlaps");
        row("packed_into_next", with([&](ZipPart& p) { p.claimedPacked = packed.size() + 1; }),
            "overlaps");
        row("packed_too_small", with([](ZipPart& p) { p.claimedPacked = 1'000; }), "middle");
        row("packed_bytes_behind", with([&](ZipPart& p) { p.packed = packed + "more"; }),
            "before the size");
        row("claims_less", with([](ZipPart& p) { p.claimedBytes = 1'000; }), "more than the 1000");
        row("claims_more", with([](ZipPart& p) { p.claimedBytes = 400'000; }),
            "instead of the 400000");
        row("crc", with([](ZipPart& p) { p.crc = 1; }), "checksum");
        row("stored_sizes", with([](ZipPart& p) {
                p.deflate = false;
                p.claimedBytes = 5;
            }),
            "contradict");
        row("method", with([](ZipPart& p) { p.method = 14; }), "method 14");
        row("not_deflate", with([](ZipPart& p) { p.packed = std::string(50, '\xFF'); }), "damaged");
        row("duplicate", buildZip({part, {.name = "A", .content = "other"}}), "twice");
        std::string broken = good;
        broken[broken.size() / 2] = static_cast<char>(~broken[broken.size() / 2]);
        row("flipped_byte", broken, "\"a\"");
    }
    void badArchive_read_saysWhat() {
        QFETCH(QByteArray, bytes);
        QFETCH(QString, words);
        const Opened got = readOne(folder_.write("a.zip", bytes.toStdString()), "a");
        QVERIFY(got.failed);
        QCOMPARE(got.error.code, SheetErrorCode::DamagedFile);
        QVERIFY2(says(got.error, words.toStdString()),
                 leadsheet::text::render(got.error.reason).c_str());
        QVERIFY(!got.error.wayOut.empty());
        QVERIFY(got.content.empty());
    }

    void encryptedEntry_read_isRefused_othersAreRead() {
        const auto path =
            folder_.write("a.zip", buildZip({{.name = "a", .content = "secret", .flags = 1},
                                             {.name = "b", .content = "open"}}));
        QCOMPARE(readOne(path, "a").error.code, SheetErrorCode::PasswordProtected);
        QCOMPARE(readOne(path, "b").content, std::string("open"));
    }

    void limits_exceeded_areNamed() {
        SheetLimits limits;
        limits.maxZipEntries = 2;
        const ZipPart a{.name = "a", .content = std::string(1 << 20, ' ')};
        const ZipPart b{.name = "b"};
        const ZipPart c{.name = "c"};
        const auto three = folder_.write("three.zip", buildZip({a, b, c}));
        QCOMPARE(readOne(three, "a", limits).error.code, SheetErrorCode::LimitExceeded);
        QVERIFY(says(readOne(three, "a", limits).error, "more than 2 entries"));
        const auto two = folder_.write("two.zip", buildZip({a, b}));
        QVERIFY(!readOne(two, "a", limits).failed);
        limits.maxOtherPartBytes = 1 << 19;
        QCOMPARE(readOne(two, "a", limits).error.code, SheetErrorCode::LimitExceeded);
    }

    void bomb_claimingLittle_stopsAtItsClaim() {
        ZipPart bomb{.name = "a", .content = std::string(8 << 20, ' ')};
        bomb.claimedBytes = 1'000;
        const auto path = folder_.write("a.zip", buildZip({bomb}));
        const auto file = InputFile::open(path);
        const auto archive = ZipArchive::open(*file, {});
        const auto stream = openZipEntry(*file, *archive->find("a"), 1ULL << 30, {});
        std::string buffer(1 << 20, '\0');
        const auto got = stream->read(buffer);
        QVERIFY(!got);
        QVERIFY(stream->position() <= kReadStep);
        // An error stays until the stream starts over.
        QVERIFY(!stream->read(buffer));
    }

    void fourGigabyteClaim_read_isRefusedBeforeReading() {
        const auto path = folder_.write(
            "a.zip",
            buildZip({{.name = "a", .content = "x", .zip64 = true, .claimedBytes = 4ULL << 30}}));
        const Opened got = readOne(path, "a");
        QCOMPARE(got.error.code, SheetErrorCode::LimitExceeded);
        QVERIFY(says(got.error, "\"a\""));
    }

    void stream_rewound_givesTheSameAgain() {
        const auto path = folder_.write("a.zip", buildZip({{.name = "a", .content = longText()}}));
        const auto file = InputFile::open(path);
        const auto archive = ZipArchive::open(*file, {});
        const auto stream = openZipEntry(*file, *archive->find("a"), 1 << 20, {});
        std::string first(100'000, '\0');
        std::string second(100'000, '\0');
        QCOMPARE(*stream->read(first), std::size_t{100'000});
        QVERIFY(stream->position() > 0);
        QVERIFY(stream->rewind());
        QCOMPARE(stream->position(), std::uint64_t{0});
        QCOMPARE(*stream->read(second), std::size_t{100'000});
        QVERIFY(first == second);
        QVERIFY(first == longText().substr(0, 100'000));
    }

    void checksum_ofPieces_isThatOfTheWhole() {
        QCOMPARE(checksumOf("123456789"), std::uint32_t{0xCBF43926});
        const std::string text = longText();
        const std::uint32_t whole = checksumOf(text);
        constexpr std::array<std::size_t, 8> kCuts{0, 1, 15, 16, 17, 255, 4'099, 299'999};
        for (const std::size_t cut : kCuts) {
            const std::string_view view = text;
            QCOMPARE(checksumOf(view.substr(cut), checksumOf(view.substr(0, cut))), whole);
        }
    }

    void stopRequested_read_isCancelled() {
        const auto path = folder_.write("a.zip", buildZip({{.name = "a", .content = longText()}}));
        const auto file = InputFile::open(path);
        const auto archive = ZipArchive::open(*file, {});
        std::stop_source stop;
        stop.request_stop();
        const auto got = readZipEntry(*file, *archive->find("a"), 1 << 20, stop.get_token());
        QCOMPARE(got.error().code, SheetErrorCode::Cancelled);
    }

    void partName_resolved_data() {
        QTest::addColumn<QString>("base");
        QTest::addColumn<QString>("target");
        QTest::addColumn<QString>("name");
        const QString book = "xl/workbook.xml";
        QTest::newRow("relative") << book << "worksheets/sheet1.xml"
                                  << "xl/worksheets/sheet1.xml";
        QTest::newRow("absolute") << book << "/xl/worksheets/s.xml"
                                  << "xl/worksheets/s.xml";
        QTest::newRow("dots") << book << "./../xl/a/../s.xml"
                              << "xl/s.xml";
        QTest::newRow("backslashes") << book << "worksheets\\s.xml"
                                     << "xl/worksheets/s.xml";
        QTest::newRow("from_root") << ""
                                   << "xl/workbook.xml"
                                   << "xl/workbook.xml";
        QTest::newRow("leaves") << book << "../../etc/passwd"
                                << "";
        QTest::newRow("empty") << ""
                               << ""
                               << "";
    }
    void partName_resolved() {
        QFETCH(QString, base);
        QFETCH(QString, target);
        QFETCH(QString, name);
        QCOMPARE(resolvePartName(base.toStdString(), target.toStdString()), name.toStdString());
    }

    void entryName_hostile_isShownHarmlessly() {
        const std::string shown = quotedPartName("a\n\x1b[31m\xFF\"" + std::string(500, 'x'));
        QVERIFY(shown.find('\n') == std::string::npos);
        QVERIFY(shown.find('\x1b') == std::string::npos);
        QVERIFY(shown.size() < 140);
    }

private:
    SheetFolder folder_;
};

LEADSHEET_TEST(tst_zip_archive, ZipArchiveTest);
#include "tst_zip_archive.moc"
