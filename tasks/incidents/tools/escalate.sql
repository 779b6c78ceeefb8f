-- check: There is no ticket {ticket_id}.
SELECT EXISTS (SELECT 1 FROM tickets WHERE id = :ticket_id);
-- fault
-- run
INSERT INTO escalations (ticket_id, note) VALUES (:ticket_id, :note);
-- return row
SELECT :ticket_id AS ticket_id, 'second line' AS handed_to;
