// SPDX-License-Identifier: Apache-2.0
#include "leadsheet/server/server.hpp"

#include "api/metrics.hpp"
#include "program/options.hpp"
#include "program/secret_file.hpp"
#include "store/open_store.hpp"

#include <CLI/CLI.hpp>
#include <boost/json.hpp>
#include <csignal>
#include <cstdio>
#include <fcntl.h>
#ifdef __GLIBC__
#include <malloc.h>
#endif
#include <string>
#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>

namespace {

namespace server = leadsheet::server;
using namespace leadsheet::server::program;

/// Gives closed standard streams (`>&-`, some service managers) descriptors whose reads and writes
/// fail. Without it the database, a log or a socket would get their numbers, and be written into.
/// Before anything else opens something.
void holdStandardStreams() {
    for (const int stream : {STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO}) {
        if (::fcntl(stream, F_GETFD) >= 0)
            continue;
        // The lowest free number, which is this one. Opened the wrong way round: nothing is read
        // from it and nothing is lost in it without a word.
        if (::open("/dev/null", stream == STDIN_FILENO ? O_WRONLY : O_RDONLY) != stream)
            return;
    }
}

int fail(int code, const std::string& message) {
    std::fprintf(stderr, "leadsheet-server: %s\n", message.c_str());
    return code;
}

int exitCodeOf(server::StartError::Kind kind) {
    switch (kind) {
    case server::StartError::Kind::Config:
        return kExitUsage;
    case server::StartError::Kind::Listen:
        return kExitListen;
    case server::StartError::Kind::Tls:
        return kExitTls;
    case server::StartError::Kind::Database:
        return kExitDatabase;
    case server::StartError::Kind::Internal:
        return kExitInternal;
    }
    return kExitInternal;
}

/// A line is written with one call, so that lines of several processes do not mix.
void writeLine(int fd, const std::string& line) {
    // A log that cannot be written must not stop the service.
    [[maybe_unused]] const ssize_t written = ::write(fd, line.data(), line.size());
}

void announce(const server::Server& running) {
    boost::json::object line;
    line["event"] = "ready";
    line["url"] = running.baseUrl();
    line["port"] = running.port();
    std::printf("%s\n", boost::json::serialize(line).c_str());
    std::fflush(stdout);
}

/// A large delivery is taken apart by whichever worker is free, and with an arena for each of them
/// all keep what the largest one needed: five times the memory, for no measurable speed.
void keepMemorySmall() {
#ifdef __GLIBC__
    constexpr int kArenas = 2;
    // A page of 1,000 leads is 700 KB; fetching fresh memory of the system for each took a quarter
    // of the time to answer it. Some clients may read such pages at once.
    constexpr int kLargestKept = 2 * 1024 * 1024;
    constexpr int kKeptBytes = 8 * kLargestKept;
    mallopt(M_ARENA_MAX, kArenas);
    mallopt(M_TRIM_THRESHOLD, kKeptBytes);
    mallopt(M_MMAP_THRESHOLD, kLargestKept);
#endif
}

/// Each connection is an open file, and the usual limit is 1,024 of the many that may be had.
void allowAllFiles() {
    rlimit files{};
    if (::getrlimit(RLIMIT_NOFILE, &files) == 0) {
        files.rlim_cur = files.rlim_max;
        ::setrlimit(RLIMIT_NOFILE, &files);
    }
}

/// `leadsheet-server copy --from FILE --to URI`; the arguments begin with "copy". Prints what was
/// copied and answers the exit code.
int runCopy(int argc, char** argv) {
    std::string from;
    std::string to;
    CLI::App app{"Copies the database of a stopped server from SQLite to PostgreSQL.",
                 "leadsheet-server copy"};
    app.add_option("--from", from, "SQLite file")->required();
    app.add_option("--to", to, "Empty database: postgresql://USER@HOST/DATABASE")->required();
    try {
        app.parse(argc, argv);
    } catch (const CLI::ParseError& error) {
        return app.exit(error) == 0 ? kExitDone : kExitUsage;
    }
    if (from.empty()) {
        std::fputs("leadsheet-server: --from names no file.\n", stderr);
        return kExitUsage;
    }
    if (!server::store::isPostgresUri(to)) {
        std::fputs("leadsheet-server: --to names a PostgreSQL database, as "
                   "postgresql://USER@HOST/DATABASE.\n",
                   stderr);
        return kExitUsage;
    }
    const auto copied = server::store::copyDatabase(from, to);
    if (!copied) {
        std::fprintf(stderr, "leadsheet-server: %s\n", copied.error().detail.c_str());
        return kExitDatabase;
    }
    std::int64_t rows = 0;
    for (const server::store::CopiedTable& table : *copied) {
        std::printf("%12lld  %s\n", static_cast<long long>(table.rows), table.name.c_str());
        rows += table.rows;
    }
    std::printf("%12lld  rows, counted on both sides; the ledger adds up.\n"
                "Start the server with --database and with --pepper-file %s.pepper, or the pepper "
                "file it had before.\n",
                static_cast<long long>(rows), from.c_str());
    return kExitDone;
}

} // namespace

int main(int argc, char** argv) {
    holdStandardStreams();
    keepMemorySmall();
    allowAllFiles();
    std::signal(SIGPIPE, SIG_IGN);
    ::umask(0077); // database, logs and keys are the operator's alone
    if (argc > 1 && std::string_view(argv[1]) == "copy")
        return runCopy(argc - 1, argv + 1);
    // Blocked before any thread exists, so that only sigwait() below sees them.
    sigset_t signals;
    sigemptyset(&signals);
    sigaddset(&signals, SIGTERM);
    sigaddset(&signals, SIGINT);
    ::pthread_sigmask(SIG_BLOCK, &signals, nullptr);

    int exitCode = kExitDone;
    auto options = parseOptions(argc, argv, exitCode);
    if (!options)
        return exitCode;
    if (!server::isInMemory(options->config)) {
        auto pepper = loadPepper(options->config.databasePath, options->pepperFile);
        if (!pepper)
            return fail(kExitDatabase, pepper.error());
        options->config.pepper = std::move(*pepper);
    }
    int logFd = -1;
    if (options->accessLog == "-")
        logFd = STDERR_FILENO;
    else if (!options->accessLog.empty()) {
        logFd = ::open(options->accessLog.c_str(), O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0640);
        if (logFd < 0)
            return fail(kExitFile, "cannot open the access log " + options->accessLog);
    }
    if (logFd >= 0) {
        options->config.accessLog = [logFd](const server::AccessRecord& record) {
            writeLine(logFd, server::api::accessLine(record));
        };
    }
    options->config.errorLog = [](const std::string& line) {
        writeLine(STDERR_FILENO, line + "\n");
    };

    auto started = server::Server::start(std::move(options->config));
    if (!started)
        return fail(exitCodeOf(started.error().kind), started.error().message);
    server::Server& running = **started;
    for (const auto& [path, accounts] : {std::pair{options->bootstrapSandbox, playAccounts()},
                                         std::pair{options->bootstrapAdmin, operatorAccount()}}) {
        if (path.empty())
            continue;
        if (auto made = bootstrapAccounts(running, path, accounts); !made)
            return fail(kExitFile, made.error());
    }
    announce(running);
    int signal = 0;
    ::sigwait(&signals, &signal);
    // A second signal while draining ends the process at once.
    ::pthread_sigmask(SIG_UNBLOCK, &signals, nullptr);
    (void)running.stop(options->drain); // says itself what it had to cut
    return kExitDone;
}
