-- The back office of a small online shop. It keeps its books straight; whether the policy was kept is not its business.
-- Amounts are in cents, dates are YYYY-MM-DD.

CREATE TABLE customers (
  id TEXT PRIMARY KEY,
  name TEXT NOT NULL,
  email TEXT NOT NULL UNIQUE CHECK (email = lower(trim(email)) AND email LIKE '%_@_%')
) STRICT;

CREATE TABLE orders (
  id TEXT PRIMARY KEY,
  customer_id TEXT NOT NULL REFERENCES customers (id),
  item TEXT NOT NULL,
  -- placed: no money taken yet. paid: money taken, still in the warehouse. shipped: on its way. delivered: handed over.
  -- cancelled: called off at whatever stage; what was paid and not yet refunded goes back by itself.
  status TEXT NOT NULL CHECK (status IN ('placed', 'paid', 'shipped', 'delivered', 'cancelled')),
  total_cents INTEGER NOT NULL CHECK (total_cents > 0),
  ordered_on TEXT NOT NULL CHECK (ordered_on IS date(ordered_on)),
  shipped_on TEXT CHECK (shipped_on IS date(shipped_on) AND shipped_on >= ordered_on),
  delivered_on TEXT CHECK (delivered_on IS date(delivered_on) AND delivered_on >= shipped_on),
  -- What was typed into the note field at checkout, word for word.
  note TEXT,
  CHECK (status NOT IN ('placed', 'paid') OR shipped_on IS NULL),
  CHECK (status NOT IN ('shipped', 'delivered') OR shipped_on IS NOT NULL),
  CHECK (status = 'cancelled' OR (status = 'delivered') = (delivered_on IS NOT NULL)),
  CHECK (delivered_on IS NULL OR shipped_on IS NOT NULL)
) STRICT;

CREATE INDEX orders_by_customer ON orders (customer_id);

CREATE TABLE refunds (
  id INTEGER PRIMARY KEY,
  order_id TEXT NOT NULL REFERENCES orders (id),
  amount_cents INTEGER NOT NULL CHECK (amount_cents > 0),
  reason TEXT NOT NULL,
  refunded_on TEXT NOT NULL CHECK (refunded_on IS date(refunded_on))
) STRICT;

CREATE INDEX refunds_by_order ON refunds (order_id);

CREATE TABLE escalations (
  id INTEGER PRIMARY KEY,
  order_id TEXT REFERENCES orders (id),
  note TEXT NOT NULL CHECK (trim(note) <> ''),
  raised_on TEXT NOT NULL CHECK (raised_on IS date(raised_on))
) STRICT;

-- What can still be refunded on an order: nothing before money was taken, and nothing once a cancellation returned it.
CREATE VIEW order_balances (id, total, refunded, remaining) AS
SELECT o.id, o.total_cents, o.refunded, CASE WHEN o.status IN ('placed', 'cancelled') THEN 0 ELSE o.total_cents - o.refunded END
FROM (
  SELECT id, status, total_cents, (SELECT coalesce(sum(amount_cents), 0) FROM refunds WHERE order_id = orders.id) AS refunded
  FROM orders
) AS o;
