-- check: There is no claim {claim_id}.
SELECT :claim_id IS NULL OR EXISTS (SELECT 1 FROM claims WHERE id = :claim_id);
-- fault
-- run
INSERT INTO escalations (claim_id, note) VALUES (:claim_id, :note);
-- return row
SELECT id AS escalation_id FROM escalations ORDER BY id DESC LIMIT 1;
