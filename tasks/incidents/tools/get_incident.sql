-- check: There is no incident {incident_id}.
SELECT EXISTS (SELECT 1 FROM incidents WHERE id = :incident_id);
-- fault
-- return row
SELECT i.id AS incident_id, i.tenant_id, i.service_id, s.name AS service, s.status, i.summary, k.id AS ticket_id, k.status AS ticket
FROM incidents i JOIN services s ON s.id = i.service_id JOIN tickets k ON k.incident_id = i.id WHERE i.id = :incident_id;
