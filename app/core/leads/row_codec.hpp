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

/// Appends the values of these fields as they go into a file: lists joined, timestamps as moments.
void encodeLead(std::string& out, const Lead& lead, std::span<const LeadField> fields);

/// Takes `values.size()` values from the front of `bytes`; texts stay in its memory. False when
/// they are not there.
bool decodeLead(std::string_view& bytes, std::span<ExportValue> values);

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
