// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QJsonObject>
#include <QProcess>
#include <filesystem>
#include <map>
#include <string>
#include <string_view>
#include <vector>

namespace leadsheet::test {

/// What a peer read: "1!B2" -> "text:007", and what peer.py says besides.
using Dump = std::map<std::string, std::string>;

/// "number:" and the shortest text of it, so that numbers of all peers compare.
std::string numberText(double value);
/// "1!B3" for the first tab; row from 1, column from 0.
std::string cellKey(std::uint32_t row, std::uint32_t column);
/// What is in one and not, or differently, in the other; "" when they are the same.
std::string difference(const Dump& expected, const Dump& found);

/// Another program that reads sheets, kept running until the end of the tests: starting
/// LibreOffice takes seconds. Not thread-safe.
class Peer {
public:
    enum class Kind { Openpyxl, LibreOffice, SheetJs };

    struct Answer {
        Dump read;
        std::string error;
    };

    explicit Peer(Kind kind);
    ~Peer();

    /// Why it cannot be used and what to install; "" when it can.
    const std::string& problem() const { return problem_; }
    Kind kind() const { return kind_; }

    Answer ask(QJsonObject request);
    /// A workbook; with `facts`, looks, widths, comments, rules and the like as well.
    Answer read(const std::filesystem::path& file, bool facts = false);

private:
    std::string line();

    Kind kind_;
    QProcess process_;
    std::string problem_;
};

} // namespace leadsheet::test
