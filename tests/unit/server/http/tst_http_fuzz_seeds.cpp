// SPDX-License-Identifier: Apache-2.0
#include "http_cases.hpp"
#include "http_fuzz_case.hpp"
#include "test_main.hpp"

#include <QtTest/QtTest>
#include <random>

using namespace leadsheet::test;

class HttpFuzzSeedsTest : public QObject {
    Q_OBJECT

private slots:
    void seed_in_every_mode_keeps_the_rules();
    void seed_with_damaged_byte_keeps_the_rules();
    void seeds_glued_together_keep_the_rules();

private:
    static std::vector<HttpCase> seeds() {
        auto all = acceptedRequests();
        for (HttpCase& refused : refusedRequests()) {
            all.push_back(std::move(refused));
        }
        return all;
    }
};

void HttpFuzzSeedsTest::seed_in_every_mode_keeps_the_rules() {
    for (const HttpCase& seed : seeds()) {
        for (const char mode : {'\0', '\1', '\2', '\3', '\x20', '\xff'}) {
            const std::string problem = playHttpCase(mode + seed.bytes);
            QVERIFY2(problem.empty(), (problem + ": " + seed.name).c_str());
        }
    }
}

void HttpFuzzSeedsTest::seed_with_damaged_byte_keeps_the_rules() {
    constexpr std::size_t kLongest = 400;
    for (const HttpCase& seed : seeds()) {
        for (std::size_t i = 0; i < std::min(seed.bytes.size(), kLongest); ++i) {
            for (const char byte : {'\0', '\n', '\r', ' ', '\xff'}) {
                std::string damaged = '\xfe' + seed.bytes;
                damaged[i + 1] = byte;
                const std::string problem = playHttpCase(damaged);
                QVERIFY2(problem.empty(), (problem + ": " + seed.name).c_str());
            }
        }
    }
}

void HttpFuzzSeedsTest::seeds_glued_together_keep_the_rules() {
    const auto all = seeds();
    std::mt19937 random(1); // the same order in every run
    for (int i = 0; i < 2'000; ++i) {
        std::string input(1, static_cast<char>(random() & 0xffU));
        for (int k = 0; k < 4; ++k) {
            input += all[random() % all.size()].bytes;
        }
        const std::string problem = playHttpCase(input);
        QVERIFY2(problem.empty(), problem.c_str());
    }
}

LEADSHEET_TEST(tst_http_fuzz_seeds, HttpFuzzSeedsTest);
#include "tst_http_fuzz_seeds.moc"
