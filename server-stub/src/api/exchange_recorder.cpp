// SPDX-License-Identifier: Apache-2.0
#include "api/exchange_recorder.hpp"

#include "api/exchange.hpp"
#include "domain/text_check.hpp"

#include <boost/json.hpp>
#include <cstdlib>
#include <fcntl.h>
#include <unistd.h>
#include <utility>

namespace leadsheet::server::api {
namespace {

namespace json = boost::json;

std::string hexOf(std::string_view bytes) {
    static constexpr std::string_view kDigits = "0123456789abcdef";
    std::string out;
    out.reserve(bytes.size() * 2);
    for (const char byte : bytes) {
        const auto value = static_cast<unsigned char>(byte);
        out += kDigits[value / 16];
        out += kDigits[value % 16];
    }
    return out;
}

/// Bytes as text, as {"hex"} or, when there are too many, as null.
json::value kept(std::string_view bytes) {
    if (bytes.size() > ExchangeRecorder::kKeptBytes)
        return nullptr;
    if (domain::invalidUtf8At(bytes))
        return json::object{{"hex", hexOf(bytes)}};
    return json::string(bytes);
}

json::array fieldsOf(const std::vector<http::Header>& headers) {
    json::array out;
    for (const http::Header& header : headers) {
        const bool secret = http::equalsIgnoreCase(header.name, "x-api-key") ||
                            http::equalsIgnoreCase(header.name, "authorization");
        out.push_back(
            json::array{header.name, secret ? json::value("left out") : kept(header.value)});
    }
    return out;
}

/// The answer's part of a line; `begun` is the request's, an open JSON object.
std::string ended(std::string begun, const http::Response& response, std::string_view body,
                  bool whole) {
    const json::object answer{{"status", response.status},
                              {"headers", fieldsOf(response.headers)},
                              {"body", whole ? kept(body) : json::value(nullptr)}};
    begun += "\"answer\":" + json::serialize(answer) + "}\n";
    return begun;
}

} // namespace

/// Passes a streamed body on and keeps a copy of its beginning.
class ExchangeRecorder::Tee : public http::BodySource {
public:
    Tee(std::unique_ptr<http::BodySource> source, std::shared_ptr<ExchangeRecorder> recorder,
        std::string begun, const http::Response& response)
        : source_(std::move(source))
        , recorder_(std::move(recorder))
        , begun_(std::move(begun)) {
        head_.status = response.status;
        head_.headers = response.headers;
    }

    State read(std::string& out, std::size_t wanted) override {
        const std::size_t before = out.size();
        const State state = source_->read(out, wanted);
        if (whole_)
            copy_.append(out, before);
        if (copy_.size() > kKeptBytes) {
            whole_ = false;
            copy_ = std::string();
        }
        // A body that failed on the way is not an answer that was given.
        if (state == State::End)
            recorder_->write(ended(std::move(begun_), head_, copy_, whole_));
        return state;
    }

private:
    const std::unique_ptr<http::BodySource> source_;
    const std::shared_ptr<ExchangeRecorder> recorder_;
    std::string begun_;
    http::Response head_;
    std::string copy_;
    bool whole_ = true;
};

std::shared_ptr<ExchangeRecorder> ExchangeRecorder::fromEnvironment() {
#ifdef LEADSHEET_CAN_RECORD_EXCHANGES
    const char* folder = std::getenv("LEADSHEET_RECORD_EXCHANGES");
    if (folder != nullptr && *folder != '\0')
        return std::make_shared<ExchangeRecorder>(folder);
#endif
    return nullptr;
}

ExchangeRecorder::ExchangeRecorder(const std::string& folder)
    : file_(::open((folder + "/" + std::to_string(::getpid()) + ".ndjson").c_str(),
                   O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0600)) {}

ExchangeRecorder::~ExchangeRecorder() {
    if (file_ >= 0)
        ::close(file_);
}

std::string ExchangeRecorder::beginLine(const http::Request& request) const {
    const json::object part{{"method", request.method},
                            {"target", kept(request.target)},
                            {"path", kept(request.path)},
                            {"headers", fieldsOf(request.headers)},
                            {"body", request.spool ? json::value(nullptr) : kept(request.body)}};
    return "{\"request\":" + json::serialize(part) + ",";
}

void ExchangeRecorder::finishLine(std::string begun, const Exchange& exchange,
                                  http::Response& response) {
    begun += exchange.faulted ? "\"faulted\":true," : "\"faulted\":false,";
    if (response.stream)
        response.stream = std::make_unique<Tee>(std::move(response.stream), shared_from_this(),
                                                std::move(begun), response);
    else
        write(ended(std::move(begun), response, response.body, true));
}

void ExchangeRecorder::connectionAnswer(const http::Response& response) {
    write(ended("{\"request\":null,\"faulted\":false,", response, response.body, true));
}

void ExchangeRecorder::write(const std::string& line) {
    const std::lock_guard lock(mutex_);
    // One call for a line: other processes and threads may append to files of the same folder, and
    // a test may kill this process. A lost line must not fail the request.
    if (file_ >= 0) [[maybe_unused]]
        const ssize_t written = ::write(file_, line.data(), line.size());
}

} // namespace leadsheet::server::api
