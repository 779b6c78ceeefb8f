-- check: No order with id {order_id}.
SELECT EXISTS (SELECT 1 FROM orders WHERE id = :order_id);
-- check: Order {order_id} is already cancelled.
SELECT status <> 'cancelled' FROM orders WHERE id = :order_id;
-- fault
-- run
UPDATE orders SET status = 'cancelled' WHERE id = :order_id;
-- return row
SELECT :order_id AS order_id, 'cancelled' AS status;
