// SPDX-License-Identifier: Apache-2.0
#include "http/body_reader.hpp"

#include "http/chars.hpp"

#include <algorithm>
#include <charconv>

namespace leadsheet::server::http {

namespace {

void skipBlanks(std::string_view& text) {
    text.remove_prefix(std::min(text.find_first_not_of(" \t"), text.size()));
}

bool takeToken(std::string_view& text) {
    const auto end = std::find_if_not(text.begin(), text.end(), isTokenChar);
    const bool found = end != text.begin();
    text.remove_prefix(static_cast<std::size_t>(end - text.begin()));
    return found;
}

bool takeQuoted(std::string_view& text) {
    for (std::size_t i = 1; i < text.size(); ++i) {
        if (text[i] == '\\') {
            ++i;
        } else if (text[i] == '"') {
            text.remove_prefix(i + 1);
            return true;
        }
    }
    return false;
}

/// chunk-ext = *( BWS ";" BWS token [ BWS "=" BWS ( token / quoted-string ) ] )
bool isExtensions(std::string_view text) {
    while (!text.empty()) {
        skipBlanks(text);
        if (!text.starts_with(';')) {
            return false;
        }
        text.remove_prefix(1);
        skipBlanks(text);
        if (!takeToken(text)) {
            return false;
        }
        std::string_view value = text;
        skipBlanks(value);
        if (value.starts_with('=')) {
            value.remove_prefix(1);
            skipBlanks(value);
            if (!(value.starts_with('"') ? takeQuoted(value) : takeToken(value))) {
                return false;
            }
            text = value;
        }
    }
    return true;
}

} // namespace

BodyReader::BodyReader(const HttpLimits& limits, const Framing& framing)
    : limits_(&limits)
    , state_(framing.chunked             ? State::SizeLine
             : framing.contentLength > 0 ? State::Length
                                         : State::Complete)
    , left_(framing.contentLength) {}

BodyReader::Step BodyReader::read(std::string_view bytes, std::string& body) {
    Step step;
    while (step.consumed < bytes.size() && !complete() && !step.rejection) {
        if (state_ == State::Length || state_ == State::ChunkData) {
            takeData(bytes.substr(step.consumed), step, body);
        } else {
            takeLineByte(bytes[step.consumed++], step, body);
        }
    }
    return step;
}

void BodyReader::takeData(std::string_view bytes, Step& step, std::string& body) {
    const auto count = static_cast<std::size_t>(std::min<std::uint64_t>(left_, bytes.size()));
    body.append(bytes.substr(0, count));
    step.consumed += count;
    left_ -= count;
    if (left_ == 0) {
        state_ = state_ == State::Length ? State::Complete : State::DataEnd;
    }
}

void BodyReader::takeLineByte(char c, Step& step, const std::string& body) {
    if (sawCarriageReturn_) {
        sawCarriageReturn_ = false;
        step.rejection = c == '\n' ? endOfLine(body)
                                   : malformed("A carriage return in the chunked body is not "
                                               "followed by a line feed.");
        return;
    }
    if (c == '\r') {
        sawCarriageReturn_ = true;
    } else if (state_ == State::DataEnd) {
        step.rejection = malformed("The data of a chunk is not followed by CR LF.");
    } else if (isForbiddenControl(c)) {
        step.rejection = malformed(
            c == '\n' ? "A line of the chunked body ends with a bare line feed instead of CR LF."
                      : "A line of the chunked body contains a control character.");
    } else if (line_.size() + trailerBytes_ >= limits_->chunkLineBytes) {
        step.rejection = malformed("A chunk's size line, or the trailers, are longer than " +
                                   std::to_string(limits_->chunkLineBytes) + " bytes.");
    } else {
        line_.push_back(c);
    }
}

std::optional<Rejection> BodyReader::endOfLine(const std::string& body) {
    std::optional<Rejection> bad;
    if (state_ == State::DataEnd) {
        state_ = State::SizeLine;
    } else if (state_ == State::SizeLine) {
        bad = sizeLine(body);
    } else {
        bad = trailerLine();
    }
    line_.clear();
    return bad;
}

std::optional<Rejection> BodyReader::sizeLine(const std::string& body) {
    const char* const end = line_.data() + line_.size();
    std::uint64_t size = 0;
    const auto parsed = std::from_chars(line_.data(), end, size, 16);
    // from_chars takes a minus sign even for an unsigned number.
    if (line_.empty() || hexValue(line_.front()) < 0) {
        return malformed("A chunk size is not a hexadecimal number.");
    }
    if (parsed.ec == std::errc::result_out_of_range) {
        return malformed("A chunk size is larger than any body can be.");
    }
    if (!isExtensions({parsed.ptr, static_cast<std::size_t>(end - parsed.ptr)})) {
        return malformed("A chunk size is followed by something that is no chunk extension.");
    }
    if (size > limits_->bodyBytes - body.size()) {
        return payloadTooLarge("The request body is larger than " +
                               std::to_string(limits_->bodyBytes) + " bytes.");
    }
    left_ = size;
    state_ = size == 0 ? State::Trailers : State::ChunkData;
    return std::nullopt;
}

std::optional<Rejection> BodyReader::trailerLine() {
    if (line_.empty()) {
        state_ = State::Complete;
        return std::nullopt;
    }
    trailerBytes_ += line_.size();
    const std::size_t colon = line_.find(':');
    if (colon == std::string::npos || !isToken(std::string_view(line_).substr(0, colon))) {
        return malformed("A trailer field of the chunked body is malformed.");
    }
    return std::nullopt;
}

} // namespace leadsheet::server::http
