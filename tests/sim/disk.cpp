// SPDX-License-Identifier: Apache-2.0
#include "disk.hpp"

#include <algorithm>
#include <cstring>
#include <sqlite3.h>
#include <utility>

namespace leadsheet::sim {

struct DiskAccess {
    static Disk::Fate fate(Disk& disk, std::size_t process, bool isSync, bool grows) {
        if (disk.isFrozen(process))
            return Disk::Fate::Dies;
        const Disk::Fate fate = disk.chance_(isSync, grows);
        if (fate == Disk::Fate::Dies)
            disk.freeze(process);
        return fate;
    }
    static std::size_t acting(const Disk& disk) { return disk.acting_; }
    static auto& files(Disk& disk) { return disk.files_; }
};

namespace {

constexpr std::size_t kSector = 512;
constexpr std::int64_t kUnixEpochJulianMs = 210866760000000;

std::vector<Disk*> disks;
sqlite3_vfs* usual = nullptr;
sqlite3_vfs simulated;
std::function<std::uint64_t()> randomSource;
std::function<std::int64_t()> timeSource;

/// What SQLite holds of an open file.
struct Handle {
    sqlite3_file base;
    Disk* disk;
    std::size_t process;
    std::shared_ptr<DiskFile>* file;
    int level;
    unsigned sharedSlots;
    unsigned exclusiveSlots;
};

Handle& handleOf(sqlite3_file* file) {
    return *reinterpret_cast<Handle*>(file);
}
DiskFile& fileOf(sqlite3_file* file) {
    return **handleOf(file).file;
}

Disk::Fate fateOf(sqlite3_file* file, bool isSync, bool grows) {
    const Handle& handle = handleOf(file);
    return DiskAccess::fate(*handle.disk, handle.process, isSync, grows);
}

int codeOf(Disk::Fate fate, int failed) {
    switch (fate) {
    case Disk::Fate::Works:
        return SQLITE_OK;
    case Disk::Fate::Full:
        return SQLITE_FULL;
    case Disk::Fate::Fails:
    case Disk::Fate::Dies:
        break;
    }
    return failed;
}

void applyChange(std::string& bytes, const DiskFile::Change& change) {
    const auto at = static_cast<std::size_t>(change.at);
    if (change.truncates) {
        bytes.resize(std::min(at, bytes.size()));
        return;
    }
    if (bytes.size() < at)
        bytes.resize(at);
    const std::size_t within = std::min(change.bytes.size(), bytes.size() - at);
    std::memcpy(bytes.data() + at, change.bytes.data(), within);
    bytes.append(change.bytes, within);
}

void change(DiskFile& file, DiskFile::Change change) {
    applyChange(file.seen, change);
    file.unsynced.push_back(std::move(change));
}

int readFile(sqlite3_file* file, void* out, int amount, sqlite3_int64 offset) {
    const std::string& bytes = fileOf(file).seen;
    const auto at = static_cast<std::size_t>(offset);
    const auto wanted = static_cast<std::size_t>(amount);
    const std::size_t there = at < bytes.size() ? std::min(wanted, bytes.size() - at) : 0;
    std::memcpy(out, bytes.data() + (there > 0 ? at : 0), there);
    if (there == wanted)
        return SQLITE_OK;
    std::memset(static_cast<char*>(out) + there, 0, wanted - there);
    return SQLITE_IOERR_SHORT_READ;
}

int writeFile(sqlite3_file* file, const void* bytes, int amount, sqlite3_int64 offset) {
    DiskFile& to = fileOf(file);
    const auto size = static_cast<std::size_t>(amount);
    const bool grows = static_cast<std::size_t>(offset) + size > to.seen.size();
    const auto fate = fateOf(file, false, grows);
    if (fate == Disk::Fate::Works)
        change(to, {static_cast<std::uint64_t>(offset),
                    std::string(static_cast<const char*>(bytes), size), false});
    return codeOf(fate, SQLITE_IOERR_WRITE);
}

int truncateFile(sqlite3_file* file, sqlite3_int64 size) {
    const auto fate = fateOf(file, false, false);
    if (fate == Disk::Fate::Works)
        change(fileOf(file), {static_cast<std::uint64_t>(size), {}, true});
    return codeOf(fate, SQLITE_IOERR_TRUNCATE);
}

int syncFile(sqlite3_file* file, int /*flags*/) {
    const auto fate = fateOf(file, true, false);
    if (fate == Disk::Fate::Works) {
        DiskFile& synced = fileOf(file);
        for (const DiskFile::Change& one : synced.unsynced)
            applyChange(synced.safe, one);
        synced.unsynced.clear();
    }
    return codeOf(fate, SQLITE_IOERR_FSYNC);
}

int sizeOfFile(sqlite3_file* file, sqlite3_int64* size) {
    *size = static_cast<sqlite3_int64>(fileOf(file).seen.size());
    return SQLITE_OK;
}

int unlockFile(sqlite3_file* file, int level) {
    Handle& handle = handleOf(file);
    DiskFile& locked = fileOf(file);
    if (handle.level > SQLITE_LOCK_SHARED && level <= SQLITE_LOCK_SHARED) {
        if (locked.reserved == file)
            locked.reserved = nullptr;
        if (locked.exclusive == file)
            locked.exclusive = nullptr;
    }
    if (handle.level >= SQLITE_LOCK_SHARED && level == SQLITE_LOCK_NONE)
        --locked.shared;
    handle.level = std::min(handle.level, level);
    return SQLITE_OK;
}

int lockFile(sqlite3_file* file, int level) {
    Handle& handle = handleOf(file);
    DiskFile& locked = fileOf(file);
    if (handle.level >= level)
        return SQLITE_OK;
    if (locked.exclusive != nullptr && locked.exclusive != file)
        return SQLITE_BUSY;
    if (level == SQLITE_LOCK_SHARED)
        ++locked.shared;
    if (level >= SQLITE_LOCK_RESERVED) {
        if (locked.reserved != nullptr && locked.reserved != file)
            return SQLITE_BUSY;
        locked.reserved = file;
    }
    if (level == SQLITE_LOCK_EXCLUSIVE) {
        if (locked.shared > 1)
            return SQLITE_BUSY;
        locked.exclusive = file;
    }
    handle.level = level;
    return SQLITE_OK;
}

int isReserved(sqlite3_file* file, int* out) {
    *out = fileOf(file).reserved != nullptr ? 1 : 0;
    return SQLITE_OK;
}

int control(sqlite3_file*, int, void*) {
    return SQLITE_NOTFOUND;
}
int sectorSize(sqlite3_file*) {
    return kSector;
}
int characteristics(sqlite3_file*) {
    return SQLITE_IOCAP_POWERSAFE_OVERWRITE;
}

int mapShared(sqlite3_file* file, int page, int size, int extend, void volatile** out) {
    auto& pages = fileOf(file).pages;
    auto found = pages.find(page);
    if (found == pages.end() && extend != 0)
        found = pages
                    .emplace(page, std::make_unique<std::vector<unsigned char>>(
                                       static_cast<std::size_t>(size)))
                    .first;
    *out = found == pages.end() ? nullptr : found->second->data();
    return SQLITE_OK;
}

void releaseSlots(sqlite3_file* file, unsigned mask) {
    Handle& handle = handleOf(file);
    for (unsigned i = 0; i < 8; ++i) {
        const unsigned bit = 1U << i;
        auto& slot = fileOf(file).locks[i];
        if ((mask & handle.sharedSlots & bit) != 0)
            --slot.shared;
        if ((mask & handle.exclusiveSlots & bit) != 0)
            slot.exclusive = nullptr;
    }
    handle.sharedSlots &= ~mask;
    handle.exclusiveSlots &= ~mask;
}

int lockShared(sqlite3_file* file, int offset, int count, int flags) {
    Handle& handle = handleOf(file);
    const unsigned mask = ((1U << static_cast<unsigned>(count)) - 1U)
                          << static_cast<unsigned>(offset);
    if ((flags & SQLITE_SHM_UNLOCK) != 0) {
        releaseSlots(file, mask);
        return SQLITE_OK;
    }
    const bool exclusive = (flags & SQLITE_SHM_EXCLUSIVE) != 0;
    for (unsigned i = 0; i < 8; ++i) {
        if ((mask & (1U << i)) == 0)
            continue;
        const auto& slot = fileOf(file).locks[i];
        const int others = slot.shared - ((handle.sharedSlots >> i) & 1U ? 1 : 0);
        if ((slot.exclusive != nullptr && slot.exclusive != file) || (exclusive && others > 0))
            return SQLITE_BUSY;
    }
    for (unsigned i = 0; i < 8; ++i) {
        const unsigned bit = 1U << i;
        auto& slot = fileOf(file).locks[i];
        if ((mask & bit) == 0)
            continue;
        if (exclusive)
            slot.exclusive = file;
        else if ((handle.sharedSlots & bit) == 0)
            ++slot.shared;
    }
    (exclusive ? handle.exclusiveSlots : handle.sharedSlots) |= mask;
    return SQLITE_OK;
}

void barrier(sqlite3_file*) {}

int unmapShared(sqlite3_file* file, int remove) {
    releaseSlots(file, 0xFFU);
    if (remove != 0)
        fileOf(file).pages.clear();
    return SQLITE_OK;
}

int closeFile(sqlite3_file* file) {
    Handle& handle = handleOf(file);
    unlockFile(file, SQLITE_LOCK_NONE);
    releaseSlots(file, 0xFFU);
    delete handle.file;
    return SQLITE_OK;
}

const sqlite3_io_methods kMethods{2,        closeFile,   readFile,        writeFile,  truncateFile,
                                  syncFile, sizeOfFile,  lockFile,        unlockFile, isReserved,
                                  control,  sectorSize,  characteristics, mapShared,  lockShared,
                                  barrier,  unmapShared, nullptr,         nullptr};

Disk* diskOf(const char* name) {
    if (name == nullptr)
        return nullptr;
    for (Disk* disk : disks)
        if (std::string_view(name).starts_with(disk->folder().native() + "/"))
            return disk;
    return nullptr;
}

int openFile(sqlite3_vfs*, const char* name, sqlite3_file* out, int flags, int* outFlags) {
    Disk* disk = diskOf(name);
    if (disk == nullptr)
        return usual->xOpen(usual, name, out, flags, outFlags);
    out->pMethods = nullptr;
    auto& files = DiskAccess::files(*disk);
    auto found = files.find(name);
    if (found == files.end()) {
        // The main file of a ledger is made on the real disk first, empty and private.
        if (disk->isFrozen(DiskAccess::acting(*disk)))
            return SQLITE_CANTOPEN;
        found = files.emplace(name, std::make_shared<DiskFile>()).first;
    }
    Handle& handle = handleOf(out);
    handle = {{&kMethods},
              disk,
              DiskAccess::acting(*disk),
              new std::shared_ptr<DiskFile>(found->second),
              0,
              0,
              0};
    if (outFlags != nullptr)
        *outFlags = flags;
    return SQLITE_OK;
}

int deleteFile(sqlite3_vfs*, const char* name, int sync) {
    Disk* disk = diskOf(name);
    if (disk == nullptr)
        return usual->xDelete(usual, name, sync);
    if (disk->isFrozen(DiskAccess::acting(*disk)))
        return SQLITE_IOERR_DELETE;
    return DiskAccess::files(*disk).erase(name) > 0 ? SQLITE_OK : SQLITE_IOERR_DELETE_NOENT;
}

int accessFile(sqlite3_vfs*, const char* name, int flags, int* out) {
    Disk* disk = diskOf(name);
    if (disk == nullptr)
        return usual->xAccess(usual, name, flags, out);
    const auto& files = DiskAccess::files(*disk);
    const auto found = files.find(name);
    *out = found != files.end() && (flags != SQLITE_ACCESS_EXISTS || !found->second->seen.empty());
    return SQLITE_OK;
}

int makeRandom(sqlite3_vfs*, int size, char* out) {
    for (int i = 0; i < size; ++i)
        out[i] = static_cast<char>(randomSource() & 0xFFU);
    return size;
}

int sleepNot(sqlite3_vfs*, int microseconds) {
    return microseconds; // nobody else can go on meanwhile
}

int tellTime(sqlite3_vfs*, sqlite3_int64* out) {
    *out = timeSource() + kUnixEpochJulianMs;
    return SQLITE_OK;
}

int tellDay(sqlite3_vfs*, double* out) {
    *out = static_cast<double>(timeSource() + kUnixEpochJulianMs) / 86'400'000.0;
    return SQLITE_OK;
}

} // namespace

Disk::Disk(std::filesystem::path folder, Chance chance)
    : folder_(std::move(folder))
    , chance_(std::move(chance)) {
    std::filesystem::create_directories(folder_);
    disks.push_back(this);
}

Disk::~Disk() {
    std::erase(disks, this);
}

Disk::Image Disk::image() const {
    Image image;
    for (const auto& [path, file] : files_)
        image[std::filesystem::path(path).filename().string()] = file->seen;
    return image;
}

void Disk::install(const Image& image) {
    for (const auto& [name, bytes] : image) {
        auto file = std::make_shared<DiskFile>();
        file->seen = file->safe = bytes;
        files_[(folder_ / name).string()] = std::move(file);
    }
}

void Disk::restart(bool powerLost, const Dice& dice) {
    frozen_ = {};
    for (auto& [path, file] : files_) {
        if (powerLost) {
            for (DiskFile::Change& one : file->unsynced) {
                const std::uint64_t luck = dice(3);
                if (luck == 0)
                    continue;
                if (luck == 1 && one.bytes.size() > kSector) // torn
                    one.bytes.resize((1 + dice(one.bytes.size() / kSector)) * kSector <
                                             one.bytes.size()
                                         ? (1 + dice(one.bytes.size() / kSector)) * kSector
                                         : one.bytes.size());
                applyChange(file->safe, one);
            }
            file->unsynced.clear();
            file->seen = file->safe;
        }
        file->shared = 0;
        file->reserved = file->exclusive = nullptr;
        file->pages.clear();
        for (auto& slot : file->locks)
            slot = {};
    }
}

Disks::Disks(std::function<std::uint64_t()> random, std::function<std::int64_t()> milliseconds) {
    randomSource = std::move(random);
    timeSource = std::move(milliseconds);
    usual = sqlite3_vfs_find(nullptr);
    simulated = *usual;
    simulated.iVersion = 2;
    simulated.zName = "simulated";
    simulated.szOsFile = std::max<int>(usual->szOsFile, sizeof(Handle));
    simulated.xOpen = openFile;
    simulated.xDelete = deleteFile;
    simulated.xAccess = accessFile;
    simulated.xRandomness = makeRandom;
    simulated.xSleep = sleepNot;
    simulated.xCurrentTime = tellDay;
    simulated.xCurrentTimeInt64 = tellTime;
    sqlite3_vfs_register(&simulated, 1);
    sqlite3_randomness(0, nullptr); // starts over, from ours
}

Disks::~Disks() {
    sqlite3_vfs_register(usual, 1);
    sqlite3_vfs_unregister(&simulated);
    sqlite3_randomness(0, nullptr);
}

} // namespace leadsheet::sim
