-- check: There is no tenant {tenant_id}.
SELECT EXISTS (SELECT 1 FROM tenants WHERE id = :tenant_id);
-- fault
-- return rows
SELECT s.id AS service_id, s.name, s.status, (SELECT group_concat(action, ', ') FROM grants g WHERE g.tenant_id = s.tenant_id AND g.revoked = 0) AS granted
FROM services s WHERE s.tenant_id = :tenant_id ORDER BY s.id;
