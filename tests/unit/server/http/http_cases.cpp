// SPDX-License-Identifier: Apache-2.0
#include "http_cases.hpp"

namespace leadsheet::test {

namespace {

std::string get(const std::string& target) {
    return "GET " + target + " HTTP/1.1\r\nHost: a\r\n\r\n";
}

std::string withFields(const std::string& fields) {
    return "GET / HTTP/1.1\r\nHost: a\r\n" + fields + "\r\n";
}

std::string post(const std::string& fields, const std::string& body) {
    return "POST /x HTTP/1.1\r\nHost: a\r\n" + fields + "\r\n" + body;
}

std::string chunked(const std::string& body) {
    return post("Transfer-Encoding: chunked\r\n", body);
}

std::string nul(const std::string& before, const std::string& after) {
    return before + std::string(1, '\0') + after;
}

std::string manyFields(int count) {
    std::string fields;
    for (int i = 0; i < count; ++i) {
        fields += "X-" + std::to_string(i) + ": 1\r\n";
    }
    return fields;
}

std::string manyParameters(int count) {
    std::string query;
    for (int i = 0; i < count; ++i) {
        query += "a&";
    }
    return query;
}

void add(std::vector<HttpCase>& cases, std::vector<HttpCase> more) {
    cases.insert(cases.end(), more.begin(), more.end());
}

std::vector<HttpCase> badLengths() {
    return {
        {"both length and chunked",
         post("Content-Length: 5\r\nTransfer-Encoding: chunked\r\n", "0\r\n\r\n"), 400},
        {"chunked before length",
         post("Transfer-Encoding: chunked\r\nContent-Length: 5\r\n", "0\r\n\r\n"), 400},
        {"two equal lengths", post("Content-Length: 5\r\nContent-Length: 5\r\n", "hello"), 400},
        {"two different lengths", post("Content-Length: 5\r\nContent-Length: 6\r\n", "hello!"),
         400},
        {"length list of equals", post("Content-Length: 5, 5\r\n", "hello"), 400},
        {"length list", post("Content-Length: 5, 6\r\n", "hello"), 400},
        {"negative length", post("Content-Length: -1\r\n", ""), 400},
        {"length with plus", post("Content-Length: +5\r\n", "hello"), 400},
        {"length in hexadecimal", post("Content-Length: 0x5\r\n", "hello"), 400},
        {"length with a unit", post("Content-Length: 5 bytes\r\n", "hello"), 400},
        {"fractional length", post("Content-Length: 5.0\r\n", "hello"), 400},
        {"empty length", post("Content-Length: \r\n", "hello"), 400},
        {"length over 64 bits", post("Content-Length: 99999999999999999999999\r\n", ""), 400},
        {"length over the limit", post("Content-Length: 16777217\r\n", ""), 413},
        {"length over the limit with expectation",
         post("Content-Length: 16777217\r\nExpect: 100-continue\r\n", ""), 413},
    };
}

std::vector<HttpCase> badTransferEncodings() {
    return {
        {"gzip then chunked", post("Transfer-Encoding: gzip, chunked\r\n", "0\r\n\r\n"), 501},
        {"chunked twice in a list", post("Transfer-Encoding: chunked, chunked\r\n", "0\r\n\r\n"),
         400},
        {"chunked in two fields",
         post("Transfer-Encoding: chunked\r\nTransfer-Encoding: chunked\r\n", "0\r\n\r\n"), 400},
        {"identity", post("Transfer-Encoding: identity\r\n", "hello"), 501},
        {"chunked then identity", post("Transfer-Encoding: chunked, identity\r\n", "0\r\n\r\n"),
         400},
        {"chunked then gzip", post("Transfer-Encoding: chunked, gzip\r\n", "0\r\n\r\n"), 400},
        {"chunked, then gzip in a field of its own",
         post("Transfer-Encoding: Chunked\r\nTransfer-Encoding: gzip\r\n", "0\r\n\r\n"), 400},
        {"unknown coding", post("Transfer-Encoding: xchunked\r\n", "0\r\n\r\n"), 501},
        {"quoted chunked", post("Transfer-Encoding: \"chunked\"\r\n", "0\r\n\r\n"), 501},
        {"chunked with parameter", post("Transfer-Encoding: chunked;q=1\r\n", "0\r\n\r\n"), 501},
        {"empty coding", post("Transfer-Encoding: \r\n", "0\r\n\r\n"), 501},
        {"vertical tab before chunked", post("Transfer-Encoding: \vchunked\r\n", "0\r\n\r\n"), 400},
        {"chunked in HTTP/1.0",
         "POST / HTTP/1.0\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n", 400},
    };
}

std::vector<HttpCase> badChunks() {
    return {
        {"chunk size not hexadecimal", chunked("zz\r\nhello\r\n0\r\n\r\n"), 400},
        {"negative chunk size", chunked("-5\r\nhello\r\n0\r\n\r\n"), 400},
        {"chunk size with 0x", chunked("0x5\r\nhello\r\n0\r\n\r\n"), 400},
        {"chunk size over 64 bits", chunked("fffffffffffffffff\r\nhello\r\n0\r\n\r\n"), 400},
        {"chunk size over the limit", chunked("1000001\r\nhello"), 413},
        {"largest chunk size", chunked("ffffffffffffffff\r\nhello"), 413},
        {"chunks together over the limit", chunked("5\r\nhello\r\nfffffe\r\n"), 413},
        {"empty chunk size", chunked("\r\nhello\r\n0\r\n\r\n"), 400},
        {"space before chunk size", chunked(" 5\r\nhello\r\n0\r\n\r\n"), 400},
        {"chunk data too long", chunked("5\r\nhelloXX0\r\n\r\n"), 400},
        {"chunk data not followed by CR LF", chunked("5\r\nhello0\r\n\r\n"), 400},
        {"bare LF after chunk size", chunked("5\nhello\r\n0\r\n\r\n"), 400},
        {"bare LF after chunk data", chunked("5\r\nhello\n0\r\n\r\n"), 400},
        {"bare LF at the end", chunked("5\r\nhello\r\n0\n\n"), 400},
        {"chunk extension without name", chunked("5;\r\nhello\r\n0\r\n\r\n"), 400},
        {"endless chunk extension", chunked("5;a=" + std::string(2'000, 'x')), 400},
        {"endless trailers", chunked("0\r\nA: " + std::string(2'000, 'x')), 400},
        {"trailer without colon", chunked("0\r\nnonsense\r\n\r\n"), 400},
    };
}

std::vector<HttpCase> badLines() {
    return {
        {"bare LF lines", "GET / HTTP/1.1\nHost: a\n\n", 400},
        {"bare LF after a field", "GET / HTTP/1.1\r\nHost: a\nX: b\r\n\r\n", 400},
        {"bare CR in a value", withFields("X: a\rb\r\n"), 400},
        {"bare CR in the request line", "GET /\rx HTTP/1.1\r\nHost: a\r\n\r\n", 400},
        {"CR CR LF", "GET / HTTP/1.1\r\r\nHost: a\r\n\r\n", 400},
        {"NUL in a value", nul("GET / HTTP/1.1\r\nHost: a\r\nX: a", "b\r\n\r\n"), 400},
        {"NUL in a name", nul("GET / HTTP/1.1\r\nHost: a\r\nX", "Y: b\r\n\r\n"), 400},
        {"NUL in the target", nul("GET /a", "b HTTP/1.1\r\nHost: a\r\n\r\n"), 400},
        {"control character in a value",
         withFields("X: a\x01"
                    "b\r\n"),
         400},
        {"DEL in a value",
         withFields("X: a\x7f"
                    "b\r\n"),
         400},
        {"space before the colon", withFields("X : b\r\n"), 400},
        {"tab before the colon", withFields("X\t: b\r\n"), 400},
        {"space in a name", withFields("X Y: b\r\n"), 400},
        {"name with a slash", withFields("X/Y: b\r\n"), 400},
        {"name beyond ASCII", withFields("X\xc3\xa4: b\r\n"), 400},
        {"empty name", withFields(": b\r\n"), 400},
        {"no colon", withFields("nonsense\r\n"), 400},
        {"folded field", withFields("X: a\r\n b\r\n"), 400},
        {"folded field with a tab", withFields("X: a\r\n\tb\r\n"), 400},
        {"folded first field", "GET / HTTP/1.1\r\n Host: a\r\n\r\n", 400},
        {"two empty lines before", "\r\n\r\n" + get("/"), 400},
        {"space before the method", " GET / HTTP/1.1\r\nHost: a\r\n\r\n", 400},
        {"two spaces before the target", "GET  / HTTP/1.1\r\nHost: a\r\n\r\n", 400},
        {"two spaces before the version", "GET /  HTTP/1.1\r\nHost: a\r\n\r\n", 400},
        {"space after the version", "GET / HTTP/1.1 \r\nHost: a\r\n\r\n", 400},
        {"tab instead of space", "GET\t/\tHTTP/1.1\r\nHost: a\r\n\r\n", 400},
        {"space in the target", "GET /a b HTTP/1.1\r\nHost: a\r\n\r\n", 400},
        {"method with a colon", "GE:T / HTTP/1.1\r\nHost: a\r\n\r\n", 400},
    };
}

std::vector<HttpCase> badVersions() {
    return {
        {"HTTP/0.9", "GET /\r\n", 400},
        {"only a word", "hello\r\n", 400},
        {"HTTP/2 preface", "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n", 505},
        {"HTTP/2.0", "GET / HTTP/2.0\r\nHost: a\r\n\r\n", 505},
        {"HTTP/1.2", "GET / HTTP/1.2\r\nHost: a\r\n\r\n", 505},
        {"HTTP/3.7", "GET / HTTP/3.7\r\nHost: a\r\n\r\n", 505},
        {"HTTP/1.10", "GET / HTTP/1.10\r\nHost: a\r\n\r\n", 400},
        {"version in lower case", "GET / http/1.1\r\nHost: a\r\n\r\n", 400},
        {"version without number", "GET / HTTP\r\nHost: a\r\n\r\n", 400},
        {"TLS hello", std::string("\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03", 11), 400},
        {"SSH greeting", "SSH-2.0-client\r\n", 400},
    };
}

std::vector<HttpCase> badHosts() {
    return {
        {"no Host", "GET / HTTP/1.1\r\n\r\n", 400},
        {"two Hosts", "GET / HTTP/1.1\r\nHost: a\r\nHost: b\r\n\r\n", 400},
        {"two equal Hosts", "GET / HTTP/1.1\r\nHost: a\r\nhost: a\r\n\r\n", 400},
        {"empty Host", "GET / HTTP/1.1\r\nHost:\r\n\r\n", 400},
        {"Host with space", "GET / HTTP/1.1\r\nHost: a b\r\n\r\n", 400},
        {"Host with slash", "GET / HTTP/1.1\r\nHost: a/b\r\n\r\n", 400},
        {"Host with user", "GET / HTTP/1.1\r\nHost: u@a\r\n\r\n", 400},
        {"Host with bad port", "GET / HTTP/1.1\r\nHost: a:8x\r\n\r\n", 400},
        {"Host list", "GET / HTTP/1.1\r\nHost: a, b c\r\n\r\n", 400},
        {"unclosed IPv6 Host", "GET / HTTP/1.1\r\nHost: [::1\r\n\r\n", 400},
        {"two Hosts in HTTP/1.0", "GET / HTTP/1.0\r\nHost: a\r\nHost: b\r\n\r\n", 400},
    };
}

std::vector<HttpCase> badTargets() {
    return {
        {"target without slash", get("x"), 400},
        {"asterisk for GET", get("*"), 400},
        {"authority for GET", get("example.com:80"), 400},
        {"fragment", get("/a#b"), 400},
        {"other scheme", get("ftp://a/b"), 400},
        {"URL with user", get("http://u:p@a/b"), 400},
        {"URL without host", get("http:///b"), 400},
        {"bytes beyond ASCII", get("/\xc3\xa4"), 400},
        {"encoded NUL", get("/a%00b"), 400},
        {"encoded NUL in the query", get("/a?b=%00"), 400},
        {"encoded slash", get("/a%2Fb"), 400},
        {"encoded control", get("/a%0d%0ab"), 400},
        {"bad escape", get("/a%zz"), 400},
        {"cut escape", get("/a%4"), 400},
        {"bad escape in the query", get("/a?b=%"), 400},
        {"invalid UTF-8", get("/%ff"), 400},
        {"overlong UTF-8", get("/%c0%af"), 400},
        {"surrogate", get("/%ed%a0%80"), 400},
        {"invalid UTF-8 in the query", get("/?a=%c3"), 400},
        {"dot segment", get("/a/./b"), 400},
        {"parent segment", get("/a/../b"), 400},
        {"parent segment at the end", get("/a/.."), 400},
        {"encoded parent segment", get("/a/%2e%2E/b"), 400},
        {"backslash", get("/a\\..\\b"), 400},
        {"encoded backslash", get("/a%5cb"), 400},
        {"quote", get("/a\"b"), 400},
        {"too many parameters", get("/?" + manyParameters(101)), 400},
    };
}

std::vector<HttpCase> overLimits() {
    return {
        {"64 KB field", withFields("X: " + std::string(64 * 1024, 'x') + "\r\n"), 431},
        {"endless field", "GET / HTTP/1.1\r\nHost: a\r\nX: " + std::string(20'000, 'x'), 431},
        {"endless name", "GET / HTTP/1.1\r\nHost: a\r\n" + std::string(20'000, 'x'), 431},
        {"2,000 fields", withFields(manyFields(2'000)), 431},
        {"101 fields", withFields(manyFields(100)), 431},
        {"100 KB target", get("/" + std::string(100 * 1024, 'x')), 414},
        {"target one over", get("/" + std::string(8 * 1024, 'x')), 414},
        {"endless method", std::string(20'000, 'A'), 414},
    };
}

std::vector<HttpCase> badMethods() {
    return {
        {"unknown method", "FOO / HTTP/1.1\r\nHost: a\r\n\r\n", 501},
        {"method in lower case", "get / HTTP/1.1\r\nHost: a\r\n\r\n", 501},
        {"WebDAV method", "PROPFIND / HTTP/1.1\r\nHost: a\r\n\r\n", 501},
        {"CONNECT", "CONNECT a:443 HTTP/1.1\r\nHost: a:443\r\n\r\n", 405},
        {"TRACE", "TRACE / HTTP/1.1\r\nHost: a\r\n\r\n", 405},
        {"unknown expectation", post("Content-Length: 5\r\nExpect: 200-maybe\r\n", ""), 417},
        {"two expectations",
         post("Content-Length: 5\r\nExpect: 100-continue\r\nExpect: 100-continue\r\n", ""), 417},
    };
}

} // namespace

std::vector<HttpCase> refusedRequests() {
    std::vector<HttpCase> cases;
    for (auto part : {badLengths, badTransferEncodings, badChunks, badLines, badVersions, badHosts,
                      badTargets, overLimits, badMethods}) {
        add(cases, part());
    }
    return cases;
}

std::vector<HttpCase> acceptedRequests() {
    return {
        {"plain GET", get("/"), 200},
        {"one empty line before", "\r\n" + get("/"), 200},
        {"no space after colon", "GET / HTTP/1.1\r\nHost:a\r\n\r\n", 200},
        {"white space around value", withFields("X: \t b \t\r\n"), 200},
        {"empty value", withFields("X:\r\n"), 200},
        {"obs-text in a value", withFields("X: \xc3\xa4\r\n"), 200},
        {"100 fields", withFields(manyFields(99)), 200},
        {"Host with port", "GET / HTTP/1.1\r\nHost: a:8080\r\n\r\n", 200},
        {"IPv6 Host", "GET / HTTP/1.1\r\nHost: [::1]:8080\r\n\r\n", 200},
        {"HTTP/1.0 without Host", "GET / HTTP/1.0\r\n\r\n", 200},
        {"HTTP/1.0 with Expect", "POST / HTTP/1.0\r\nContent-Length: 2\r\nExpect: x\r\n\r\nhi",
         200},
        {"absolute target", get("http://example.com/a?b=c"), 200},
        {"absolute target without path", get("HTTP://example.com"), 200},
        {"OPTIONS asterisk", "OPTIONS * HTTP/1.1\r\nHost: a\r\n\r\n", 204},
        {"empty segments", get("//a//b"), 200},
        {"three dots", get("/.../a"), 200},
        {"percent encoding", get("/%68ello%20w%C3%B6rld"), 200},
        {"characters that browsers leave alone", get("/a?b={c}|d^e`f[g]"), 200},
        {"longest target", get("/" + std::string(8 * 1024 - 1, 'x')), 200},
        {"body with length", post("Content-Length: 5\r\n", "hello"), 200},
        {"length with leading zeros", post("Content-Length: 0005\r\n", "hello"), 200},
        {"GET with a body", "GET / HTTP/1.1\r\nHost: a\r\nContent-Length: 2\r\n\r\nhi", 200},
        {"zero length", post("Content-Length: 0\r\n", ""), 200},
        {"no length", post("", ""), 200},
        {"chunks", chunked("5\r\nhello\r\n6\r\n world\r\n0\r\n\r\n"), 200},
        {"chunked in capitals", post("Transfer-Encoding: Chunked\r\n", "5\r\nhello\r\n0\r\n\r\n"),
         200},
        {"chunk extensions", chunked("5;a=b;c=\"d e\"\r\nhello\r\n0\r\n\r\n"), 200},
        {"chunk size with leading zeros", chunked("0005\r\nhello\r\n000\r\n\r\n"), 200},
        {"no chunks", chunked("0\r\n\r\n"), 200},
        {"trailers", chunked("5\r\nhello\r\n0\r\nX-Sum: 1\r\n\r\n"), 200},
    };
}

} // namespace leadsheet::test
