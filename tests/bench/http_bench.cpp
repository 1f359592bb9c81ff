// SPDX-License-Identifier: Apache-2.0
// Small answers from the HTTP engine against nginx serving a file, both driven by wrk in the same
// run. The number to look at is the server's CPU time per request: requests per second depend on
// how many cores wrk leaves over.
//   http_bench [seconds]      needs nginx and wrk
#include "bench_row.hpp"
#include "http/http_server.hpp"

#include <array>
#include <chrono>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iostream>
#include <malloc.h>
#include <optional>
#include <string>
#include <string_view>
#include <sys/wait.h>
#include <thread>
#include <unistd.h>
#include <vector>

namespace http = leadsheet::server::http;
namespace fs = std::filesystem;

namespace {

constexpr std::string_view kSmallBody = "{\"status\":\"ok\",\"service\":\"leadsheet\",\"n\":1}\n\n";
constexpr std::size_t kLargeBody = 420'000;

/// A program started by this one; ended with it.
class Child {
public:
    explicit Child(const std::vector<std::string>& command) {
        pid_ = ::fork();
        if (pid_ == 0) {
            std::vector<char*> arguments;
            for (const std::string& argument : command) {
                arguments.push_back(const_cast<char*>(argument.c_str()));
            }
            arguments.push_back(nullptr);
            ::execvp(arguments.front(), arguments.data());
            ::_exit(127);
        }
    }
    ~Child() {
        ::kill(pid_, SIGTERM);
        ::waitpid(pid_, nullptr, 0);
    }
    Child(const Child&) = delete;
    Child& operator=(const Child&) = delete;

