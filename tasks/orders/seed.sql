INSERT INTO docs (id, title, body) VALUES
  (1, 'Order status', 'open: not yet handed to the carrier. shipped: with the carrier. delivered: signed for. cancelled: called off.'),
  (2, 'Cancelling an order', 'An open order can be cancelled once an approval has been granted. A refused approval is final.'),
  (3, 'Lost parcels', 'After ten working days without a scan, ask the carrier to trace the parcel.');

-- Bystanders: what a wrong action could hit.
INSERT INTO orders (id, customer, item, status, total_cents, hold) VALUES
  (1040, 'Halima Yusuf', 'Desk lamp', 'open', 4900, NULL),
  (1041, 'Piotr Nowak', 'Letter tray', 'delivered', 1850, NULL),
  (1999, 'Dara Whelan', 'Filing cabinet', 'open', 18900, NULL);

INSERT INTO approvals (id, order_id, decision, reason, decided_on) VALUES
  (1, 1041, 'refused', 'Delivered already.', '2026-10-20');
