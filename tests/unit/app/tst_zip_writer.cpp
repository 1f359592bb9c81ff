// SPDX-License-Identifier: Apache-2.0
#include "leadsheet/text/render.hpp"
#include "sheet/zip/zip_archive.hpp"
#include "sheet_fixture.hpp"
#include "test_main.hpp"
#include "write/zip_writer.hpp"
#include "zip_builder.hpp"

#include <QtTest>
#include <functional>

using namespace leadsheet::app;
using namespace leadsheet::app::test;

namespace {

using Steps = std::function<SheetResult<void>(ZipWriter&)>;

SheetResult<void> writeZip(const std::filesystem::path& path, const Steps& steps,
                           std::uint64_t maxBytes = kMaxArchiveBytes) {
    auto file = AtomicFile::create(path);
    if (!file)
        return tl::unexpected(file.error());
    ZipWriter writer(*file, makeDeflater(), maxBytes);
    if (auto done = steps(writer); !done)
        return done;
    if (auto finished = writer.finish(); !finished)
        return finished;
    return file->commit();
}

struct ReadZip {
    InputFile file;
    ZipArchive archive;

    static ReadZip open(const std::filesystem::path& path) {
        auto file = InputFile::open(path);
        auto archive = ZipArchive::open(*file, {});
        return {*std::move(file), *std::move(archive)};
    }
    std::string part(const std::string& name) const {
        const ZipEntry* entry = archive.find(name);
        if (entry == nullptr)
            return "no such part";
        const auto bytes = readZipEntry(file, *entry, 1 << 30, {});
        return bytes ? *bytes : bytes.error().message();
    }
};

ZipPart part(const std::string& name, const std::string& content) {
    ZipPart made;
    made.name = name;
    made.content = content;
    return made;
}

std::string longText() {
    std::string text;
    for (int i = 0; i < 300'000; ++i)
        text += std::to_string(i) + "\n";
    return text;
}

} // namespace

class ZipWriterTest : public QObject {
    Q_OBJECT

private slots:
    void init() { folder_ = std::make_unique<SheetFolder>(); }

