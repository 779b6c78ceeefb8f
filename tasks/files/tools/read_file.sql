-- check: There is no file {path}.
SELECT EXISTS (SELECT 1 FROM files WHERE path = :path);
-- fault
-- return row
SELECT path, content FROM files WHERE path = :path;
