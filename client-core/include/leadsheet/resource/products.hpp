// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "leadsheet/model/product.hpp"
#include "leadsheet/options.hpp"
#include "leadsheet/result.hpp"

#include <memory>
#include <vector>

namespace leadsheet {

namespace detail {
class CallRunner;
}

/// `/v1/products`. Thread-safe; cheap to copy; outlives its Client.
class Products {
public:
    explicit Products(std::shared_ptr<detail::CallRunner> runner)
        : runner_(std::move(runner)) {}

    Result<std::vector<Product>> list(const CallOptions& options = {}) const;

private:
    std::shared_ptr<detail::CallRunner> runner_;
};

} // namespace leadsheet
