-- check: There is no file {path}.
SELECT EXISTS (SELECT 1 FROM files WHERE path = :path);
-- check: The text to find does not stand in {path}.
SELECT instr(content, :find) > 0 FROM files WHERE path = :path;
-- fault
-- run
UPDATE files SET content = replace(content, :find, :replace) WHERE path = :path;
-- return row
SELECT path, length(content) AS characters FROM files WHERE path = :path;
