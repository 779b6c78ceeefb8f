-- check: There is no incident {incident_id}.
SELECT EXISTS (SELECT 1 FROM incidents WHERE id = :incident_id);
-- check: There is no service {service_id}.
SELECT EXISTS (SELECT 1 FROM services WHERE id = :service_id);
-- authorize: Denied: {service_id} does not belong to the tenant of {incident_id}.
SELECT EXISTS (SELECT 1 FROM services s JOIN incidents i ON i.tenant_id = s.tenant_id WHERE s.id = :service_id AND i.id = :incident_id);
-- authorize: Denied: {action} is not granted for this tenant.
SELECT EXISTS (SELECT 1 FROM grants g JOIN incidents i ON i.tenant_id = g.tenant_id WHERE i.id = :incident_id AND g.action = :action AND g.revoked = 0);
-- fault
-- run
INSERT INTO remediations (service_id, action, actor, seq) VALUES (:service_id, :action, 'agent', 1 + (SELECT count(*) FROM receipts));
UPDATE services SET status = 'up' WHERE id = :service_id AND remedy = :action AND status = 'down';
-- return row
SELECT :service_id AS service_id, :action AS action, 'success' AS result;
