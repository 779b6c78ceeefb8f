// The report's lines of the bench: each figure beside its target.
import type { Page } from 'playwright-core'

interface Bench {
  reportTime(tasks: number, trials: number): number
  bootstrapTime(): number
  gridTime(tasks: number, trials: number): { mounted: number; updated: number }
  openTime(trials: number): Promise<number>
}

type Row = (name: string, value: string, target?: string) => void

const ms = (value: number): string => `${value < 10 ? value.toFixed(1) : value.toFixed(0)} ms`

/** Runs them on the timed page and prints them. */
export async function reportRows(page: Page, row: Row): Promise<void> {
  const call = <T>(name: keyof Bench, ...numbers: number[]): Promise<T> => page.evaluate(([fn, args]) => (Reflect.get(window, 'bench') as Record<string, (...all: number[]) => unknown>)[fn as string]!(...(args as number[])) as never, [name, numbers] as const) as Promise<T>
  console.log('\nReports, medians of 5')
  row('report of 10,000 trials (100 tasks × 100)', ms(await call('reportTime', 100, 100)), 'at most 100 ms')
  row('report of 100,000 trials (100 tasks × 1,000)', ms(await call('reportTime', 100, 1000)))
  row('bootstrap, 10,000 resamples × 100 tasks', ms(await call('bootstrapTime')), 'at most 10 ms')
  for (const [tasks, trials, target] of [[23, 5, ''], [23, 100, ''], [23, 1000, 'at most 80 and 5 ms'], [100, 1000, 'at most 50 ms']] as const) {
    const { mounted, updated } = await call<{ mounted: number; updated: number }>('gridTime', tasks, trials)
    row(`grid of ${(tasks * trials).toLocaleString('en')} cells, mounted / updated`, `${ms(mounted)} / ${ms(updated)}`, target)
  }
  row('opening a run of 10,000 trials from IndexedDB, to its report', ms(await call('openTime', 10_000)), 'at most 1000 ms')
}
