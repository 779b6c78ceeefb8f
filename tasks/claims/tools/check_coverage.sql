-- check: There is no claim {claim_id}.
SELECT EXISTS (SELECT 1 FROM claims WHERE id = :claim_id);
-- check: There is no policy {policy_id} of this claim's policyholder.
SELECT EXISTS (SELECT 1 FROM policies p JOIN claims c ON c.holder_id = p.holder_id WHERE p.id = :policy_id AND c.id = :claim_id);
-- check: {loss_date} is not a date in the past.
SELECT :loss_date IS date(:loss_date) AND :loss_date <= :today;
-- fault
-- run
INSERT INTO coverage_decisions (claim_id, policy_id, loss_date, covered, why, decided_on)
SELECT c.id, p.id, :loss_date,
  :loss_date BETWEEN p.valid_from AND p.valid_to
    AND p.product = CASE WHEN c.kind IN ('glass', 'collision') THEN 'motor' ELSE 'home' END
    AND instr(' ' || p.exclusions || ' ', ' ' || c.kind || ' ') = 0,
  CASE
    WHEN :loss_date NOT BETWEEN p.valid_from AND p.valid_to THEN 'Not in force on ' || :loss_date || '.'
    WHEN p.product <> CASE WHEN c.kind IN ('glass', 'collision') THEN 'motor' ELSE 'home' END THEN 'A ' || p.product || ' policy does not cover ' || c.kind || '.'
    WHEN instr(' ' || p.exclusions || ' ', ' ' || c.kind || ' ') > 0 THEN 'The policy excludes ' || c.kind || '.'
    ELSE 'In force, not excluded.'
  END,
  :today
FROM claims c, policies p WHERE c.id = :claim_id AND p.id = :policy_id;
-- return row
SELECT claim_id, policy_id, loss_date, covered, why FROM coverage_decisions ORDER BY id DESC LIMIT 1;
