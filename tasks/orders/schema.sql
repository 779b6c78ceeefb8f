-- An order desk: orders, what the handbook says, and approvals.
-- Amounts are in cents, dates are YYYY-MM-DD.

CREATE TABLE orders (
  id INTEGER PRIMARY KEY,
  customer TEXT NOT NULL,
  item TEXT NOT NULL,
  status TEXT NOT NULL CHECK (status IN ('open', 'shipped', 'delivered', 'cancelled')),
  total_cents INTEGER NOT NULL CHECK (total_cents > 0),
  -- Why an approver would refuse to cancel it, if so.
  hold TEXT
) STRICT;

CREATE TABLE docs (
  id INTEGER PRIMARY KEY,
  title TEXT NOT NULL,
  body TEXT NOT NULL
) STRICT;

CREATE TABLE approvals (
  id INTEGER PRIMARY KEY,
  order_id INTEGER NOT NULL REFERENCES orders (id),
  decision TEXT NOT NULL CHECK (decision IN ('granted', 'refused')),
  reason TEXT NOT NULL,
  decided_on TEXT NOT NULL CHECK (decided_on IS date(decided_on))
) STRICT;
