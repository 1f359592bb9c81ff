// SPDX-License-Identifier: Apache-2.0
#include "leadsheet/client.hpp"
#include "test_main.hpp"
#include "tls_certificate.hpp"

#include <QTemporaryDir>
#include <QtTest>

#include <filesystem>
#include <fstream>

using namespace leadsheet;

namespace {

std::string between(const std::string& text, const std::string& from, const std::string& to) {
    const auto start = text.find(from) + from.size();
    return text.substr(start, text.find(to, start) - start);
}

Result<Client> clientWith(TransportOptions transport) {
    ClientOptions options("https://api.example.com",
                          *ApiKey::parse("sk_" + std::string("live_") + std::string(36, 'a')));
    options.transport = std::move(transport);
    return Client::create(std::move(options));
}

} // namespace

class TransportOptionsTest : public QObject {
    Q_OBJECT

private slots:
    void initTestCase() {
        pem_ = QByteArray::fromStdString(test::makeTlsIdentity("localhost").certificatePem);
    }

    void caFile_content_decides_data() {
        QTest::addColumn<QByteArray>("content");
        QTest::addColumn<QString>("problem"); // empty = it can be used
        const QByteArray base64 = QByteArray::fromStdString(between(
            pem_.toStdString(), "-----BEGIN CERTIFICATE-----\n", "-----END CERTIFICATE-----"));
        const auto framed = [](const char* label, const QByteArray& inside) {
            return QByteArray("-----BEGIN ") + label + "-----\n" + inside + "-----END " + label +
                   "-----\n";
        };
        QTest::newRow("certificate") << pem_ << "";
        QTest::newRow("text around it") << "Company CA\n\n" + pem_ + "the end"
                                        << "";
        QTest::newRow("Windows line ends") << QByteArray(pem_).replace("\n", "\r\n") << "";
        QTest::newRow("older label") << framed("X509 CERTIFICATE", base64) << "";
        QTest::newRow("after a damaged one") << framed("CERTIFICATE", "AAAA\n") + pem_ << "";
        QTest::newRow("empty file") << QByteArray() << "holds no certificate";
        QTest::newRow("other text") << QByteArray("not a certificate\n") << "holds no certificate";
        QTest::newRow("private key only")
            << framed("PRIVATE KEY", base64) << "holds no certificate";
        QTest::newRow("cut off") << pem_.left(pem_.size() / 2) << "holds no certificate";
        QTest::newRow("cut inside")
            << framed("CERTIFICATE", base64.left(80) + "\n") << "holds no certificate";
        QTest::newRow("no base64") << framed("CERTIFICATE", "MI*B\n") << "holds no certificate";
        QTest::newRow("binary form") << QByteArray::fromBase64(base64) << "is not in PEM form";
    }
    void caFile_content_decides() {
        QFETCH(QByteArray, content);
        QFETCH(QString, problem);
        QTemporaryDir folder;
        const std::string file = folder.filePath("ca.pem").toStdString();
        std::ofstream(file, std::ios::binary).write(content.data(), content.size());
        const auto found = caFileProblem(file);
        if (problem.isEmpty()) {
            QVERIFY2(!found, found.value_or("").c_str());
            return;
        }
        QVERIFY(found.has_value());
        QVERIFY2(QString::fromStdString(*found).contains(problem), found->c_str());
        QVERIFY2(found->find(file) == 0, found->c_str());
    }

    void caFile_notReadable_saysWhy() {
        QTemporaryDir folder;
        const std::string path = folder.path().toStdString();
        QVERIFY(caFileProblem(path + "/missing.pem")->find("No such file") != std::string::npos);
        QVERIFY(caFileProblem(path)->find("it is a folder") != std::string::npos);
        QVERIFY(caFileProblem("/dev/zero")->find("not a plain file") != std::string::npos);
    }

    void proxy_address_decides_data() {
        QTest::addColumn<QString>("proxy");
        QTest::addColumn<bool>("good");
        for (const char* good :
             {"none", "proxy", "proxy:3128", "http://proxy.example.com:3128", "https://proxy/",
              "http://me:secret@proxy:3128", "socks5h://127.0.0.1:1080", "socks4a://proxy",
              "http://[::1]:3128", "HTTP://Proxy:3128"})
            QTest::newRow(good) << good << true;
        for (const char* bad :
             {"http://", "proxy:port", "proxy:99999", "ftp://proxy:21", "http://pro xy:3128",
              "http://proxy:3128/path", "http://proxy:3128?a=b", ":3128", "http://[::1", "htp:/x",
              "proxy:3128\n"})
            QTest::newRow(bad) << bad << false;
    }
    void proxy_address_decides() {
        QFETCH(QString, proxy);
        QFETCH(bool, good);
        const auto problem = proxyProblem(proxy.toStdString());
        QVERIFY2(problem.has_value() != good, problem.value_or("taken").c_str());
        if (!good)
            QVERIFY(problem->find("is not a proxy address") != std::string::npos);
    }

    void proxy_problem_repeatsNoPassword() {
        const auto problem = proxyProblem("http://me:secret@proxy:99999");
        QVERIFY(problem.has_value());
        QVERIFY2(problem->find("secret") == std::string::npos, problem->c_str());
        QVERIFY2(problem->find("proxy:99999") != std::string::npos, problem->c_str());
    }

    void client_refusesWhatCannotBeUsed() {
        TransportOptions options;
        options.caFile = "/nowhere/ca.pem";
        auto client = clientWith(options);
        QVERIFY(client.error().is(ErrorCode::InvalidArgument));
        QVERIFY(client.error().message.find("/nowhere/ca.pem") != std::string::npos);
        options = {};
        options.proxy = "htp:/x";
        client = clientWith(options);
        QVERIFY(client.error().is(ErrorCode::InvalidArgument));
        QVERIFY(client.error().message.find("proxy") != std::string::npos);
        QVERIFY(clientWith({}).has_value());
    }

private:
    QByteArray pem_;
};

LEADSHEET_TEST(tst_transport_options, TransportOptionsTest);
#include "tst_transport_options.moc"
