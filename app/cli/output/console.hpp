// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "../failure.hpp"
#include "text.hpp"

#include <boost/json/object.hpp>
#include <mutex>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace leadsheet::cli {

struct ConsoleOptions {
    bool json = false;
    bool quiet = false;
    bool noColour = false;
    bool verbose = false;
};

/// Everything the program says. Results go to standard output: words, or one JSON object a line.
/// Notes, progress and failures go to standard error. Thread-safe. A reader that goes away (`|
/// head`) is not an error: further output is dropped.
class Console {
public:
    explicit Console(const ConsoleOptions& options);

    bool json() const { return options_.json; }
    /// Whether a person can be asked: standard input and standard error are terminals, and nothing
    /// is diverted.
    bool canAsk() const;
    /// Standard output takes no more: nobody reads it any longer, or it cannot be written.
    bool outputLost() const;
    /// errno of output that somebody expects and does not get whole; nothing where a reader went.
    std::optional<int> outputFailure() const;

    /// A line of the result; nothing with --json or --quiet.
    void say(const Text& line = {});
    /// A line of the result that continues under `indent` when the terminal is narrow.
    void say(const Text& line, std::size_t indent);
    /// One object of the result; nothing without --json.
    void emit(const boost::json::object& object);
    /// A remark beside the result, on standard error; nothing with --quiet.
    void note(const Text& line);
    /// Only with --verbose.
    void log(std::string_view line);
    /// Until it is given null, puts what would be shown into `report` instead, as plain text, and
    /// emits nothing. `report` must outlive that.
    void divert(std::string* report);
    bool isDiverted() const { return report_ != nullptr; }

    /// Always shown, on standard error, and as an `error` object with --json.
    void failed(const Failure& failure);

    /// The one moving line on standard error; shown only on a terminal, without --quiet.
    void progress(std::string_view line);
    void endProgress();
    bool showsProgress() const { return progressVisible_; }

    /// A question on standard error; stays on the line.
    void ask(const Text& question);

    /// Width of the terminal on standard output; 0 when it is none.
    std::size_t columns() const { return out_.columns; }

    /// Bytes for standard output as they are (completion scripts, the manual).
    void raw(std::string_view bytes);

private:
    void write(int descriptor, std::string_view bytes);
    void clearProgress();
    bool diverted(const Text& line, std::size_t indent);

    ConsoleOptions options_;
    TextLook out_;
    TextLook err_;
    bool progressVisible_ = false;
    mutable std::mutex mutex_;
    std::string shownProgress_;
    std::string* report_ = nullptr;
    std::optional<int> outputLost_; ///< errno
};

/// Rows of cells in columns that line up. The last column is cut to the terminal's width.
class Table {
public:
    enum class Align { Left, Right };
    struct Column {
        std::string title;
        Align align = Align::Left;
    };

    explicit Table(std::vector<Column> columns)
        : columns_(std::move(columns)) {}
    void row(std::vector<std::string> cells);
    bool empty() const { return rows_.empty(); }
    void print(Console& console, std::size_t indent = 0) const;
    /// The same, or what is said where there is no row.
    void printOr(Console& console, const Text& none) const;

private:
    std::vector<Column> columns_;
    std::vector<std::vector<std::string>> rows_;
};

} // namespace leadsheet::cli
