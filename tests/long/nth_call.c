/* SPDX-License-Identifier: Apache-2.0
 * Loaded before all other libraries (LD_PRELOAD), lets one call of the system fail.
 *   LEADSHEET_FAIL_CALL=write:7   the 7th call of that kind fails; "write:7+" the 7th and all after it
 *   LEADSHEET_FAIL_COUNTS=FILE    32 counters of 8 bytes, one for each kind, which outlive the program
 * Every name leads to 127.0.0.1. Kinds are numbered as in `names`. Only regular files and connections over IP count, never pipes or a terminal.
 * malloc cannot fail in a program that has an allocator of a sanitizer. */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <netdb.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/uio.h>
#include <unistd.h>

enum kind { MALLOC, PREAD, WRITE, FSYNC, RENAME, CONNECT, GETADDRINFO, KINDS };
static const char* const names[KINDS] = {"malloc", "pread", "write", "fsync", "rename", "connect", "getaddrinfo"};

static _Atomic unsigned long unkept[32];
static _Atomic unsigned long* counts = unkept;
static int failing = -1;
static unsigned long at;
static int for_ever;

__attribute__((constructor)) static void begin(void) {
    const char* file = getenv("LEADSHEET_FAIL_COUNTS");
    const int handle = file == NULL ? -1 : (int)syscall(SYS_openat, AT_FDCWD, file, O_RDWR);
    if (handle >= 0) {
        void* kept = mmap(NULL, sizeof unkept, PROT_READ | PROT_WRITE, MAP_SHARED, handle, 0);
        if (kept != MAP_FAILED)
            counts = kept;
        syscall(SYS_close, handle);
    }
    const char* wanted = getenv("LEADSHEET_FAIL_CALL");
    for (int kind = 0; wanted != NULL && kind < KINDS; ++kind) {
        const size_t length = strlen(names[kind]);
        if (strncmp(wanted, names[kind], length) == 0 && wanted[length] == ':') {
            at = strtoul(wanted + length + 1, NULL, 10);
            for_ever = wanted[strlen(wanted) - 1] == '+';
            failing = kind;
        }
    }
}

static int fails(enum kind kind) {
    const unsigned long number = atomic_fetch_add(&counts[kind], 1) + 1;
    return failing == (int)kind && (number == at || (for_ever && number > at));
}

static int refuse(int error) {
    errno = error;
    return -1;
}

static int is_file(int handle) {
    struct stat found;
    const int before = errno;
    const int is = fstat(handle, &found) == 0 && S_ISREG(found.st_mode);
    errno = before;
    return is;
}

/* Files. System calls rather than the next library's functions: nothing has to be looked up. */
ssize_t pread64(int handle, void* to, size_t size, off64_t offset) {
    if (is_file(handle) && fails(PREAD))
        return refuse(EIO);
    return syscall(SYS_pread64, handle, to, size, offset);
}
ssize_t pread(int handle, void* to, size_t size, off_t offset) { return pread64(handle, to, size, offset); }
ssize_t read(int handle, void* to, size_t size) {
    if (is_file(handle) && fails(PREAD))
        return refuse(EIO);
    return syscall(SYS_read, handle, to, size);
}

ssize_t write(int handle, const void* from, size_t size) {
    if (is_file(handle) && fails(WRITE))
        return refuse(ENOSPC);
    return syscall(SYS_write, handle, from, size);
}
ssize_t writev(int handle, const struct iovec* parts, int count) {
    if (is_file(handle) && fails(WRITE))
        return refuse(ENOSPC);
    return syscall(SYS_writev, handle, parts, count);
}
ssize_t pwrite64(int handle, const void* from, size_t size, off64_t offset) {
    if (is_file(handle) && fails(WRITE))
        return refuse(ENOSPC);
    return syscall(SYS_pwrite64, handle, from, size, offset);
}
ssize_t pwrite(int handle, const void* from, size_t size, off_t offset) { return pwrite64(handle, from, size, offset); }
int ftruncate64(int handle, off64_t size) { return fails(WRITE) ? refuse(ENOSPC) : (int)syscall(SYS_ftruncate, handle, size); }
int ftruncate(int handle, off_t size) { return ftruncate64(handle, size); }

int fsync(int handle) { return fails(FSYNC) ? refuse(EIO) : (int)syscall(SYS_fsync, handle); }
int fdatasync(int handle) { return fails(FSYNC) ? refuse(EIO) : (int)syscall(SYS_fdatasync, handle); }

int rename(const char* from, const char* to) { return fails(RENAME) ? refuse(EACCES) : (int)syscall(SYS_rename, from, to); }
int renameat(int a, const char* from, int b, const char* to) {
    return fails(RENAME) ? refuse(EACCES) : (int)syscall(SYS_renameat, a, from, b, to);
}
int renameat2(int a, const char* from, int b, const char* to, unsigned flags) {
    return fails(RENAME) ? refuse(EACCES) : (int)syscall(SYS_renameat2, a, from, b, to, flags);
}
int link(const char* from, const char* to) { return fails(RENAME) ? refuse(EACCES) : (int)syscall(SYS_link, from, to); }

/* Network. */
int connect(int handle, const struct sockaddr* to, socklen_t size) {
    if (to != NULL && (to->sa_family == AF_INET || to->sa_family == AF_INET6) && fails(CONNECT))
        return refuse(ENETUNREACH);
    return (int)syscall(SYS_connect, handle, to, size);
}
int getaddrinfo(const char* node, const char* service, const struct addrinfo* hints, struct addrinfo** found) {
    static int (*real)(const char*, const char*, const struct addrinfo*, struct addrinfo**);
    if (fails(GETADDRINFO))
        return EAI_AGAIN;
    if (real == NULL)
        *(void**)&real = dlsym(RTLD_NEXT, "getaddrinfo");
    return real(node == NULL ? NULL : "127.0.0.1", service, hints, found);
}

/* Memory: glibc's allocator has these names as well. */
void* __libc_malloc(size_t);
void* __libc_calloc(size_t, size_t);
void* __libc_realloc(void*, size_t);

static void* none(void) {
    errno = ENOMEM;
    return NULL;
}
void* malloc(size_t size) { return fails(MALLOC) ? none() : __libc_malloc(size); }
void* calloc(size_t count, size_t size) { return fails(MALLOC) ? none() : __libc_calloc(count, size); }
void* realloc(void* old, size_t size) { return fails(MALLOC) ? none() : __libc_realloc(old, size); }
