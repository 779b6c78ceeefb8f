-- check: No order with id {order_id}.
SELECT EXISTS (SELECT 1 FROM orders WHERE id = :order_id);
-- check: Refund amount must be positive.
SELECT :amount_cents > 0;
-- check: Order {order_id} is {status}: there is no payment to refund.
SELECT status NOT IN ('placed', 'cancelled'), status FROM orders WHERE id = :order_id;
-- check: Refund of {amount_cents} cents exceeds the refundable remainder of {remaining} cents.
SELECT :amount_cents <= remaining, remaining FROM order_balances WHERE id = :order_id;
-- fault
-- run
INSERT INTO refunds (order_id, amount_cents, reason, refunded_on)
VALUES (:order_id, :amount_cents, :reason, :today);
-- return row
SELECT :order_id AS order_id, :amount_cents AS refunded_cents;
