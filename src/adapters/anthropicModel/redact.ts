// The redactor: takes the key out of every text that could leave the place where it is used.

/** A shorter part of a key tells nothing, and would be found in many an innocent word. */
const PART = 8
const MARK = '[key]'

/** The ways in which a key may be written inside of another text. */
function formsOf(key: string): string[] {
  const json = JSON.stringify(key).slice(1, -1)
  const url = encodeURIComponent(key)
  const form = new URLSearchParams({ k: key }).toString().slice(2)
  const html = key.replace(/&/g, '&amp;').replace(/</g, '&lt;').replace(/>/g, '&gt;').replace(/"/g, '&quot;').replace(/'/g, '&#39;')
  return [...new Set([key, json, JSON.stringify(json).slice(1, -1), json.replaceAll('/', '\\/'), url, url.toLowerCase(), form, encodeURIComponent(url), encodeURI(key), html])]
}

/**
 * A function that replaces the key in a text by "[key]": whole, as JSON, as a part of an address or as HTML writes it,
 * and any part of it of 8 characters or more.
 */
export function redactor(key: string): (text: string) => string {
  if (key === '') return (text) => text
  const forms = formsOf(key)
  const parts = new Set(forms.flatMap((form) => Array.from({ length: Math.max(0, form.length - PART + 1) }, (_, at) => form.slice(at, at + PART))))
  const short = forms.filter(({ length }) => length < PART)
  return (text) => {
    let result = ''
    let kept = 0
    let end = 0
    let start = -1
    for (let at = 0; at < text.length; at += 1) {
      const whole = short.find((form) => text.startsWith(form, at))
      const length = parts.has(text.slice(at, at + PART)) ? PART : (whole?.length ?? 0)
      if (length > 0) {
        if (start < 0 || at > end) {
          if (start >= 0) { result += text.slice(kept, start) + MARK; kept = end }
          start = at
        }
        end = Math.max(end, at + length)
      }
    }
    return start < 0 ? text : `${result}${text.slice(kept, start)}${MARK}${text.slice(end)}`
  }
}

/** A key this long stands in a model's words only if a server echoed it; a shorter one may be a word ("anything"). */
const TELLING = 16

/** The redactor for what a model said: its words stay as they came unless they hold a key that can be nothing else. */
export const wordsRedactor = (key: string): ((text: string) => string) => redactor(key.length < TELLING ? '' : key)

/** The same value with every text in it changed, the names of its fields too. */
export function mapTexts<T>(value: T, change: (text: string) => string): T {
  const walk = (here: unknown): unknown => {
    if (typeof here === 'string') return change(here)
    if (Array.isArray(here)) return here.map(walk)
    if (typeof here === 'object' && here !== null) return Object.fromEntries(Object.entries(here).map(([name, one]) => [change(name), walk(one)]))
    return here
  }
  return walk(value) as T
}
