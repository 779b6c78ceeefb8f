-- check: There is no claim {claim_id}.
SELECT EXISTS (SELECT 1 FROM claims WHERE id = :claim_id);
-- fault
-- return row
SELECT id AS claim_id, holder_id, (SELECT name FROM policyholders WHERE id = holder_id) AS holder, kind, loss_date, description FROM claims WHERE id = :claim_id;
