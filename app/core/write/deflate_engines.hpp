// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "write/deflater.hpp"

namespace leadsheet::app {

std::unique_ptr<Deflater> makeZlibDeflater();
/// Defined by builds with ISA-L only.
std::unique_ptr<Deflater> makeIsalDeflater();

} // namespace leadsheet::app
