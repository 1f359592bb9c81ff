// SPDX-License-Identifier: Apache-2.0
#include "sheet/format/number_format.hpp"

#include <algorithm>
#include <array>

namespace leadsheet::app {
namespace {

struct BuiltinCode {
    std::uint32_t id;
    std::string_view code;
};

constexpr std::string_view kDate = "m/d/yyyy";
// Ids that are a time of day in Chinese and a date in Japanese and Korean.
constexpr std::string_view kDateOrTime = "[<1]h:mm:ss;m/d/yyyy";

constexpr auto kBuiltins = std::to_array<BuiltinCode>({
    {0, "General"},
    {1, "0"},
    {2, "0.00"},
    {3, "#,##0"},
    {4, "#,##0.00"},
    {5, "\"$\"#,##0_);(\"$\"#,##0)"},
    {6, "\"$\"#,##0_);[Red](\"$\"#,##0)"},
    {7, "\"$\"#,##0.00_);(\"$\"#,##0.00)"},
    {8, "\"$\"#,##0.00_);[Red](\"$\"#,##0.00)"},
    {9, "0%"},
    {10, "0.00%"},
    {11, "0.00E+00"},
    {12, "# ?/?"},
    {13, "# ?\?/?\?"},
    {14, kDate},
    {15, "d-mmm-yy"},
    {16, "d-mmm"},
    {17, "mmm-yy"},
    {18, "h:mm AM/PM"},
    {19, "h:mm:ss AM/PM"},
    {20, "h:mm"},
    {21, "h:mm:ss"},
    {22, "m/d/yyyy h:mm"},
    {27, kDate},
    {28, kDate},
    {29, kDate},
    {30, kDate},
    {31, kDate},
    {32, "h:mm"},
    {33, "h:mm:ss"},
    {34, kDateOrTime},
    {35, kDateOrTime},
    {36, kDate},
    {37, "#,##0_);(#,##0)"},
    {38, "#,##0_);[Red](#,##0)"},
    {39, "#,##0.00_);(#,##0.00)"},
    {40, "#,##0.00_);[Red](#,##0.00)"},
    {41, "_(* #,##0_);_(* (#,##0);_(* \"-\"_);_(@_)"},
    {42, "_(\"$\"* #,##0_);_(\"$\"* (#,##0);_(\"$\"* \"-\"_);_(@_)"},
    {43, "_(* #,##0.00_);_(* (#,##0.00);_(* \"-\"??_);_(@_)"},
    {44, "_(\"$\"* #,##0.00_);_(\"$\"* (#,##0.00);_(\"$\"* \"-\"??_);_(@_)"},
    {45, "mm:ss"},
    {46, "[h]:mm:ss"},
    {47, "mm:ss.0"},
    {48, "##0.0E+0"},
    {49, "@"},
    {50, kDate},
    {51, kDate},
    {52, kDate},
    {53, kDate},
    {54, kDate},
    {55, kDateOrTime},
    {56, kDateOrTime},
    {57, kDate},
    {58, kDate},
    {59, "0"},
    {60, "0.00"},
    {61, "#,##0"},
    {62, "#,##0.00"},
    {67, "0%"},
    {68, "0.00%"},
    {69, "# ?/?"},
    {70, "# ?\?/?\?"},
    {71, kDate},
    {72, "d-mmm-yy"},
    {73, "d-mmm"},
    {74, "mmm-yy"},
    {75, "h:mm"},
    {76, "h:mm:ss"},
    {77, "m/d/yyyy h:mm"},
    {78, "mm:ss"},
    {79, "[h]:mm:ss"},
    {80, "mm:ss.0"},
    {81, kDate},
});

} // namespace

NumberFormat NumberFormat::builtin(std::uint32_t id) {
    const auto found = std::lower_bound(
        kBuiltins.begin(), kBuiltins.end(), id,
        [](const BuiltinCode& entry, std::uint32_t want) { return entry.id < want; });
    const bool known = found != kBuiltins.end() && found->id == id;
    return parse(known ? found->code : kBuiltins.front().code);
}

} // namespace leadsheet::app
