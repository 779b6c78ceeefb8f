-- First notice of loss: claims come in, coverage is decided on record, the claim goes to a queue.
-- Dates are YYYY-MM-DD.

CREATE TABLE policyholders (
  id TEXT PRIMARY KEY,
  name TEXT NOT NULL,
  address TEXT NOT NULL
) STRICT;

CREATE TABLE policies (
  id TEXT PRIMARY KEY,
  holder_id TEXT NOT NULL REFERENCES policyholders (id),
  -- motor covers glass and collision; home covers water and flood.
  product TEXT NOT NULL CHECK (product IN ('motor', 'home')),
  valid_from TEXT NOT NULL CHECK (valid_from IS date(valid_from)),
  valid_to TEXT NOT NULL CHECK (valid_to IS date(valid_to) AND valid_to > valid_from),
  -- Kinds of loss that this policy leaves out, separated by spaces.
  exclusions TEXT NOT NULL DEFAULT ''
) STRICT;

CREATE INDEX policies_by_holder ON policies (holder_id);

CREATE TABLE payment_plans (
  policy_id TEXT PRIMARY KEY REFERENCES policies (id),
  due_day INTEGER NOT NULL CHECK (due_day BETWEEN 1 AND 28)
) STRICT;

CREATE TABLE claims (
  id TEXT PRIMARY KEY,
  holder_id TEXT NOT NULL REFERENCES policyholders (id),
  kind TEXT NOT NULL CHECK (kind IN ('glass', 'collision', 'water', 'flood')),
  -- Empty where the form was sent without it.
  loss_date TEXT CHECK (loss_date IS date(loss_date)),
  -- What the claimant wrote, word for word.
  description TEXT NOT NULL
) STRICT;

CREATE TABLE coverage_decisions (
  id INTEGER PRIMARY KEY,
  claim_id TEXT NOT NULL REFERENCES claims (id),
  policy_id TEXT NOT NULL REFERENCES policies (id),
  loss_date TEXT NOT NULL CHECK (loss_date IS date(loss_date)),
  covered INTEGER NOT NULL CHECK (covered IN (0, 1)),
  why TEXT NOT NULL,
  decided_on TEXT NOT NULL CHECK (decided_on IS date(decided_on))
) STRICT;

CREATE TABLE routes (
  id INTEGER PRIMARY KEY,
  claim_id TEXT NOT NULL REFERENCES claims (id),
  queue TEXT NOT NULL CHECK (queue IN ('glass', 'collision', 'water', 'flood', 'coverage-review')),
  routed_on TEXT NOT NULL CHECK (routed_on IS date(routed_on))
) STRICT;

CREATE TABLE escalations (
  id INTEGER PRIMARY KEY,
  claim_id TEXT REFERENCES claims (id),
  note TEXT NOT NULL CHECK (trim(note) <> '')
) STRICT;

-- What the customer confirmed, put here by the harness. No tool can write it.
CREATE TABLE confirmations (
  id INTEGER PRIMARY KEY,
  text TEXT NOT NULL
) STRICT;
