// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "store/postgres/dialect.hpp"
#include "store/sql_session.hpp"

#include <cstddef>
#include <cstdint>
#include <deque>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

namespace leadsheet::server::store::postgres {

inline constexpr int kTextFormat = 0;
inline constexpr int kBinaryFormat = 1;

/// Values as libpq wants them. Text goes as it is, numbers as text, bytes as bytes.
class Parameters {
public:
    explicit Parameters(std::span<const SqlValue> values) {
        for (const SqlValue& value : values)
            add(value);
    }
    int count() const { return static_cast<int>(values_.size()); }
    const char* const* values() const { return values_.data(); }
    const int* lengths() const { return lengths_.data(); }
    const int* formats() const { return formats_.data(); }
    std::size_t bytes() const { return bytes_; }

private:
    void add(const SqlValue& given) {
        const auto& value = given.get();
        if (const auto* number = std::get_if<std::int64_t>(&value))
            keep(std::to_string(*number), kTextFormat);
        else if (const auto* text = std::get_if<std::string_view>(&value)) {
            if (isStorable(*text))
                push(text->data(), text->size(), kBinaryFormat);
            else
                keep(storable(*text), kBinaryFormat);
        } else if (const auto* blob = std::get_if<SqlBlob>(&value))
            push(reinterpret_cast<const char*>(blob->bytes.data()), blob->bytes.size(),
                 kBinaryFormat);
        else {
            values_.push_back(nullptr);
            lengths_.push_back(0);
            formats_.push_back(kTextFormat);
        }
    }
    void keep(std::string text, int format) {
        const std::string& kept = kept_.emplace_back(std::move(text));
        push(kept.c_str(), kept.size(), format);
    }
    void push(const char* bytes, std::size_t size, int format) {
        values_.push_back(bytes == nullptr ? "" : bytes); // a null pointer is NULL
        lengths_.push_back(static_cast<int>(size));
        formats_.push_back(format);
        bytes_ += size;
    }

    std::size_t bytes_ = 0;
    std::deque<std::string> kept_;
    std::vector<const char*> values_;
    std::vector<int> lengths_;
    std::vector<int> formats_;
};

} // namespace leadsheet::server::store::postgres
