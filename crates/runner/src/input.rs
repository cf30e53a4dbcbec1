//! Files that somebody else wrote, opened without waiting for anybody.

use std::fs::File;
use std::io;
use std::path::Path;

/// What is wrong with something that is there and is no file.
pub const NOT_A_FILE: &str = "found a pipe, a device or the like, expected a file";

/// Opens a file to be read. Nothing is waited for: whatever has come to stand in its place, a
/// pipe that nobody writes to for one, is an error.
///
/// # Errors
/// When it cannot be opened or is no file.
pub fn open(path: &Path) -> io::Result<File> {
    let mut options = File::options();
    options.read(true);
    #[cfg(unix)]
    {
        use std::os::unix::fs::OpenOptionsExt;
        options.custom_flags(libc::O_NONBLOCK | libc::O_NOCTTY);
    }
    let file = options.open(path)?;
    let sort = file.metadata()?.file_type();
    if sort.is_dir() {
        return Err(io::ErrorKind::IsADirectory.into());
    }
    if !sort.is_file() {
        return Err(io::Error::other(NOT_A_FILE));
    }
    // It may become the input of a program, which is to see nothing of this.
    #[cfg(target_os = "linux")]
    rustix::fs::fcntl_setfl(&file, rustix::fs::OFlags::empty())?;
    Ok(file)
}
