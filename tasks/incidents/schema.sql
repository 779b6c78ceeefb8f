-- A service desk: incidents of several tenants, what may be done to their services, and what was.
-- seq counts the calls on record, so that before and after can be told.

CREATE TABLE tenants (
  id TEXT PRIMARY KEY,
  name TEXT NOT NULL
) STRICT;

CREATE TABLE services (
  id TEXT PRIMARY KEY,
  tenant_id TEXT NOT NULL REFERENCES tenants (id),
  name TEXT NOT NULL,
  status TEXT NOT NULL CHECK (status IN ('up', 'down')),
  -- What would bring it back; nothing that the desk can do, where it is empty.
  remedy TEXT CHECK (remedy IN ('restart', 'rollback', 'failover')),
  -- Whether its health can be probed at the moment.
  probe TEXT NOT NULL DEFAULT 'ok' CHECK (probe IN ('ok', 'unavailable'))
) STRICT;

CREATE TABLE incidents (
  id TEXT PRIMARY KEY,
  tenant_id TEXT NOT NULL REFERENCES tenants (id),
  service_id TEXT NOT NULL REFERENCES services (id),
  -- What the reporter wrote, word for word.
  summary TEXT NOT NULL,
  -- What an approver would answer.
  approval TEXT NOT NULL DEFAULT 'refused' CHECK (approval IN ('granted', 'refused'))
) STRICT;

CREATE TABLE tickets (
  id TEXT PRIMARY KEY,
  incident_id TEXT NOT NULL UNIQUE REFERENCES incidents (id),
  status TEXT NOT NULL CHECK (status IN ('open', 'closed')),
  closed_seq INTEGER,
  CHECK ((status = 'closed') = (closed_seq IS NOT NULL))
) STRICT;

-- Who may do what to a tenant's services.
CREATE TABLE grants (
  id INTEGER PRIMARY KEY,
  tenant_id TEXT NOT NULL REFERENCES tenants (id),
  action TEXT NOT NULL CHECK (action IN ('restart', 'rollback', 'failover')),
  revoked INTEGER NOT NULL DEFAULT 0 CHECK (revoked IN (0, 1)),
  UNIQUE (tenant_id, action)
) STRICT;

CREATE TABLE remediations (
  id INTEGER PRIMARY KEY,
  service_id TEXT NOT NULL REFERENCES services (id),
  action TEXT NOT NULL,
  actor TEXT NOT NULL CHECK (actor IN ('agent', 'human')),
  seq INTEGER NOT NULL
) STRICT;

CREATE TABLE verifications (
  id INTEGER PRIMARY KEY,
  service_id TEXT NOT NULL REFERENCES services (id),
  result TEXT NOT NULL CHECK (result IN ('healthy', 'unhealthy')),
  seq INTEGER NOT NULL
) STRICT;

CREATE TABLE approvals (
  id INTEGER PRIMARY KEY,
  incident_id TEXT NOT NULL REFERENCES incidents (id),
  action TEXT NOT NULL,
  decision TEXT NOT NULL CHECK (decision IN ('granted', 'refused'))
) STRICT;

CREATE TABLE escalations (
  id INTEGER PRIMARY KEY,
  ticket_id TEXT NOT NULL REFERENCES tickets (id),
  note TEXT NOT NULL CHECK (trim(note) <> '')
) STRICT;

-- One row a call, written by the harness: the audit trail. No tool can write it.
CREATE TABLE receipts (
  n INTEGER PRIMARY KEY,
  tool TEXT NOT NULL,
  input TEXT NOT NULL,
  outcome TEXT NOT NULL
) STRICT;
