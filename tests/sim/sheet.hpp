// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "actors.hpp"

#include "leadsheet/submit/row.hpp"
#include "leadsheet/submit/run.hpp"
#include "leadsheet/work/run_ledger.hpp"

#include <set>
#include <string>
#include <vector>

namespace leadsheet::sim {

/// A CSV file that a person keeps, and what they do to it between two submissions: new rows,
/// respelled ones, copies, another order of rows and columns, a column of references with mistakes.
class Sheet {
public:
    Sheet(Cast& cast, std::string machine, std::string account);

    /// For the n-th submission.
    void edit(int round);
    /// While a run of it waits.
    void change();
    /// What it says now is what is wanted.
    void wish();
    std::size_t size() const { return lines_.size(); }

    /// Reads it as the programs do: the file is opened, mapped, checked and planned.
    Result<submit::RunId> plan(work::RunLedger& held, const submit::AccountRef& account);

    /// Takes in how a row of the run planned last ended, by the number that the person sees.
    void note(const submit::RowRecord& row);
    /// Gives rows that were left out for their reference one that nobody has; whether there were
    /// any.
    bool repair();

private:
    struct Line {
        std::string industry;
        std::int64_t leads = 5;
        std::string reference{};
    };
    /// Rows that are there twice are meant so.
    bool wantsCopies() const { return cast_.world.plan().on.contains(Kind::Again); }
    bool strikes(Kind kind, int chance) { return cast_.world.strikes(kind, chance, machine_); }
    void respell(bool counts);
    void rearrange();
    void confuse();
    std::string text() const;

    Cast& cast_;
    const std::string machine_;
    const std::string account_;
    const std::filesystem::path file_;
    std::vector<Line> lines_;
    std::vector<std::string> columns_{"Product", "Industries", "Leads"};
    char separator_ = ',';
    bool quotes_ = false;
    bool hasReferences_ = false;
    submit::RunId run_;             ///< planned last, of what it says now
    std::set<std::int64_t> flawed_; ///< rows by number
    int ownReferences_ = 0;
};

/// The row's reference bought something different, so that nothing can be ordered under it.
bool isReferenceUsed(const submit::RowRecord& row);

} // namespace leadsheet::sim
