-- fault
-- return rows
SELECT path, length(content) AS characters FROM files ORDER BY path;
