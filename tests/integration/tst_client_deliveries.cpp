// SPDX-License-Identifier: Apache-2.0
#include "client_scene.hpp"
#include "test_main.hpp"

#include "leadsheet/resource/admin_deliveries.hpp"
#include "leadsheet/resource/admin_orders.hpp"

#include <QtTest>

#include <sstream>

using namespace leadsheet;
using namespace leadsheet::test;

namespace {

const DeliveryId kDelivery = *DeliveryId::parse("batch");

std::string messageOf(const Result<UploadTotals>& result) {
    return result ? std::string() : result.error().message;
}

} // namespace

Q_DECLARE_METATYPE(leadsheet::IngestFormat)

/// Deliveries taken in by the client, part by part, against the real server.
class ClientDeliveriesTest : public QObject {
    Q_OBJECT

private slots:
    void init() { scene_ = std::make_unique<ClientScene>(); }
    void cleanup() { scene_.reset(); }

    void part_inEveryFormat_isTaken_data() {
        QTest::addColumn<IngestFormat>("format");
        QTest::addColumn<bool>("packed");
        QTest::addColumn<QByteArray>("leads");
        const QByteArray json = R"({"fullName":"Ada","email":"ada@x.example"})";
        for (const bool packed : {false, true}) {
            const QByteArray name = packed ? " packed" : " plain";
            QTest::newRow("json" + name) << IngestFormat::Json << packed << "[" + json + ",7]";
            QTest::newRow("ndjson" + name) << IngestFormat::Ndjson << packed << json + "\n7\n";
            QTest::newRow("csv" + name) << IngestFormat::Csv << packed
                                        << QByteArray("fullName,email\nAda,ada@x.example\n,no\n");
        }
    }
    void part_inEveryFormat_isTaken() {
        QFETCH(IngestFormat, format);
        QFETCH(bool, packed);
        QFETCH(QByteArray, leads);
        DeliveryPart part(scene_->placeApproved(), kDelivery);
        part.format = format;
        part.packed = packed;
        part.final = true;
        part.leads = leads.toStdString();
        const auto first = scene_->admin().deliveries().ingest(part);
        QVERIFY2(first.has_value(), first ? "" : first.error().message.c_str());
        QCOMPARE(first->accepted, std::int64_t{1});
        QCOMPARE(first->rejected, std::int64_t{1});
        QCOMPARE(first->rows.at(0).row, std::int64_t{1});
        QCOMPARE(first->rows.at(0).outcome, std::string("rejected"));
        QVERIFY(!first->replayed);
        const auto again = scene_->admin().deliveries().ingest(part);
        QVERIFY(again.has_value());
        QVERIFY(again->replayed);
        QCOMPARE(again->deliveredLeads, std::int64_t{0});
        QCOMPARE(*scene_->customer().leads().count(), std::int64_t{0});
        const auto handed = scene_->admin().orders().deliverPart({part.order, scene_->nextKey()});
        QVERIFY(handed.has_value());
        QVERIFY(handed->order.status == OrderStatus::InProgress);
        QVERIFY(handed->order.captured.has_value());
        QCOMPARE(*scene_->customer().leads().count(), std::int64_t{1});
    }

    void part_otherContentUnderItsId_isAConflict() {
        DeliveryPart part(scene_->placeApproved(), kDelivery);
        part.leads = ClientScene::leads(0, 1);
        QVERIFY(scene_->admin().deliveries().ingest(part).has_value());
        part.leads = ClientScene::leads(1, 1);
        const auto refused = scene_->admin().deliveries().ingest(part);
        QVERIFY(!refused);
        QVERIFY(refused.error().is(ErrorCode::DuplicateDelivery));
    }

    void upload_isCutAtRows_andNumbersThem() {
        DeliveryUpload upload(scene_->placeApproved(), kDelivery);
        upload.leadsPerPart = 4;
        std::istringstream leads("\xEF\xBB\xBF" + ClientScene::leads(0, 5) + "\n  \n" +
                                 ClientScene::leads(5, 5) + "7");
        std::vector<std::string> seen;
        const auto totals =
            scene_->admin().deliveries().upload(upload, leads, [&seen](const UploadedPart& part) {
                seen.push_back(part.id.str() + " from " + std::to_string(part.firstRow) + ": " +
                               std::to_string(part.rows));
            });
        QVERIFY2(totals.has_value(), messageOf(totals).c_str());
        QCOMPARE(seen, (std::vector<std::string>{"batch-1 from 0: 4", "batch-2 from 4: 4",
                                                 "batch-3 from 8: 3"}));
        QCOMPARE(totals->accepted, std::int64_t{10});
        QCOMPARE(totals->rejected, std::int64_t{1});
        const auto order = scene_->admin().orders().get(upload.order);
        QVERIFY(order->ingested.final);
    }

