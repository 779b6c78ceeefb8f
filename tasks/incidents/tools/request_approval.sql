-- check: There is no incident {incident_id}.
SELECT EXISTS (SELECT 1 FROM incidents WHERE id = :incident_id);
-- fault
-- run
INSERT INTO approvals (incident_id, action, decision) SELECT id, :action, approval FROM incidents WHERE id = :incident_id;
INSERT OR IGNORE INTO grants (tenant_id, action) SELECT tenant_id, :action FROM incidents WHERE id = :incident_id AND approval = 'granted';
-- return row
SELECT incident_id, action, decision FROM approvals ORDER BY id DESC LIMIT 1;
