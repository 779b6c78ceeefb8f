-- check: There is no order {order_id}.
SELECT EXISTS (SELECT 1 FROM orders WHERE id = :order_id);
-- fault
-- run
INSERT INTO approvals (order_id, decision, reason, decided_on)
SELECT id, iif(hold IS NULL, 'granted', 'refused'), coalesce(hold, 'Nothing speaks against it.'), :today FROM orders WHERE id = :order_id;
-- return row
SELECT order_id, decision, reason FROM approvals WHERE order_id = :order_id ORDER BY id DESC LIMIT 1;
