// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "leadsheet/app/cell.hpp"

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>

namespace leadsheet::app {

/// A spreadsheet number format code (ECMA-376 part 1, 18.8.30 and 18.8.31) ready to render values.
/// Rendering follows what spreadsheet programs show in English (en-US) at a wide enough column.
/// Immutable; any thread may render.
class NumberFormat {
public:
    /// Never fails: a code that does not parse renders like General.
    static NumberFormat parse(std::string_view code);
    /// The built-in format with this id (18.8.30), General for unknown ids. `*code` shown by
    /// programs for locale-dependent ids is the en-US one.
    static NumberFormat builtin(std::uint32_t id);
    NumberFormat(NumberFormat&&) noexcept;
    NumberFormat& operator=(NumberFormat&&) noexcept;
    ~NumberFormat();

    /// Date for formats with a date part, Time for those with only time parts (elapsed included),
    /// else Number.
    CellKind kind() const;
    /// Plain General or integer-like without decoration, where the fast path of `appendGeneral` is
    /// exact.
    bool general() const;
    /// Appends the displayed text of a number. `date1904` chooses the epoch of date parts.
    void append(std::string& out, double value, bool date1904) const;
    /// Appends what the text section makes of a text ("@" or none: the text itself).
    void appendText(std::string& out, std::string_view text) const;

private:
    struct Impl;
    explicit NumberFormat(std::unique_ptr<Impl> impl);
    std::unique_ptr<Impl> impl_;
};

/// A number as the format General shows it in a wide column but without losing digits: shortest
/// text that reads back to the same double, integers below 1e21 without exponent.
void appendGeneral(std::string& out, double value);

/// A calendar date and time of day of a serial. Days before 1900-03-01 follow the 1900 leap year
/// bug; absent when the serial is negative or past 9999-12-31.
struct SerialTime {
    int year = 0, month = 0, day = 0; ///< day 0 and 29 February 1900 exist in the 1900 system
    int weekday = 0;                  ///< 0 = Sunday
    int hour = 0, minute = 0, second = 0;
    int millisecond = 0;
};
bool serialTime(double serial, bool date1904, int subsecondDigits, SerialTime& out);

} // namespace leadsheet::app
