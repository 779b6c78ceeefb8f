// A monitor's text read: its rules, or what is wrong with them.
import { parseMonitor } from '../task/monitor'
import type { Monitor } from '../task/monitorSchema'
import type { Parsed } from '../task/parse'
import { parseJson } from './jsonText'

/** Reads the text of a monitor's file; what is no JSON is one problem without a place. */
export function readMonitor(text: string): Parsed<Monitor> {
  const parsed = parseJson(text)
  return parsed.ok ? parseMonitor(parsed.value) : { ok: false, problems: [{ path: '', says: parsed.problem }] }
}
