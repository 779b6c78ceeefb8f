-- check: There is no payment plan for policy {policy_id}.
SELECT EXISTS (SELECT 1 FROM payment_plans WHERE policy_id = :policy_id);
-- fault
-- run
UPDATE payment_plans SET due_day = :due_day WHERE policy_id = :policy_id;
-- return row
SELECT policy_id, due_day FROM payment_plans WHERE policy_id = :policy_id;
