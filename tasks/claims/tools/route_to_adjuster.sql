-- check: There is no claim {claim_id}.
SELECT EXISTS (SELECT 1 FROM claims WHERE id = :claim_id);
-- fault
-- run
INSERT INTO routes (claim_id, queue, routed_on) VALUES (:claim_id, :queue, :today);
-- return row
SELECT :claim_id AS claim_id, :queue AS queue;