    void upload_ofCsv_repeatsTheHeaderAndKeepsQuotedLines() {
        const OrderNumber number = scene_->placeApproved();
        DeliveryUpload upload(number, kDelivery);
        upload.format = IngestFormat::Csv;
        upload.leadsPerPart = 1;
        std::istringstream leads("fullName,email,companyName\r\n"
                                 "\"Ada\nLove, \"\"A\"\"\",ada@x.example,\"=1+1\"\r\n"
                                 "\r\n"
                                 "Bob,bob@x.example,-");
        const auto totals = scene_->admin().deliveries().upload(upload, leads);
        QVERIFY2(totals.has_value(), messageOf(totals).c_str());
        QCOMPARE(totals->parts, std::int64_t{2});
        QVERIFY(scene_->admin().orders().deliver({number, scene_->nextKey()}).has_value());
        auto pages = scene_->customer().leads().all();
        const auto owned = pages.take(10);
        QCOMPARE(owned->size(), std::size_t{2});
        QCOMPARE(owned->at(0).text(LeadField::FullName), std::string("Ada\nLove, \"A\""));
        QCOMPARE(owned->at(0).text(LeadField::CompanyName), std::string("=1+1"));
        QCOMPARE(owned->at(1).text(LeadField::FullName), std::string("Bob"));
    }

    void upload_brokenOffAndGivenAgain_addsNothingTwice() {
        const OrderNumber number = scene_->placeApproved();
        DeliveryUpload upload(number, kDelivery);
        upload.leadsPerPart = 3;
        upload.final = false;
        std::istringstream begun(ClientScene::leads(0, 6));
        QVERIFY(scene_->admin().deliveries().upload(upload, begun).has_value());
        upload.final = true;
        std::istringstream whole(ClientScene::leads(0, 8));
        const auto totals = scene_->admin().deliveries().upload(upload, whole);
        QVERIFY2(totals.has_value(), messageOf(totals).c_str());
        QCOMPARE(totals->parts, std::int64_t{3});
        QCOMPARE(totals->replayedParts, std::int64_t{2});
        QVERIFY(scene_->admin().orders().deliver({number, scene_->nextKey()}).has_value());
        QCOMPARE(*scene_->customer().leads().count(), std::int64_t{8});
    }

    void upload_wrongStream_isRefusedWithItsPlace_data() {
        QTest::addColumn<bool>("csv");
        QTest::addColumn<QByteArray>("leads");
        QTest::addColumn<QByteArray>("words");
        QTest::newRow("nothing") << false << QByteArray() << QByteArray("no leads");
        QTest::newRow("blank lines") << false << QByteArray("\n \n") << QByteArray("no leads");
        QTest::newRow("only a header") << true << QByteArray("email\n") << QByteArray("no leads");
        QTest::newRow("open quote")
            << true << QByteArray("email\na@x.example\n\"b\nc\n") << QByteArray("Line 3 ");
        QTest::newRow("long row") << false << QByteArray("7\n") + QByteArray(300, '1')
                                  << QByteArray("Line 2 ");
    }
    void upload_wrongStream_isRefusedWithItsPlace() {
        QFETCH(bool, csv);
        QFETCH(QByteArray, leads);
        QFETCH(QByteArray, words);
        DeliveryUpload upload(*OrderNumber::parse("LS-0000000000"), kDelivery);
        upload.format = csv ? IngestFormat::Csv : IngestFormat::Ndjson;
        upload.bytesPerPart = 200;
        std::istringstream in(leads.toStdString());
        const auto totals = scene_->admin().deliveries().upload(upload, in);
        QVERIFY(!totals);
        QVERIFY2(totals.error().is(ErrorCode::InvalidArgument), messageOf(totals).c_str());
        QVERIFY2(messageOf(totals).find(words.toStdString()) != std::string::npos,
                 messageOf(totals).c_str());
        QVERIFY(scene_->server.accessRecords().empty());
    }

    void upload_boundsAndFormat_areChecked() {
        DeliveryUpload upload(*OrderNumber::parse("LS-0000000000"), kDelivery);
        std::istringstream none;
        upload.leadsPerPart = 50'001;
        QVERIFY(scene_->admin()
                    .deliveries()
                    .upload(upload, none)
                    .error()
                    .is(ErrorCode::InvalidArgument));
        upload.leadsPerPart = 1;
        upload.format = IngestFormat::Json;
        QVERIFY(scene_->admin()
                    .deliveries()
                    .upload(upload, none)
                    .error()
                    .is(ErrorCode::InvalidArgument));
    }

private:
    std::unique_ptr<ClientScene> scene_;
};

LEADSHEET_TEST(tst_client_deliveries, ClientDeliveriesTest);
#include "tst_client_deliveries.moc"
