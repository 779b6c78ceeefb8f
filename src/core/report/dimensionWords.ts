// What a dimension's rate leaves out, in words.
import type { DimensionRate } from './dimensions'
import { unscoredText } from './words'

/** "15 not scored (14 system error, 1 timeout), the target missed in 2 of them"; '' where all are scored. */
export const leftOutText = ({ unscored, missed_unscored }: Pick<DimensionRate, 'unscored' | 'missed_unscored'>): string =>
  unscoredText(unscored) + (missed_unscored > 0 ? `, the target missed in ${missed_unscored.toLocaleString('en')} of them` : '')
