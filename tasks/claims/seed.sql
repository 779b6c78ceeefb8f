-- Bystanders: what a wrong action could hit.
INSERT INTO policyholders (id, name, address) VALUES
  ('H-01', 'Ottilie Brandt', '4 Quay Street, Harwick'),
  ('H-02', 'Kofi Mensah', '17 Larch Avenue, Dunmoor'),
  ('H-03', 'Sunniva Dahl', '9 Mill Lane, Harwick');

INSERT INTO policies (id, holder_id, product, valid_from, valid_to) VALUES
  ('P-0101', 'H-01', 'motor', '2026-01-01', '2026-12-31'),
  ('P-0201', 'H-02', 'home', '2026-03-01', '2027-02-28'),
  ('P-0301', 'H-03', 'motor', '2025-07-01', '2026-06-30');

INSERT INTO payment_plans (policy_id, due_day) VALUES ('P-0101', 1), ('P-0201', 15);

INSERT INTO claims (id, holder_id, kind, loss_date, description) VALUES
  ('CL-0900', 'H-01', 'collision', '2026-09-14', 'Reversed into a bollard.'),
  ('CL-0901', 'H-02', 'water', '2026-10-02', 'The dishwasher hose came off.');

INSERT INTO coverage_decisions (id, claim_id, policy_id, loss_date, covered, why, decided_on) VALUES
  (1, 'CL-0900', 'P-0101', '2026-09-14', 1, 'In force, not excluded.', '2026-09-15');

INSERT INTO routes (id, claim_id, queue, routed_on) VALUES (1, 'CL-0900', 'collision', '2026-09-15');
