-- check: No order with id {order_id}.
SELECT EXISTS (SELECT 1 FROM orders WHERE id = :order_id);
-- fault
-- return row
SELECT o.id AS order_id, o.customer_id, o.item, o.status, o.total_cents,
  b.refunded AS refunded_cents, b.remaining AS refundable_cents,
  o.ordered_on, o.shipped_on, o.delivered_on, o.note
FROM orders o JOIN order_balances b ON b.id = o.id
WHERE o.id = :order_id;
