// A disk that fails when told to: loaded before the C library, it stands between SQLite or PostgreSQL and the kernel.
//
// FAULTY_DISK names a file. While it is there and says "sync", every sync fails; while it says "full", every write to a
// file does; while it says "grow", every write past a file's end, as on a disk that has no room for more. FAULTY_SYNC is
// a number: that one sync fails, counted from the start, and no other.

#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/uio.h>
#include <unistd.h>

static atomic_long syncs;

static int is_told(const char *fault) {
    const char *path = getenv("FAULTY_DISK");
    if (!path) return 0;
    int file = open(path, O_RDONLY | O_CLOEXEC);
    if (file < 0) return 0;
    char said[16] = {0};
    ssize_t length = read(file, said, sizeof said - 1);
    close(file);
    return length > 0 && strncmp(said, fault, strlen(fault)) == 0;
}

static int sync_fails(void) {
    const char *nth = getenv("FAULTY_SYNC");
    long number = atomic_fetch_add(&syncs, 1) + 1;
    return (nth && number == atol(nth)) || is_told("sync");
}

static int write_fails(int file, off64_t end) {
    struct stat about;
    if (fstat(file, &about) != 0 || !S_ISREG(about.st_mode)) return 0;
    return is_told("full") || (end > about.st_size && is_told("grow"));
}

static int fail(int error) {
    errno = error;
    return -1;
}

int fsync(int file) { return sync_fails() ? fail(EIO) : (int)syscall(SYS_fsync, file); }

int fdatasync(int file) { return sync_fails() ? fail(EIO) : (int)syscall(SYS_fdatasync, file); }

ssize_t write(int file, const void *bytes, size_t length) {
    off64_t end = lseek64(file, 0, SEEK_CUR) + (off64_t)length;
    return write_fails(file, end) ? fail(ENOSPC) : syscall(SYS_write, file, bytes, length);
}

ssize_t pwrite64(int file, const void *bytes, size_t length, off64_t offset) {
    off64_t end = offset + (off64_t)length;
    return write_fails(file, end) ? fail(ENOSPC) : syscall(SYS_pwrite64, file, bytes, length, offset);
}

ssize_t pwrite(int file, const void *bytes, size_t length, off_t offset) {
    return pwrite64(file, bytes, length, offset);
}

ssize_t pwritev64(int file, const struct iovec *parts, int count, off64_t offset) {
    off64_t end = offset;
    for (int part = 0; part < count; part++) end += (off64_t)parts[part].iov_len;
    if (write_fails(file, end)) return fail(ENOSPC);
    return syscall(SYS_pwritev, file, parts, count, (long)offset, (long)(offset >> 32));
}

ssize_t pwritev(int file, const struct iovec *parts, int count, off_t offset) {
    return pwritev64(file, parts, count, offset);
}
