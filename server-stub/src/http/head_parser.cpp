// SPDX-License-Identifier: Apache-2.0
#include "http/head_parser.hpp"

#include <boost/asio/buffer.hpp>
#include <boost/beast/http/basic_parser.hpp>
#include <limits>
#include <string>

namespace leadsheet::server::http {

namespace {

namespace beast = boost::beast;
using beast::error_code;

/// Collects into a Request; Beast's own containers would only be copied from.
class HeadParser final : public beast::http::basic_parser<true> {
public:
    HeadParser() {
        // Both limits are enforced by us.
        header_limit(std::numeric_limits<std::uint32_t>::max());
        body_limit(boost::none);
    }

    ParsedHead head;

private:
    void on_request_impl(beast::http::verb, beast::string_view method, beast::string_view target,
                         int version, error_code&) override {
        head.request.method.assign(method.data(), method.size());
        head.request.target.assign(target.data(), target.size());
        head.http11 = version == 11;
    }

    void on_field_impl(beast::http::field, beast::string_view name, beast::string_view value,
                       error_code&) override {
        head.request.headers.push_back(
            {std::string(name.data(), name.size()), std::string(value.data(), value.size())});
    }

    // Never called: only the head of a request is put in.
    void on_response_impl(int, beast::string_view, int, error_code&) override {}
    std::size_t on_body_impl(beast::string_view, error_code&) override { return 0; }
    void on_chunk_header_impl(std::uint64_t, beast::string_view, error_code&) override {}
    std::size_t on_chunk_body_impl(std::uint64_t, beast::string_view, error_code&) override {
        return 0;
    }
    void on_body_init_impl(const boost::optional<std::uint64_t>&, error_code&) override {}
    void on_header_impl(error_code&) override {}
    void on_finish_impl(error_code&) override {}
};

} // namespace

tl::expected<ParsedHead, Rejection> parseHead(std::string_view head) {
    HeadParser parser;
    parser.head.request.headers.reserve(16);
    error_code ec;
    const std::size_t consumed = parser.put(boost::asio::buffer(head.data(), head.size()), ec);
    if (ec || consumed != head.size() || !parser.is_header_done()) {
        const std::string reason = ec ? ": " + ec.message() : std::string();
        return tl::unexpected(malformed("The request head is malformed" + reason + "."));
    }
    return std::move(parser.head);
}

} // namespace leadsheet::server::http
