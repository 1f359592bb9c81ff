// SPDX-License-Identifier: Apache-2.0
#include "program/copy.hpp"

#include "program/options.hpp"
#include "store/open_store.hpp"

#include <CLI/CLI.hpp>
#include <cstdio>
#include <string>

namespace leadsheet::server::program {

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
    if (!store::isPostgresUri(to)) {
        std::fputs("leadsheet-server: --to names a PostgreSQL database, as "
                   "postgresql://USER@HOST/DATABASE.\n",
                   stderr);
        return kExitUsage;
    }
    const auto copied = store::copyDatabase(from, to);
    if (!copied) {
        std::fprintf(stderr, "leadsheet-server: %s\n", copied.error().detail.c_str());
        return kExitDatabase;
    }
    std::int64_t rows = 0;
    for (const store::CopiedTable& table : *copied) {
        std::printf("%12lld  %s\n", static_cast<long long>(table.rows), table.name.c_str());
        rows += table.rows;
    }
    std::printf("%12lld  rows, counted on both sides; the ledger adds up.\n"
                "Start the server with --database and with --pepper-file %s.pepper, or the pepper "
                "file it had before.\n",
                static_cast<long long>(rows), from.c_str());
    return kExitDone;
}

} // namespace leadsheet::server::program
