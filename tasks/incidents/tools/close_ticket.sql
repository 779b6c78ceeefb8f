-- check: There is no ticket {ticket_id}.
SELECT EXISTS (SELECT 1 FROM tickets WHERE id = :ticket_id);
-- check: {ticket_id} is closed already.
SELECT status = 'open' FROM tickets WHERE id = :ticket_id;
-- fault
-- run
UPDATE tickets SET status = 'closed', closed_seq = 1 + (SELECT count(*) FROM receipts) WHERE id = :ticket_id;
-- return row
SELECT id AS ticket_id, status FROM tickets WHERE id = :ticket_id;
