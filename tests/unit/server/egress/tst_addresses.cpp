// SPDX-License-Identifier: Apache-2.0
#include "test_main.hpp"

#include "egress/address.hpp"

using leadsheet::server::egress::Address;
using leadsheet::server::egress::forbiddenBecause;

class AddressesTest : public QObject {
    Q_OBJECT

private slots:
    void address_ofSpecialNetwork_isForbidden_data();
    void address_ofSpecialNetwork_isForbidden();
    void address_ofPublicNetwork_isAllowed_data();
    void address_ofPublicNetwork_isAllowed();
    void loopback_whereAllowed_isAllowedAlone();
};

void AddressesTest::address_ofSpecialNetwork_isForbidden_data() {
    QTest::addColumn<QString>("text");
    QTest::addColumn<QString>("reason");
    const auto row = [](const char* text, const char* reason) {
        QTest::newRow(text) << text << reason;
    };
    row("127.0.0.1", "loopback");
    row("127.255.255.254", "loopback");
    row("10.0.0.1", "private");
    row("172.16.0.1", "private");
    row("172.31.255.255", "private");
    row("192.168.1.1", "private");
    row("169.254.169.254", "link-local");
    row("100.64.0.1", "carrier");
    row("100.127.255.255", "carrier");
    row("0.0.0.0", "unspecified");
    row("0.1.2.3", "unspecified");
    row("224.0.0.1", "multicast");
    row("239.255.255.255", "multicast");
    row("255.255.255.255", "reserved");
    row("240.0.0.1", "reserved");
    row("192.0.0.8", "reserved");
    row("192.0.2.1", "reserved");
    row("198.18.0.1", "reserved");
    row("198.51.100.7", "reserved");
    row("203.0.113.9", "reserved");
    row("192.88.99.1", "reserved");
    row("::1", "loopback");
    row("::", "unspecified");
    row("fe80::1", "link-local");
    row("febf::1", "link-local");
    row("fc00::1", "private");
    row("fdff::1", "private");
    row("fec0::1", "private");
    row("ff02::1", "multicast");
    row("::ffff:127.0.0.1", "loopback");
    row("::ffff:10.0.0.1", "private");
    row("::ffff:169.254.169.254", "link-local");
    row("::127.0.0.1", "loopback");
    row("::8.8.8.8", "reserved");
    row("64:ff9b::10.0.0.1", "private");
    row("64:ff9b::127.0.0.1", "loopback");
    row("64:ff9b:1::1", "reserved");
    row("2002:7f00:1::", "loopback");
    row("2002:a00:1::", "private");
    row("2001:db8::1", "reserved");
    row("3fff::1", "reserved");
    row("2001::1", "reserved");
    row("100::1", "reserved");
    row("4000::1", "reserved");
}

void AddressesTest::address_ofSpecialNetwork_isForbidden() {
    QFETCH(QString, text);
    QFETCH(QString, reason);
    const auto address = Address::parse(text.toStdString());
    QVERIFY(address);
    const auto why = forbiddenBecause(*address, {});
    QVERIFY(why);
    QVERIFY2(QString::fromUtf8(why->data(), qsizetype(why->size())).contains(reason), why->data());
}

void AddressesTest::address_ofPublicNetwork_isAllowed_data() {
    QTest::addColumn<QString>("text");
    for (const char* text :
         {"8.8.8.8", "1.1.1.1", "9.255.255.255", "11.0.0.0", "172.15.255.255", "172.32.0.0",
          "100.63.255.255", "100.128.0.0", "169.253.0.1", "192.167.255.255", "223.255.255.255",
          "2606:4700:4700::1111", "2a00:1450::1", "::ffff:8.8.8.8", "64:ff9b::8.8.8.8",
          "2002:808:808::1", "2001:4860:4860::8888"})
        QTest::newRow(text) << text;
}

void AddressesTest::address_ofPublicNetwork_isAllowed() {
    QFETCH(QString, text);
    const auto address = Address::parse(text.toStdString());
    QVERIFY(address);
    QVERIFY(!forbiddenBecause(*address, {}));
}

void AddressesTest::loopback_whereAllowed_isAllowedAlone() {
    for (const char* text : {"127.0.0.1", "127.8.8.8", "::1", "::ffff:127.0.0.1"})
        QVERIFY2(!forbiddenBecause(*Address::parse(text), {true}), text);
    for (const char* text : {"10.0.0.1", "169.254.169.254", "0.0.0.0", "fc00::1", "fe80::1"})
        QVERIFY2(forbiddenBecause(*Address::parse(text), {true}), text);
}

LEADSHEET_TEST(tst_addresses, AddressesTest);
#include "tst_addresses.moc"
