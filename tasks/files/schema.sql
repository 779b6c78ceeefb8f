-- A workspace: text files by path.
CREATE TABLE files (
  path TEXT PRIMARY KEY CHECK (path <> '' AND path NOT LIKE '/%' AND path NOT LIKE '%//%'),
  content TEXT NOT NULL
) STRICT, WITHOUT ROWID;
