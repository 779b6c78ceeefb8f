// A run survives its own text, and a file that is no run is refused in one sentence.
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { anyRun } from '../../testing/arbitraries'
import { broken, failed, inOneChunk, passed, passedTrials, runHead } from '../../testing/builders'
import type { RunHead, Trial } from '../trial/record'
import { encodeRun, readRun } from './codec'
import { configurationHash } from './hashes'

const textOf = async (head: RunHead, trials: Trial[]) => {
  const pieces: string[] = []
  for await (const piece of encodeRun(head, inOneChunk(trials))) pieces.push(piece)
  return pieces.join('')
}

const problemOf = (text: string) => {
  const result = readRun(text)
  return result.ok ? 'it was read' : result.problem
}

type Json = Record<string, unknown>

/** What holds a place in a file, and its key there: "trials[0].state" is "state" of the first trial. */
function holderOf(file: Json, path: string): [Json, string] {
  const keys = path.split(/[.[\]]+/).filter(Boolean)
  return [keys.slice(0, -1).reduce((at, key) => at[key] as Json, file), keys.at(-1)!]
}

const read = (file: Json, path: string): unknown => {
  const [holder, key] = holderOf(file, path)
  return holder[key]
}
const set = (path: string, value: unknown) => (file: Json) => {
  const [holder, key] = holderOf(file, path)
  holder[key] = value
}
const drop = (path: string) => (file: Json) => {
  const [holder, key] = holderOf(file, path)
  delete holder[key]
}
/** Puts a copy of what stands at `from`, with something different about it, at the end of a list or its beginning. */
const copy = (path: string, from: string, more: object = {}, where: 'push' | 'unshift' = 'push') => (file: Json) => {
  (read(file, path) as unknown[])[where]({ ...(read(file, from) as object), ...more })
}

/** The problem of a valid run of two trials after something in its file was changed. */
async function problemAfter(...alterations: ((file: Json) => void)[]) {
  const file = JSON.parse(await textOf(runHead(), [passed(), failed()])) as Json
  for (const alter of alterations) alter(file)
  return problemOf(JSON.stringify(file))
}

describe('writing and reading', () => {
  test('any valid run is read back equal, and its text is well-formed', async () => {
    await fc.assert(
      fc.asyncProperty(anyRun, async ({ head, trials }) => {
        const text = await textOf(head, trials)
        expect(text.isWellFormed()).toBe(true)
        expect(readRun(text)).toEqual({ ok: true, head, trials })
      }),
      { numRuns: 300 },
    )
  }, 60_000)

  test('half a character comes back as it was', async () => {
    const result = readRun(await textOf(runHead(), [passed({ error: 'a\ud83d' })]))
    expect(result.ok && result.trials[0]?.error).toBe('a\ud83d')
  })

  test('each trial stands on a line of its own', async () => {
    const lines = (await textOf(runHead(), [passed(), failed()])).split('\n')
    expect(lines.filter((line) => line.includes('"episode"')).map((line) => JSON.parse(line.replace(/,$/, '')) as unknown)).toEqual([passed(), failed()])
  })

  test('a large run is written in pieces of at most about two million characters', async () => {
    const sizes: number[] = []
    for await (const piece of encodeRun(runHead({ trials: 3_000 }), inOneChunk(passedTrials(3_000)))) sizes.push(piece.length)
    expect(sizes.length).toBeGreaterThan(1)
    expect(Math.max(...sizes)).toBeLessThan(2 ** 21)
  })

  test('a run without trials is read, and so is one of counts', async () => {
    expect(readRun(await textOf(runHead(), []))).toEqual({ ok: true, head: runHead(), trials: [] })
    const counts = { ...runHead(), worlds: [], starts: {}, hashes: { grader: '-', worlds: {} }, counts: [{ world: 'mini', task: 'cancel-paid', trials: 5, passes: 3 }] }
    expect(readRun(await textOf(counts, []))).toEqual({ ok: true, head: counts, trials: [] })
  })

  test('a byte order mark is passed over', async () => {
    expect(readRun(`\uFEFF${await textOf(runHead(), [])}`).ok).toBe(true)
  })

  test('a later attempt may follow an unscored one, and practice is no obstacle', async () => {
    expect(readRun(await textOf(runHead(), [broken(), passed({ attempt: 3 }), failed({ practice: true }), failed({ attempt: 2 }), failed({ attempt: 3, practice: true })])).ok).toBe(true)
  })

  test('10,000 trials are read whole', async () => {
    const text = await textOf(runHead({ trials: 10_000 }), passedTrials(10_000))
    expect(readRun(text)).toMatchObject({ ok: true, trials: { length: 10_000 } })
  }, 60_000)
})

