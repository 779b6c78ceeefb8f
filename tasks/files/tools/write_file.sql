-- check: {path} is not a path: it must not be empty or begin with a slash.
SELECT :path <> '' AND :path NOT LIKE '/%' AND :path NOT LIKE '%//%';
-- fault
-- run
INSERT INTO files (path, content) VALUES (:path, :content) ON CONFLICT (path) DO UPDATE SET content = excluded.content;
-- return row
SELECT path, length(content) AS characters FROM files WHERE path = :path;