    /// User and system time used so far, in microseconds.
    double cpuMicros() const {
        std::ifstream stat("/proc/" + std::to_string(pid_) + "/stat");
        std::string word;
        double ticks = 0;
        for (int field = 1; field <= 15 && stat >> word; ++field) {
            ticks += field >= 14 ? std::stod(word) : 0;
        }
        return ticks * 1e6 / static_cast<double>(::sysconf(_SC_CLK_TCK));
    }

private:
    pid_t pid_ = -1;
};

struct Measurement {
    double requests = 0;
    double perSecond = 0;
    double cpuPerRequest = 0;
};

std::optional<Measurement> drive(const Child& server, const std::string& url, int seconds) {
    const std::string command = "wrk -t1 -c32 -d" + std::to_string(seconds) + "s " + url + " 2>&1";
    const double before = server.cpuMicros();
    FILE* const output = ::popen(command.c_str(), "r");
    if (output == nullptr) {
        return std::nullopt;
    }
    Measurement result;
    std::array<char, 512> line{};
    while (std::fgets(line.data(), static_cast<int>(line.size()), output) != nullptr) {
        const std::string text(line.data());
        if (text.find(" requests in ") != std::string::npos) {
            result.requests = std::strtod(text.c_str(), nullptr);
        } else if (text.starts_with("Requests/sec:")) {
            result.perSecond = std::strtod(text.c_str() + 13, nullptr);
        } else if (text.find("Non-2xx") != std::string::npos) {
            std::cerr << url << ": " << text;
        }
    }
    ::pclose(output);
    if (result.requests <= 0) {
        return std::nullopt;
    }
    result.cpuPerRequest = (server.cpuMicros() - before) / result.requests;
    return result;
}

int serve(const std::string& portFile) {
    // As the server program does.
    mallopt(M_ARENA_MAX, 2);
    mallopt(M_TRIM_THRESHOLD, 16 * 1024 * 1024);
    mallopt(M_MMAP_THRESHOLD, 2 * 1024 * 1024);
    const auto server = http::HttpServer::start(
        {},
        [large = std::string(kLargeBody, 'x')](http::Request request, http::Responder responder) {
            http::Response response;
            response.headers.push_back({"Content-Type", "application/json"});
            response.body = request.path == "/large" ? large : std::string(kSmallBody);
            responder.send(std::move(response));
        });
    if (!server) {
        std::cerr << server.error().message << '\n';
        return 1;
    }
    std::ofstream(portFile + ".new") << (*server)->port();
    fs::rename(portFile + ".new", portFile);
    for (;;) {
        ::pause();
    }
}

int freePort() {
    const auto probe = http::HttpServer::start({}, [](http::Request, http::Responder) {});
    return probe ? (*probe)->port() : 0;
}

void writeNginxFiles(const fs::path& directory, int port) {
    std::ofstream(directory / "small") << kSmallBody;
    std::ofstream(directory / "large") << std::string(kLargeBody, 'x');
    std::ofstream(directory / "nginx.conf")
        << "daemon off; master_process off; pid " << (directory / "pid").string() << ";\n"
        << "error_log " << (directory / "error.log").string() << ";\n"
        << "events { worker_connections 1024; }\nhttp { access_log off; sendfile on; "
        << "keepalive_requests 100000000; default_type application/json;\n"
        << "client_body_temp_path " << directory.string() << "; proxy_temp_path "
        << directory.string() << "; fastcgi_temp_path " << directory.string()
        << "; uwsgi_temp_path " << directory.string() << "; scgi_temp_path " << directory.string()
        << ";\n"
        << "server { listen 127.0.0.1:" << port << "; root " << directory.string() << "; } }\n";
}

void print(const char* what, const std::optional<Measurement>& own,
           const std::optional<Measurement>& nginx) {
    if (!own || !nginx) {
        std::printf("%-8s not measured (are wrk and nginx installed?)\n", what);
        return;
    }
    std::printf(
        "%-8s engine %8.0f/s %6.1f us CPU | nginx %8.0f/s %6.1f us CPU | ratio of CPU %.2f\n", what,
        own->perSecond, own->cpuPerRequest, nginx->perSecond, nginx->cpuPerRequest,
        own->cpuPerRequest / nginx->cpuPerRequest);
    bench::addRow({std::string("GET, ") + what + " answer, CPU",
                   bench::figure(own->cpuPerRequest, "µs"),
                   "nginx, file " + bench::figure(nginx->cpuPerRequest, "µs"),
                   own->cpuPerRequest / nginx->cpuPerRequest, bench::Better::Less,
                   std::string_view(what) == "small" ? 1.2 : 2.0, std::nullopt});
}

int compare(const std::string& self, int seconds) {
    std::string pattern = (fs::temp_directory_path() / "http_bench_XXXXXX").string();
    const fs::path directory = ::mkdtemp(pattern.data());
    const std::string portFile = (directory / "port").string();
    const Child own({self, "--serve", portFile});
    const int nginxPort = freePort();
    writeNginxFiles(directory, nginxPort);
    const Child nginx({"nginx", "-c", (directory / "nginx.conf").string(), "-p", directory.string(),
                       "-e", (directory / "error.log").string()});
    for (int i = 0; i < 100 && !fs::exists(portFile); ++i) {
        std::this_thread::sleep_for(std::chrono::milliseconds(20));
    }
    std::string port;
    std::ifstream(portFile) >> port;
    const std::string ownUrl = "http://127.0.0.1:" + port;
    const std::string nginxUrl = "http://127.0.0.1:" + std::to_string(nginxPort);
    drive(own, ownUrl + "/small", 1);
    drive(nginx, nginxUrl + "/small", 1);
    for (const char* what : {"small", "large"}) {
        const std::string path = std::string("/") + what;
        const auto ownResult = drive(own, ownUrl + path, seconds);
        print(what, ownResult, drive(nginx, nginxUrl + path, seconds));
    }
    fs::remove_all(directory);
    return 0;
}

} // namespace

int main(int argc, char** argv) {
    if (argc == 3 && std::string_view(argv[1]) == "--serve") {
        return serve(argv[2]);
    }
    return compare(std::filesystem::read_symlink("/proc/self/exe").string(),
                   argc > 1 ? std::atoi(argv[1]) : 5);
}