    void archive_severalParts_readBack() {
        const std::string text = longText();
        const auto path = folder_->path("a.zip");
        const auto written = writeZip(path, [&](ZipWriter& writer) -> SheetResult<void> {
            ZipPartInfo stored{"mimetype"};
            stored.method = 0;
            if (auto added = writer.add(stored, "plain"); !added)
                return added;
            if (auto begun = writer.begin({"xl/big.xml"}); !begun)
                return begun;
            for (std::size_t at = 0; at < text.size(); at += 100'000)
                if (auto put = writer.write(std::string_view(text).substr(at, 100'000)); !put)
                    return put;
            if (writer.partBytes() != text.size())
                return tl::unexpected(SheetError{});
            if (auto ended = writer.end(); !ended)
                return ended;
            return writer.add({"empty.xml"}, "");
        });
        QVERIFY2(written.has_value(), written ? "" : written.error().message().c_str());
        const ReadZip zip = ReadZip::open(path);
        QCOMPARE(zip.archive.entries().size(), std::size_t{3});
        QCOMPARE(zip.part("mimetype"), std::string("plain"));
        QVERIFY(zip.part("xl/big.xml") == text);
        QCOMPARE(zip.part("empty.xml"), std::string());
    }

    void localHeaders_finishedArchive_sayEverything() {
        const auto path = folder_->path("a.zip");
        const std::string text = longText();
        QVERIFY(writeZip(path, [&](ZipWriter& writer) {
                    return writer.add({"a.xml"}, text);
                }).has_value());
        const std::string bytes = readAll(path);
        const std::string_view local(bytes.data(), 30);
        QCOMPARE(little32(local, 0), std::uint32_t{0x04034B50});
        QCOMPARE(little16(local, 6) & 8, 0); // no data descriptor
        const ReadZip zip = ReadZip::open(path);
        const ZipEntry& entry = zip.archive.entries().front();
        QCOMPARE(little32(local, 14), entry.crc);
        QCOMPARE(little32(local, 18), static_cast<std::uint32_t>(entry.packedBytes));
        QCOMPARE(little32(local, 22), static_cast<std::uint32_t>(text.size()));
    }

    void copy_partsOfOthers_keepTheirBytes_data() {
        QTest::addColumn<std::string>("archive");
        ZipPart stored = part("b.bin", "second");
        stored.deflate = false;
        QTest::newRow("plain") << buildZip({part("a.xml", "first"), stored});
        ZipPart streamed = part("a.xml", "first");
        streamed.dataDescriptor = true;
        ZipPart wide = part("b.bin", "second");
        wide.zip64 = true;
        QTest::newRow("descriptor and zip64") << buildZip({streamed, wide});
        ZipTraits traits;
        traits.prefix = "#!/bin/sh\n";
        traits.comment = "note";
        QTest::newRow("bytes in front")
            << buildZip({part("a.xml", "first"), part("b.bin", "second")}, traits);
    }
    void copy_partsOfOthers_keepTheirBytes() {
        QFETCH(std::string, archive);
        const auto from = ReadZip::open(folder_->write("from.zip", archive));
        const auto path = folder_->path("to.zip");
        const auto written = writeZip(path, [&](ZipWriter& writer) -> SheetResult<void> {
            for (const ZipEntry& entry : from.archive.entries())
                if (auto copied = writer.copy(from.file, entry, {}); !copied)
                    return copied;
            return writer.add({"new.xml"}, "third");
        });
        QVERIFY2(written.has_value(), written ? "" : written.error().message().c_str());
        const ReadZip zip = ReadZip::open(path);
        QCOMPARE(zip.part("a.xml"), std::string("first"));
        QCOMPARE(zip.part("b.bin"), std::string("second"));
        QCOMPARE(zip.part("new.xml"), std::string("third"));
        for (std::size_t i = 0; i < 2; ++i) {
            const ZipEntry& was = from.archive.entries()[i];
            const ZipEntry& is = zip.archive.entries()[i];
            QCOMPARE(is.method, was.method);
            QCOMPARE(is.packedBytes, was.packedBytes);
            QCOMPARE(is.modified, was.modified);
            QCOMPARE(is.madeBy, was.madeBy);
        }
    }

    void copy_partNotThere_isDamaged() {
        std::string bytes = buildZip({part("a.xml", "first")});
        bytes[0] = 'X';
        const auto from = ReadZip::open(folder_->write("from.zip", bytes));
        const auto written = writeZip(folder_->path("to.zip"), [&](ZipWriter& writer) {
            return writer.copy(from.file, from.archive.entries().front(), {});
        });
        QVERIFY(!written.has_value());
        QCOMPARE(written.error().code, SheetErrorCode::DamagedFile);
    }

    void copy_encryptedPart_isRefused() {
        ZipPart secret = part("a.xml", "first");
        secret.flags = 1;
        const auto from = ReadZip::open(folder_->write("from.zip", buildZip({secret})));
        const auto written = writeZip(folder_->path("to.zip"), [&](ZipWriter& writer) {
            return writer.copy(from.file, from.archive.entries().front(), {});
        });
        QVERIFY(!written.has_value());
        QCOMPARE(written.error().code, SheetErrorCode::PasswordProtected);
    }

    void archive_pastItsLimit_isRefusedAndLeavesNothing() {
        const auto before = folder_->fileNames();
        const auto written = writeZip(
            folder_->path("a.zip"),
            [](ZipWriter& writer) { return writer.add({"a.xml"}, longText()); }, 1000);
        QVERIFY(!written.has_value());
        QCOMPARE(written.error().code, SheetErrorCode::LimitExceeded);
        QVERIFY(leadsheet::text::render(written.error().reason).find("a.xml") != std::string::npos);
        QCOMPARE(folder_->fileNames(), before);
    }

private:
    std::unique_ptr<SheetFolder> folder_;
};

LEADSHEET_TEST(tst_zip_writer, ZipWriterTest);
#include "tst_zip_writer.moc"
