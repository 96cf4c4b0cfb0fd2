// SQLite, and the few things of it that Swift cannot import: a macro that is a cast, and a call through a table of
// function pointers.
#pragma once
#include <sqlite3.h>

/// SQLITE_TRANSIENT: SQLite copies what is bound before the bind returns.
static inline sqlite3_destructor_type csqlite_transient(void) { return SQLITE_TRANSIENT; }

/// Brings everything written to the write-ahead log (or rollback journal) of `main` to the disk itself.
static inline int csqlite_sync_log(sqlite3 *database) {
  sqlite3_file *file = 0;
  int result = sqlite3_file_control(database, "main", SQLITE_FCNTL_JOURNAL_POINTER, &file);
  if (result != SQLITE_OK) return result;
  if (file == 0 || file->pMethods == 0) return SQLITE_OK;  // nothing has been written yet, or the database is in memory
  return file->pMethods->xSync(file, SQLITE_SYNC_NORMAL);
}
