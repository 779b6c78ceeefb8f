import { expect, test } from 'vitest'
import { csvText, latexText, markdownText } from './tableText'
import { escapeXml } from './svgText'
import { provenanceLine, type Provenance } from './provenance'

const from: Provenance = { name: 'Run & <one>', id: 'r1', label: 'synthetic', hash: 'a'.repeat(64), app: '1.2.3', date: '2026-11-30T10:00:00.000Z' }
const table = { columns: ['task', 'passed'], rows: [['a, "b"', 3], ['=cmd()', null], ['x|y_z\nnext', 0.5]] as const }

test('a file says which app, run, configuration and day it is from, and that a run is synthetic', () => {
  expect(provenanceLine(from)).toBe('Aftermath 1.2.3 · Run & <one> (synthetic) · run r1 · configuration aaaaaaaaaaaa · 2026-11-30')
})

test('CSV quotes what must be quoted, disarms formulas, and carries its origin in every row', () => {
  const lines = csvText(table, from).split('\r\n')
  expect(lines[0]).toBe('task,passed,run,run id,label,configuration,app version,date')
  expect(lines[1]).toBe(`"a, ""b""",3,Run & <one>,r1,synthetic,${'a'.repeat(64)},1.2.3,2026-11-30T10:00:00.000Z`)
  expect(lines[2]).toMatch(/^'=cmd\(\),,/)
})

test('Markdown keeps a cell in its column, and aligns numbers', () => {
  const text = markdownText({ columns: ['task', 'n'], rows: [['x|y_z\nnext', 1], ['<b>', 2]] }, 'T', from)
  expect(text).toContain('| task | n |\n| --- | --: |\n| x\\|y\\_z next | 1 |\n| \\<b\\> | 2 |')
  expect(text).toContain('run r1')
})

test('hidden characters are replaced in what is typeset, as they are in a chart', () => {
  const hidden = { columns: ['a\u0000b'], rows: [['x\u202Ey']] } as const
  expect(markdownText(hidden, 'T\u0007', from)).toContain('**T\uFFFD**\n\n| a\uFFFDb |\n| --- |\n| x\uFFFDy |')
  expect(latexText(hidden, 'T', from)).toContain('    x\uFFFDy \\\\')
})

test('LaTeX escapes every sign that it would obey', () => {
  const text = latexText({ columns: ['a_b', '%'], rows: [['50 % & #1 {x} $ ^ ~ \\', 1]] }, 'A & B', from)
  expect(text).toContain('a\\_b & \\% \\\\')
  expect(text).toContain('50 \\% \\& \\#1 \\{x\\} \\$ \\textasciicircum{} \\textasciitilde{} \\textbackslash{} & 1 \\\\')
  expect(text.split('\n')[0]).toMatch(/^% Aftermath 1\.2\.3 · /)
})

test('what XML cannot hold is replaced, and its own signs are escaped', () => {
  expect(escapeXml('a & b < c > "d" \u0000\u0007\uD800 🙂')).toBe('a &amp; b &lt; c &gt; &quot;d&quot; \uFFFD\uFFFD\uFFFD 🙂')
})
