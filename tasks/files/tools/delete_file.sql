-- check: There is no file {path}.
SELECT EXISTS (SELECT 1 FROM files WHERE path = :path);
-- fault
-- run
DELETE FROM files WHERE path = :path;
-- return row
SELECT :path AS deleted;
