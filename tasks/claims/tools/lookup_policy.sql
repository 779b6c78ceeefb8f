-- check: There is no policyholder {holder_id}.
SELECT EXISTS (SELECT 1 FROM policyholders WHERE id = :holder_id);
-- fault
-- return rows
SELECT id AS policy_id, holder_id, product, valid_from, valid_to, exclusions FROM policies WHERE holder_id = :holder_id ORDER BY valid_from, id;