describe('a file that is no run', () => {
  test.each([
    ['0 bytes', '', 'The file is empty.'],
    ['only a byte order mark', '\uFEFF', 'The file is empty.'],
    ['a web page', '<!DOCTYPE html>\n<html></html>', 'This is a web page, not a run.'],
    ['a web page behind a byte order mark', '\uFEFF\n<html lang="en">', 'This is a web page, not a run.'],
    ['plain text', 'Dear reader,\nhello', 'This is not JSON: the word "Dear" on line 1 has no place in it.'],
    ['plain text behind a byte order mark', '\uFEFFhello', 'This is not JSON: the word "hello" on line 1 has no place in it.'],
    ['NaN', '{"a": 1,\n"b": NaN}', 'This is not JSON: the word "NaN" on line 2 has no place in it.'],
    ['a key without quotes', '{a: 1}', 'This is not JSON: the word "a" on line 1 has no place in it.'],
    ['a list', '[1, 2, 3]', 'This JSON is not a run: it is a list of 3.'],
    ['a number', '5', 'This JSON is not a run: it is the value 5.'],
    ['null', 'null', 'This JSON is not a run: it is the value null.'],
    ['an object without a format', '{"name": "x", "version": 1}', 'This JSON is not a run: it has no "format", but "name", "version".'],
    ['an object with many fields', '{"a":1,"b":1,"c":1,"d":1,"e":1,"f":1}', 'This JSON is not a run: it has no "format", but "a", "b", "c", "d", "e" and more.'],
    ['an empty object', '{}', 'This JSON is not a run: it has no "format", but nothing at all.'],
    ['another format', '{"format": "aftermath/gate", "version": 1}', 'This JSON is not a run: its format is "aftermath/gate".'],
    ['a world', '{"format": "aftermath/world", "version": 1}', 'This is a world, not a run.'],
    ['version 99', '{"format": "aftermath/run", "version": 99}', 'This run was made by a newer version of Aftermath: its format has version 99, and this one reads version 1.'],
    ['a version that is a text', '{"format": "aftermath/run", "version": "1"}', 'The run is not valid: version: must be 1; found "1".'],
    ['no version', '{"format": "aftermath/run"}', 'The run is not valid: version: must be 1; found nothing.'],
  ])('%s', (_, text, problem) => {
    expect(problemOf(text)).toBe(problem)
  })

  test('a run cut off anywhere ends early', async () => {
    const text = (await textOf(runHead(), [passed({ error: 'quote " and slash \\' })])).trimEnd()
    for (let length = 1; length < text.length; length += 7) {
      expect(problemOf(text.slice(0, length)), `after ${length} characters`).toBe('The file ends early: its JSON is never closed, as if it had been cut off.')
    }
  })

  test('a comma too many is told in the words of the browser', () => {
    expect(problemOf('[1,]')).toMatch(/^This is not JSON: .+\.$/)
  })

  test('any text is refused, and nothing throws', () => {
    fc.assert(fc.property(fc.oneof(fc.string({ unit: 'binary' }), fc.json()), (text) => readRun(text).ok === false))
  })

  test('nesting without a bottom is refused before anything follows it down', async () => {
    const text = (await textOf(runHead(), [])).replace('"trials": []', `"trials": [], "deep": ${'['.repeat(100_000)}${']'.repeat(100_000)}`)
    expect(problemOf(text)).toMatch(/^The run is not valid: deep\[0\]\[0\].*: is nested deeper than 500 levels\.$/)
  })
})

