// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <memory>
#include <string_view>
#include <vector>

namespace leadsheet::app {

/// Memory for cell texts that differ from the bytes in the file; addresses stay until `reset`.
class TextArena {
public:
    char* allocate(std::size_t bytes);
    /// A copy of `text` that lives here.
    std::string_view keep(std::string_view text);
    void reset();

private:
    struct Block {
        std::unique_ptr<char[]> data;
        std::size_t size = 0;
    };
    std::vector<Block> blocks_;
    std::size_t used_ = 0;
};

} // namespace leadsheet::app
