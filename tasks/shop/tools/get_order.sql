-- check: No order with id {order_id}.
SELECT EXISTS (SELECT 1 FROM orders WHERE id = :order_id);
-- fault
-- return row
SELECT id AS order_id, customer_id, item, status, total_cents,
  (SELECT refunded FROM order_balances AS b WHERE b.id = o.id) AS refunded_cents,
  (SELECT remaining FROM order_balances AS b WHERE b.id = o.id) AS refundable_cents,
  ordered_on, shipped_on, delivered_on, note
FROM orders AS o
WHERE id = :order_id;
