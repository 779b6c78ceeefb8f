-- check: There is no order {order_id}.
SELECT EXISTS (SELECT 1 FROM orders WHERE id = :order_id);
-- check: Order {order_id} is {status} and cannot be cancelled.
SELECT status = 'open', status FROM orders WHERE id = :order_id;
-- fault
-- run
UPDATE orders SET status = 'cancelled' WHERE id = :order_id;
-- return row
SELECT id AS order_id, status FROM orders WHERE id = :order_id;
