-- check: There is no service {service_id}.
SELECT EXISTS (SELECT 1 FROM services WHERE id = :service_id);
-- check: The probe of {service_id} is unavailable.
SELECT probe = 'ok' FROM services WHERE id = :service_id;
-- fault
-- run
INSERT INTO verifications (service_id, result, seq) SELECT id, iif(status = 'up', 'healthy', 'unhealthy'), 1 + (SELECT count(*) FROM receipts) FROM services WHERE id = :service_id;
-- return row
SELECT service_id, result FROM verifications ORDER BY id DESC LIMIT 1;
