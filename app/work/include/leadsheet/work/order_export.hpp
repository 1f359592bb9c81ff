// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "leadsheet/app/record_writer.hpp"
#include "leadsheet/model/order.hpp"

#include <filesystem>
#include <span>

/// A list of orders as a file. Blocking; any thread.
namespace leadsheet::work {

/// Writes these orders, in this order, one row each, in the format that the file's name ends with
/// (app::exportFormatFor), else as CSV. Columns are named as the API names them; amounts that
/// cannot be known are empty, times are moments. Errors: OutputExists unless `overwrite`, and those
/// of app::RecordWriter; nothing half-written is left behind.
[[nodiscard]] app::SheetResult<app::ExportReport>
writeOrders(const std::filesystem::path& file, std::span<const Order> orders, bool overwrite);

} // namespace leadsheet::work
