// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "leadsheet/app/record_writer.hpp"
#include "leadsheet/model/lead.hpp"

#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace leadsheet::app {

/// The columns of an export, typed as the fields are.
std::vector<ExportColumn> leadColumns(std::span<const LeadField> fields);

/// Appends the values of these fields as they go into a file, timestamps as moments.
void encodeLead(std::string& out, const Lead& lead, std::span<const LeadField> fields);

/// The reason of the result of a lead that was erased.
inline constexpr std::string_view kErasedReason = "erased";

/// Whether the service still shows it once the lead was erased (docs/privacy.md).
bool staysWhenErased(LeadField field);

/// Makes of these values what is left of the lead once it was erased.
void eraseValues(std::span<const LeadField> fields, std::span<ExportValue> values);

/// Takes encoded leads apart.
class LeadRowReader {
public:
    /// Takes `values.size()` values from the front of `bytes`, in whose memory their texts stay;
    /// lists are valid until the next call. False when the values are not there.
    bool next(std::string_view& bytes, std::span<ExportValue> values);

private:
    bool takeValue(std::string_view& bytes, ExportValue& value);
    bool takeList(std::string_view& bytes, ExportValue& value);

    std::vector<std::vector<std::string_view>> lists_; ///< of the row, kept for their memory
    std::size_t used_ = 0;
};

/// Integers of the part file, in this machine's byte order.
template <class T>
void appendRaw(std::string& out, T value) {
    out.append(reinterpret_cast<const char*>(&value), sizeof(T));
}
template <class T>
bool takeRaw(std::string_view& bytes, T& value) {
    if (bytes.size() < sizeof(T))
        return false;
    bytes.copy(reinterpret_cast<char*>(&value), sizeof(T));
    bytes.remove_prefix(sizeof(T));
    return true;
}

} // namespace leadsheet::app
