// SPDX-License-Identifier: Apache-2.0
#pragma once

namespace leadsheet::server::program {

inline constexpr int kExitDone = 0;
inline constexpr int kExitInternal = 1;
inline constexpr int kExitUsage = 2;    ///< arguments or settings
inline constexpr int kExitListen = 3;   ///< address or port
inline constexpr int kExitTls = 4;      ///< certificate or key
inline constexpr int kExitDatabase = 5; ///< database or pepper
inline constexpr int kExitFile = 6;     ///< key file or access log

} // namespace leadsheet::server::program