describe('a run that is not valid', () => {
  test.each<[string, (file: Json) => void, string]>([
    ['a wrong type deep inside', set('trials[0].episode.turns[1].calls[0].n', 'one'), 'The run is not valid: trials[0].episode.turns[1].calls[0].n: must be of type integer; found "one".'],
    ['a wrong cell', set('trials[0].outcome.changes[0].key[0]', { int: 5 }), 'The run is not valid: trials[0].outcome.changes[0].key[0].int: must be of type string; found 5.'],
    ['null instead of a number', set('trials[1].milliseconds', null), 'The run is not valid: trials[1].milliseconds: must be of type number; found null.'],
    ['an unknown state', set('trials[0].state', 'passed'), 'must be "pass" or "fail"'],
    ['a trial without its episode', drop('trials[0].episode'), 'The run is not valid: trials[0]: episode is missing.'],
    ['a trial that is none', set('trials[1]', 5), 'The run is not valid: trials[1]: must be of type object; found 5.'],
    ['trials that are no list', set('trials', { 0: 1 }), 'The run is not valid: trials: must be a list; found {"0":1}.'],
    ['a head without a manifest', drop('manifest'), 'The run is not valid: manifest is missing.'],
    ['an id with a slash', set('id', '../x'), 'The run is not valid: id: must match'],
    ['a wrong type in a world', set('worlds[0].tasks[0].minutes', '2'), 'The run is not valid: worlds[0].tasks[0].minutes: must be of type number; found "2".'],
    ['a task that is planned twice', copy('manifest', 'manifest[0]'), 'The run\'s manifest names mini/cancel-paid twice.'],
    ['a planned task that the worlds lack', (file) => (read(file, 'worlds[0].tasks') as unknown[]).splice(1, 1), 'The run\'s manifest names mini/refund-late, which is missing from its worlds.'],
    ['a planned task that the starts lack', drop('starts.mini.refund-late'), 'The run\'s manifest names mini/refund-late, which is missing from its starts.'],
    ['a planned world that the starts lack', drop('starts.mini'), 'The run\'s manifest names mini/cancel-paid, which is missing from its starts.'],
    ['a world that is there twice', copy('worlds', 'worlds[0]'), 'The run holds the world mini twice.'],
    ['a task that is there twice', copy('worlds[0].tasks', 'worlds[0].tasks[0]'), 'The run holds the task mini/cancel-paid twice.'],
    ['a trial of another world', set('trials[1].world', 'shop'), 'The run holds a trial of shop/refund-late, which its manifest does not name.'],
    ['a trial of a task that is not planned', set('trials[1].task', 'constructor'), 'The run holds a trial of mini/constructor, which its manifest does not name.'],
    ['a trial beyond the plan', set('trials[1].index', 5), 'The run holds mini/refund-late, trial 6, attempt 1; its manifest has 5 trials of that task.'],
    ['the same attempt twice', copy('trials', 'trials[0]'), 'The run holds mini/cancel-paid, trial 1, attempt 1 twice.'],
    ['a scored trial that was run again', copy('trials', 'trials[0]', { attempt: 2 }), 'The run holds mini/cancel-paid, trial 1, attempt 2, although an earlier attempt was scored; a scored trial is never run again.'],
    ['the same, the later attempt first', copy('trials', 'trials[0]', { attempt: 2 }, 'unshift'), 'The run holds mini/cancel-paid, trial 1, attempt 2, although an earlier attempt was scored; a scored trial is never run again.'],
    ['another configuration', set('configuration.seed', 2), 'The file was altered: the configuration does not fit its hash.'],
    ['another world', set('worlds[0].seed', 'INSERT'), 'The file was altered: the world mini does not fit its hash.'],
    ['another dimension', set('worlds[0].world.dimensions[0].decides', false), 'The file was altered: the world mini does not fit its hash.'],
    ['another tool', set('worlds[0].tools[0].description', 'Refunds.'), 'The file was altered: the tools of mini do not fit their hash.'],
    ['another policy', set('worlds[0].policy', 'Refund everything.'), 'The file was altered: the policy of mini does not fit its hash.'],
    ['another expectation', set('worlds[0].tasks[0].expect', { must: [] }), 'The file was altered: the task mini/cancel-paid does not fit its hash.'],
    ['no hash of a world', drop('hashes.worlds.mini'), 'The run has no hash of its world mini.'],
    ['no hash of a task', drop('hashes.worlds.mini.tasks.cancel-paid'), 'The run has no hash of its task mini/cancel-paid.'],
    ['counts beside trials', set('counts', []), 'The run holds both trials and counts; it can only be one of them.'],
    ['more passes than trials', (file) => Object.assign(file, { trials: [], counts: [{ world: 'mini', task: 'cancel-paid', trials: 1, passes: 2 }] }), 'The run counts 2 passes of 1 trials of mini/cancel-paid.'],
    ['counts of a task that is not planned', (file) => Object.assign(file, { trials: [], counts: [{ world: 'mini', task: 'x', trials: 1, passes: 1 }] }), 'The run counts mini/x, which its manifest does not name.'],
    ['half a character where a hash is taken', set('configuration.prompt', '\ud800'), 'The hashes of the run cannot be checked: Lone surrogate is not allowed.'],
  ])('%s', async (_, alter, problem) => {
    expect(await problemAfter(alter)).toContain(problem)
  })

  test.each([
    ['at the top', '"trials": [', '"__proto__": {}, "trials": [', '__proto__'],
    ['in the configuration', '"configuration": {', '"configuration": {"__proto__": {"trials": 1},', 'configuration.__proto__'],
    ['in a trial', '"outcome":{', '"outcome":{"__proto__":null,', 'trials[0].outcome.__proto__'],
    ['escaped', '"outcome":{', '"outcome":{"\\u005f_proto__":null,', 'trials[0].outcome.__proto__'],
  ])('a key "__proto__" %s', async (_, before, after, path) => {
    const text = (await textOf(runHead(), [passed()])).replace(before, after)
    expect(problemOf(text)).toBe(`The run is not valid: ${path}: the key "__proto__" is refused.`)
  })

  test('a number that is too large to be one', async () => {
    const text = (await textOf(runHead(), [passed()])).replace('"milliseconds":1', '"milliseconds":1e999')
    expect(problemOf(text)).toBe('The run is not valid: trials[0].milliseconds: the number is too large to be one.')
  })

  test('fields that are not known are kept, at the top and in a trial', async () => {
    const file = JSON.parse(await textOf(runHead(), [passed()])) as { more?: unknown; trials: (Trial & { more?: unknown })[] }
    file.more = { a: 1 }
    file.trials[0]!.more = [2]
    const result = readRun(JSON.stringify(file))
    expect(result.ok && [(result.head as { more?: unknown }).more, (result.trials[0] as { more?: unknown }).more]).toEqual([{ a: 1 }, [2]])
  })

  test('an altered configuration with a new hash is another run, and valid', async () => {
    expect(await problemAfter(set('configuration.seed', 2), (file) => set('configuration_hash', configurationHash(file.configuration as RunHead['configuration']))(file))).toBe('it was read')
  })
})

