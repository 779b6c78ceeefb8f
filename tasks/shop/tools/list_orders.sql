-- check: No customer with id {customer_id}.
SELECT EXISTS (SELECT 1 FROM customers WHERE id = :customer_id);
-- fault
-- return rows
SELECT id AS order_id, item, status, total_cents, ordered_on, shipped_on, delivered_on
FROM orders
WHERE customer_id = :customer_id
ORDER BY ordered_on, id;
