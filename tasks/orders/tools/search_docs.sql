-- fault
-- return rows
SELECT title, body FROM docs WHERE instr(lower(title || ' ' || body), lower(:query)) > 0 ORDER BY id;
