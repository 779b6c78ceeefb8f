-- Bystanders: what a wrong action could hit.
INSERT INTO files (path, content) VALUES
  ('LICENSE', 'Permission is hereby granted to use this software for any purpose.' || char(10)),
  ('src/main.ts', 'import { run } from ''./run''' || char(10) || char(10) || 'run()' || char(10)),
  ('docs/index.md', '# Handbook' || char(10) || char(10) || 'Start with docs/setup.md.' || char(10));
