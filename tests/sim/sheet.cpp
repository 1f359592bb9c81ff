// SPDX-License-Identifier: Apache-2.0
#include "sheet.hpp"

#include "leadsheet/app/column_map.hpp"
#include "leadsheet/app/sheet_check.hpp"
#include "leadsheet/try.hpp"
#include "leadsheet/work/planning.hpp"

#include <algorithm>
#include <fstream>
#include <map>

namespace leadsheet::sim {
namespace {

constexpr std::int64_t kFirstRow = 2; ///< below the header

/// The last word of the industry, which all spellings share.
std::string numberOf(const std::string& industry) {
    return industry.substr(industry.rfind(' ') + 1);
}

std::string cellOf(const std::string& text, bool quotes) {
    return quotes ? '"' + text + '"' : text;
}

} // namespace

Sheet::Sheet(Cast& cast, std::string machine, std::string account)
    : cast_(cast)
    , machine_(std::move(machine))
    , account_(std::move(account))
    , file_(cast.root / "sheets" / machine_ / "list.csv") {
    std::filesystem::create_directories(file_.parent_path());
}

/// The computers of an account have nearly the same sheet.
void Sheet::edit(int round) {
    World& world = cast_.world;
    for (int i = 0; round == 0 && i < world.plan().rows; ++i)
        lines_.push_back({"industry " + std::to_string(i)});
    if (round > 0)
        lines_.push_back({"industry " + std::to_string(world.plan().rows + round)});
    if (!hasReferences_ && strikes(Kind::References, 7'000)) {
        hasReferences_ = true;
        columns_.emplace_back("Reference");
    }
    respell(round > 0);
    if (strikes(Kind::Copies, 5'000))
        lines_.push_back(lines_[world.draw(Kind::Copies, lines_.size())]);
    for (Line& line : lines_)
        if (hasReferences_ && line.reference.empty())
            line.reference = "R-" + numberOf(line.industry);
    confuse();
    std::rotate(lines_.begin(), lines_.begin() + 1, lines_.end());
    rearrange();
    wish();
}

void Sheet::change() {
    respell(true);
    rearrange();
    wish();
}

/// Two rows have one reference, or those of the whole column moved by a row, as when it is sorted
/// without the others.
void Sheet::confuse() {
    if (!hasReferences_ || !strikes(Kind::WrongReferences, 5'000))
        return;
    if (cast_.world.draw(Kind::WrongReferences, 2) == 0) {
        lines_.back().reference = lines_.front().reference;
        return;
    }
    const std::string first = lines_.front().reference;
    for (std::size_t i = 1; i < lines_.size(); ++i)
        lines_[i - 1].reference = lines_[i].reference;
    lines_.back().reference = first;
}

void Sheet::rearrange() {
    if (!strikes(Kind::Rearranges, 5'000))
        return;
    World& world = cast_.world;
    for (std::size_t i = columns_.size(); i > 1; --i)
        std::swap(columns_[i - 1], columns_[world.draw(Kind::Rearranges, i)]);
    separator_ = world.draw(Kind::Rearranges, 2) == 0 ? ',' : ';';
    quotes_ = world.draw(Kind::Rearranges, 2) == 0;
    const bool rises = world.draw(Kind::Rearranges, 2) == 0;
    std::stable_sort(lines_.begin(), lines_.end(), [rises](const Line& one, const Line& other) {
        return rises ? one.industry < other.industry : other.industry < one.industry;
    });
}

void Sheet::respell(bool counts) {
    for (Line& line : lines_) {
        if (strikes(Kind::Respells, 2'000))
            line.industry.front() = cast_.world.draw(Kind::Respells, 2) == 0 ? 'I' : 'i';
        if (counts && strikes(Kind::Recounts, 2'000))
            ++line.leads;
    }
}

void Sheet::wish() {
    std::map<std::string, int> copies;
    for (const Line& line : lines_) {
        const std::string wish = "industry " + numberOf(line.industry);
        const int count = ++copies[wish];
        cast_.model.wish(account_, wish, line.leads, wantsCopies() ? count : 1);
        cast_.model.refers(account_, wish, line.reference);
    }
    flawed_.clear();
    run_ = {};
}

std::string Sheet::text() const {
    std::string text;
    const auto add = [&](const auto& cell) {
        for (const std::string& column : columns_)
            text += (&column == &columns_.front() ? std::string() : std::string(1, separator_)) +
                    cellOf(cell(column), quotes_);
        text += '\n';
    };
    add([](const std::string& column) { return column; });
    for (const Line& line : lines_)
        add([&](const std::string& column) {
            return column == "Product"      ? std::string("Filters")
                   : column == "Industries" ? line.industry
                   : column == "Leads"      ? std::to_string(line.leads)
                                            : line.reference;
        });
    return text;
}

Result<submit::RunId> Sheet::plan(work::RunLedger& held, const submit::AccountRef& account) {
    flawed_.clear();
    std::ofstream(file_) << text();
    work::SheetPlan plan;
    plan.path = file_;
    plan.title = "list";
    plan.sourceName = "list.csv";
    plan.options.sheet.hashInput = true;
    plan.orderDuplicates = wantsCopies();
    const auto refuse = [](const app::SheetError& error) {
        throw Broken("a sheet can be read", std::string(app::sheetErrorName(error.code)));
    };
    if (hasReferences_)
        plan.options.map = app::parseMapSpec("reference=Reference").value();
    auto check = app::SheetCheck::open(file_, plan.options);
    if (!check)
        refuse(check.error());
    const auto planned =
        work::planSheet(*held.ledger, held.lock(), {account, "USD"}, plan, *check, [](auto) {}, {});
    if (!planned) {
        if (const auto* error = std::get_if<app::SheetError>(&planned.error()))
            refuse(*error);
        return failure(std::get<Error>(planned.error()));
    }
    if (planned->rows != static_cast<std::int64_t>(lines_.size()))
        throw Broken("every row is read", machine_ + " has " + std::to_string(lines_.size()) +
                                              " rows, and " + std::to_string(planned->rows) +
                                              " were read");
    cast_.world.count(hasReferences_ ? "sheets with references" : "sheets");
    run_ = planned->run;
    return planned->run;
}

void Sheet::note(const submit::RowRecord& row) {
    if (row.ref.run != run_.value)
        return;
    const bool isKeyUsed = row.state == submit::RowState::Refused && isReferenceUsed(row);
    const bool endedElsewhere =
        row.state == submit::RowState::Ended && cast_.model.isAmbiguous(account_, row.reference);
    if (endedElsewhere || row.state == submit::RowState::NeedsFix || row.isReferenceTaken() ||
        isKeyUsed)
        flawed_.insert(row.sourceRow);
}

bool Sheet::repair() {
    if (flawed_.empty())
        return false;
    for (const std::int64_t row : flawed_) {
        Line& line = lines_.at(static_cast<std::size_t>(row - kFirstRow));
        line.reference = "R-" + machine_ + "-" + std::to_string(++ownReferences_);
        cast_.world.count("references put right");
    }
    wish();
    return true;
}

bool isReferenceUsed(const submit::RowRecord& row) {
    return !row.reference.empty() && row.code == "idempotency_key_reused";
}

} // namespace leadsheet::sim
