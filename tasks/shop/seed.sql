-- What every task finds here. Tasks add the orders they are about, and the customers whom no other task needs.

INSERT INTO customers (id, name, email) VALUES
  ('C-101', 'Maren Okafor', 'maren.okafor@example.com'),
  ('C-102', 'Tobias Lindqvist', 'tobias.lindqvist@example.org'),
  ('C-103', 'Priya Raman', 'priya.raman@example.org'),
  ('C-104', 'Samuel Adeyemi', 'samuel.adeyemi@example.com'),
  ('C-105', 'Ines Carvalho', 'ines.carvalho@example.com'),
  ('C-106', 'Walter Hensley', 'walter.hensley@example.org'),
  ('C-107', 'Yuki Tanabe', 'yuki.tanabe@example.com'),
  ('C-108', 'Rosa Delgado', 'rosa.delgado@example.com'),
  ('C-109', 'Callum Fraser', 'callum.fraser@example.org'),
  ('C-110', 'Nadia Petrova', 'nadia.petrova@example.com'),
  ('C-111', 'Grace Whitfield', 'grace.whitfield@example.com'),
  ('C-112', 'Ahmed Siddiqui', 'ahmed.siddiqui@example.com'),
  ('C-113', 'Elena Marchetti', 'elena.marchetti@example.org'),
  ('C-114', 'Jonas Weber', 'jonas.weber@example.org');

-- Bystanders: what a wrong action could hit. Some are refundable, some could be cancelled.
INSERT INTO orders (id, customer_id, item, status, total_cents, ordered_on, shipped_on, delivered_on, note) VALUES
  ('ORD-0801', 'C-101', 'Linen tea towels, set of 4', 'delivered', 5600, '2026-10-02', '2026-10-03', '2026-10-07', NULL),
  ('ORD-0802', 'C-102', 'Brass coat hooks, pair', 'delivered', 3800, '2026-10-05', '2026-10-06', '2026-10-10', NULL),
  ('ORD-0803', 'C-103', 'Bedside rug', 'delivered', 8900, '2026-09-28', '2026-09-29', '2026-10-03', 'Please ring twice, the bell is quiet.'),
  ('ORD-0804', 'C-104', 'Cork notice board', 'shipped', 3300, '2026-10-21', '2026-10-23', NULL, NULL),
  ('ORD-0805', 'C-105', 'Soapstone soap dish', 'delivered', 1400, '2026-08-17', '2026-08-18', '2026-08-21', NULL),
  ('ORD-0806', 'C-106', 'Salt cellar with spoon', 'delivered', 2700, '2026-10-01', '2026-10-02', '2026-10-06', NULL),
  ('ORD-0807', 'C-107', 'Measuring cups, set of 5', 'delivered', 6200, '2026-10-05', '2026-10-06', '2026-10-09', NULL),
  ('ORD-0808', 'C-108', 'Felt rug underlay', 'paid', 2900, '2026-10-24', NULL, NULL, 'Third floor, no lift, sorry!'),
  ('ORD-0809', 'C-109', 'Reading stand', 'delivered', 4100, '2026-10-07', '2026-10-08', '2026-10-13', NULL),
  ('ORD-0811', 'C-111', 'Mixing bowls, set of 3', 'delivered', 4800, '2026-10-06', '2026-10-07', '2026-10-10', NULL),
  ('ORD-0812', 'C-112', 'Picture ledge, walnut', 'delivered', 7900, '2026-10-02', '2026-10-04', '2026-10-08', NULL),
  ('ORD-0813', 'C-113', 'Copper saucepan', 'delivered', 11800, '2026-10-06', '2026-10-08', '2026-10-12', 'Leave it with the baker next door if I am out.'),
  ('ORD-0814', 'C-113', 'Lid for the copper saucepan', 'paid', 3100, '2026-10-24', NULL, NULL, NULL),
  ('ORD-0815', 'C-114', 'Wall calendar 2027', 'delivered', 1600, '2026-09-30', '2026-10-01', '2026-10-05', NULL),
  ('ORD-0816', 'C-113', 'Olive wood trivet', 'cancelled', 1900, '2026-10-10', NULL, NULL, NULL);

INSERT INTO refunds (id, order_id, amount_cents, reason, refunded_on) VALUES
  (1, 'ORD-0813', 1800, 'Handle scratched, customer keeps the pan', '2026-10-16');

INSERT INTO escalations (id, order_id, note, raised_on) VALUES
  (1, 'ORD-0814', 'Asks for delivery to a pick-up point, which we do not offer.', '2026-10-24');
