// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "http/message.hpp"

#include <cstddef>
#include <memory>
#include <mutex>
#include <string>

namespace leadsheet::server::api {

struct Exchange;

/// Writes every exchange as one line of JSON, for the check that holds a whole test run against the
/// API document (tests/contract/check_exchanges.mjs). Keys are left out; everything else is written
/// as it is, so only builds with tests can record at all. Thread-safe.
class ExchangeRecorder : public std::enable_shared_from_this<ExchangeRecorder> {
public:
    /// Bytes of a body that are kept; of a longer one only the size is known.
    static constexpr std::size_t kKeptBytes = std::size_t{1024} * 1024;

    /// Null unless the environment variable LEADSHEET_RECORD_EXCHANGES names a folder. All servers
    /// of a process append to one file in it.
    static std::shared_ptr<ExchangeRecorder> fromEnvironment();

    /// Appends to `folder`/<process id>.ndjson; writes nothing when that cannot be opened.
    /// Held by a shared_ptr: streamed answers may outlive the server that began them.
    explicit ExchangeRecorder(const std::string& folder);
    ~ExchangeRecorder();
    ExchangeRecorder(const ExchangeRecorder&) = delete;
    ExchangeRecorder& operator=(const ExchangeRecorder&) = delete;

    /// The request's part of the line. Taken before the stages, which unpack bodies.
    std::string beginLine(const http::Request& request) const;
    /// Writes the line; of a streamed answer when its last piece has been produced.
    void finishLine(std::string begun, const Exchange& exchange, http::Response& response);
    /// An answer of the connection's own to a request that it could not read.
    void connectionAnswer(const http::Response& response);

private:
    class Tee;

    void write(const std::string& line);

    const int file_;
    std::mutex mutex_;
};

} // namespace leadsheet::server::api
