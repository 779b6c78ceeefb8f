-- check: There is no policyholder {holder_id}.
SELECT EXISTS (SELECT 1 FROM policyholders WHERE id = :holder_id);
-- fault
-- run
UPDATE policyholders SET address = :address WHERE id = :holder_id;
-- return row
SELECT id AS holder_id, address FROM policyholders WHERE id = :holder_id;
