-- check: No customer with the email {email}.
SELECT EXISTS (SELECT 1 FROM customers WHERE email = lower(trim(:email)));
-- fault
-- return row
SELECT id AS customer_id, name, email FROM customers WHERE email = lower(trim(:email));
