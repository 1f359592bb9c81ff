// SPDX-License-Identifier: Apache-2.0
#include "leadsheet/app/problem_index.hpp"
#include "leadsheet/text/render.hpp"

#include "test_main.hpp"

#include <QtTest>

using namespace leadsheet::app;

namespace {

Problem problem(ProblemLevel level, std::uint32_t column, const std::string& value,
                const std::string& reason) {
    Problem made;
    made.level = level;
    made.code = ProblemCode::NotANumber;
    made.field = "leadCount";
    made.place.column = column;
    made.value = value;
    made.reason = {leadsheet::Message{"test.reason", {leadsheet::MessageArg(reason)}}};
    made.fix = leadsheet::Message{"test.fix", {leadsheet::MessageArg("Type digits.")}};
    return made;
}

CheckedRow row(std::uint32_t number, std::vector<Problem> problems) {
    CheckedRow made;
    made.row = number;
    made.problems = std::move(problems);
    return made;
}

bool any(const ProblemMark&) {
    return true;
}

bool blocking(const ProblemMark& mark) {
    return mark.level == ProblemLevel::Blocks;
}

} // namespace

class ProblemIndexTest : public QObject {
    Q_OBJECT

private slots:
    void walk_forwardAndBack_visitsEveryMarkInReadingOrder();
    void rowsWith_oneGroup_areItsRowsOnly();
    void group_ofRepeats_namesNoRowThatOneOfThemRepeats();
    void groups_byWeight_putBlockingFirstThenTheMostFrequent();
    void groups_moreDistinctValuesThanKept_shareOneWithoutValue();
    void texts_moreThanKept_fallBackToTheExample();
    void marks_moreThanKept_areCountedAndSaid();
};

void ProblemIndexTest::walk_forwardAndBack_visitsEveryMarkInReadingOrder() {
    ProblemIndex index;
    index.add(row(
        5, {problem(ProblemLevel::Blocks, 4, "x", "a"), problem(ProblemLevel::Odd, 2, "y", "b")}));
    index.add(row(6, {}));
    index.add(row(9, {problem(ProblemLevel::Blocks, 0, "", "c")}));
    std::vector<std::pair<std::uint32_t, std::uint32_t>> seen;
    for (const auto* at = index.after(0, 0, any); at != nullptr;
         at = index.after(at->row, at->column, any))
        seen.emplace_back(at->row, at->column);
    const std::vector<std::pair<std::uint32_t, std::uint32_t>> expected{{5, 2}, {5, 4}, {9, 0}};
    QVERIFY(seen == expected);
    QCOMPARE(index.before(9, 0, any)->column, 4U);
    QCOMPARE(index.before(5, 4, blocking), nullptr);
    QCOMPARE(index.after(5, 1, blocking)->column, 4U);
    QCOMPARE(index.marksOf(5).size(), std::size_t{2});
    QVERIFY(index.marksOf(6).empty());
    QCOMPARE(leadsheet::text::render(index.text(index.marksOf(9).front())),
             std::string("c Type digits."));
}

void ProblemIndexTest::rowsWith_oneGroup_areItsRowsOnly() {
    ProblemIndex index;
    index.add(row(2, {problem(ProblemLevel::Blocks, 1, "x", "a"),
                      problem(ProblemLevel::Blocks, 2, "x", "a")}));
    index.add(row(3, {problem(ProblemLevel::Blocks, 1, "y", "b")}));
    index.add(row(4, {problem(ProblemLevel::Blocks, 1, "x", "a")}));
    QCOMPARE(index.groups().size(), std::size_t{2});
    const auto rows = index.rowsWith([](const ProblemMark& mark) { return mark.group == 0; });
    QVERIFY(rows == (std::vector<std::uint32_t>{2, 4}));
}

void ProblemIndexTest::group_ofRepeats_namesNoRowThatOneOfThemRepeats() {
    const auto repeats = [](ProblemCode code, std::uint32_t of) {
        Problem made = problem(ProblemLevel::Odd, 0, "", "As row " + std::to_string(of) + ".");
        made.code = code;
        return made;
    };
    for (const ProblemCode code : {ProblemCode::DuplicateRow, ProblemCode::DuplicateReference}) {
        ProblemIndex index;
        index.add(row(4, {repeats(code, 2)}));
        QVERIFY(leadsheet::text::render(index.groups().front().reason()).find("As row 2.") !=
                std::string::npos);
        index.add(row(5, {repeats(code, 3)}));
        QCOMPARE(index.groups().size(), std::size_t{1});
        const auto said = leadsheet::text::render(index.groups().front().reason());
        QVERIFY2(said.find("row 2") == std::string::npos && !said.empty(), said.c_str());
        QVERIFY(index.groups().front().text().find("As row 2") == std::string::npos);
    }
}

void ProblemIndexTest::groups_byWeight_putBlockingFirstThenTheMostFrequent() {
    ProblemIndex index;
    for (std::uint32_t i = 1; i <= 5; ++i)
        index.add(row(i, {problem(ProblemLevel::Odd, 1, "odd", "o")}));
    index.add(row(6, {problem(ProblemLevel::Blocks, 1, "once", "a")}));
    index.add(row(7, {problem(ProblemLevel::Blocks, 1, "twice", "b")}));
    index.add(row(8, {problem(ProblemLevel::Blocks, 1, "twice", "b")}));
    std::vector<std::string> values;
    for (const std::size_t at : index.groupsByWeight())
        values.push_back(index.groups()[at].value);
    QVERIFY(values == (std::vector<std::string>{"twice", "once", "odd"}));
}

void ProblemIndexTest::groups_moreDistinctValuesThanKept_shareOneWithoutValue() {
    ProblemIndex index;
    const auto rows = static_cast<std::uint32_t>(kMaxProblemGroups) + 50;
    for (std::uint32_t i = 1; i <= rows; ++i)
        index.add(row(i, {problem(ProblemLevel::Blocks, 1, "v" + std::to_string(i), "a")}));
    QCOMPARE(index.groups().size(), kMaxProblemGroups + 1);
    QCOMPARE(index.groups().back().value, std::string());
    QCOMPARE(index.groups().back().rows, std::uint64_t{50});
}

void ProblemIndexTest::texts_moreThanKept_fallBackToTheExample() {
    ProblemIndex index;
    const auto rows = static_cast<std::uint32_t>(kMaxProblemTexts) + 10;
    for (std::uint32_t i = 1; i <= rows; ++i)
        index.add(row(i, {problem(ProblemLevel::Odd, 1, "same", "as row " + std::to_string(i))}));
    QCOMPARE(leadsheet::text::render(index.text(index.marks().back())),
             std::string("as row 1 Type digits."));
    QCOMPARE(leadsheet::text::render(index.text(index.marks()[17])),
             std::string("as row 18 Type digits."));
}

void ProblemIndexTest::marks_moreThanKept_areCountedAndSaid() {
    ProblemIndex index(2000);
    const auto one = problem(ProblemLevel::Odd, 1, "same", "a");
    const std::vector<Problem> many(1000, one);
    index.add(row(1, many));
    index.add(row(2, many));
    QVERIFY(index.complete());
    index.add(row(9999, {one}));
    QVERIFY(!index.complete());
    QCOMPARE(index.marks().size(), std::size_t{2000});
    QCOMPARE(index.groups().front().rows, std::uint64_t{2001});
}

LEADSHEET_TEST(tst_problem_index, ProblemIndexTest);
#include "tst_problem_index.moc"
