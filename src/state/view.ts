// The view: how a page is shown to others, in a lesson, a projection or a frame. It stands in the hash beside the address.

/** What a teacher's link can leave out. */
export const HIDEABLE = [
  { id: 'controls', title: 'Task and who plays' },
  { id: 'policy', title: 'The policy' },
  { id: 'asked', title: 'Asked' },
  { id: 'said', title: 'Said' },
  { id: 'account', title: 'The account in one line' },
  { id: 'tables', title: 'Tables' },
  { id: 'changes', title: 'Changes' },
  { id: 'grade', title: 'Grade and verdict' },
  { id: 'sql', title: 'SQL' },
  { id: 'time', title: 'The steps at the foot' },
] as const
export type Hideable = (typeof HIDEABLE)[number]['id']

export interface View {
  /** Large type, one part at a time, nothing around it. */
  present: boolean
  /** In a frame of another page: no head, no foot, and its address is never rewritten. */
  embed: boolean
  hide: ReadonlySet<Hideable>
}

/** The view in a hash such as '#/?present=1&hide=policy,grade'; what is not known there is left out. */
export function readView(hash: string): View {
  const params = new URLSearchParams(hash.split('?').slice(1).join('?'))
  const hidden = params.get('hide')?.split(',') ?? []
  return {
    present: params.get('present') === '1',
    embed: params.get('embed') === '1',
    hide: new Set(HIDEABLE.map(({ id }) => id).filter((id) => hidden.includes(id))),
  }
}

/** A hash with a view's parameters at its end: what `readView` reads back as the same view. */
export function withView(hash: string, { present, embed, hide }: View): string {
  const params = [...(present ? ['present=1'] : []), ...(embed ? ['embed=1'] : []), ...(hide.size > 0 ? [`hide=${[...hide].join(',')}`] : [])]
  return params.length === 0 ? hash : `${hash}${hash.includes('?') ? '&' : '?'}${params.join('&')}`
}
