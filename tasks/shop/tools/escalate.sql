-- check: An escalation needs a note.
SELECT trim(:note) <> '';
-- check: No order with id {order_id}.
SELECT :order_id IS NULL OR EXISTS (SELECT 1 FROM orders WHERE id = :order_id);
-- fault
-- run
INSERT INTO escalations (order_id, note, raised_on) VALUES (:order_id, :note, :today);
-- return row
SELECT 'passed to a colleague' AS status, :order_id AS order_id;
