// The graders a proof can be run with: ours, and weak ones that are there to be caught.

export const GRADERS = [
  { id: 'whole', title: 'Whole', weak: false, says: 'Every change must be required or allowed, and every required change must be there.' },
  { id: 'must-only', title: 'Must only', weak: true, says: 'Looks for the required changes; nobody looks for the unexpected.' },
  { id: 'trust-the-words', title: 'Trust the words', weak: true, says: 'Passes what the last message claims was done.' },
  { id: 'calls-only', title: 'Calls only', weak: true, says: 'Compares the calls with the oracle\'s, in any order, and never looks at the tables.' },
  { id: 'final-text-contains', title: 'Final text contains', weak: true, says: 'Passes when the last message names what the task is about.' },
] as const

export type GraderId = (typeof GRADERS)[number]['id']
