-- check: There is no order {order_id}.
SELECT EXISTS (SELECT 1 FROM orders WHERE id = :order_id);
-- fault
-- return row
SELECT id AS order_id, customer, item, status, total_cents FROM orders WHERE id = :order_id;
