// SPDX-License-Identifier: Apache-2.0
#include "failing_sync.hpp"

#include <atomic>
#include <map>
#include <mutex>
#include <sqlite3.h>

namespace leadsheet::server::store::test {

namespace {

std::atomic<bool> failing{false};
std::atomic<bool> full{false};
sqlite3_vfs* original = nullptr;
sqlite3_vfs shim;

/// The real methods behind each method table that was replaced.
std::mutex tablesMutex;
std::map<const sqlite3_io_methods*, sqlite3_io_methods> tables;
std::map<const sqlite3_io_methods*, const sqlite3_io_methods*> originals;

const sqlite3_io_methods& realMethodsOf(sqlite3_file* file) {
    const std::scoped_lock lock(tablesMutex);
    return *originals.at(file->pMethods);
}

int syncOrFail(sqlite3_file* file, int flags) {
    const int code = realMethodsOf(file).xSync(file, flags);
    return failing ? SQLITE_IOERR_FSYNC : code;
}

int writeOrFail(sqlite3_file* file, const void* bytes, int count, sqlite3_int64 at) {
    const sqlite3_io_methods& real = realMethodsOf(file);
    sqlite3_int64 size = 0;
    if (full && (real.xFileSize(file, &size) != SQLITE_OK || at + count > size))
        return SQLITE_FULL;
    return real.xWrite(file, bytes, count, at);
}

int openWatched(sqlite3_vfs*, sqlite3_filename name, sqlite3_file* file, int flags, int* out) {
    const int code = original->xOpen(original, name, file, flags, out);
    if (code == SQLITE_OK && file->pMethods != nullptr) {
        const std::scoped_lock lock(tablesMutex);
        auto [entry, isNew] = tables.try_emplace(file->pMethods, *file->pMethods);
        if (isNew) {
            entry->second.xSync = syncOrFail;
            entry->second.xWrite = writeOrFail;
            originals[&entry->second] = file->pMethods;
        }
        file->pMethods = &entry->second;
    }
    return code;
}

} // namespace

FailingSync::FailingSync() {
    original = sqlite3_vfs_find(nullptr);
    shim = *original;
    shim.pNext = nullptr;
    shim.zName = "failing-sync";
    shim.xOpen = openWatched;
    sqlite3_vfs_register(&shim, 1);
}

FailingSync::~FailingSync() {
    failing = false;
    full = false;
    sqlite3_vfs_register(original, 1);
    sqlite3_vfs_unregister(&shim);
}

void FailingSync::fail(bool on) {
    failing = on;
}

void FailingSync::fill(bool on) {
    full = on;
}

} // namespace leadsheet::server::store::test
