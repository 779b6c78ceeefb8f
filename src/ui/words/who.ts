// Who plays, in words.
import type { Who } from '../../state/address'

export const whoName: Record<Who, string> = {
  recorded: 'Recorded: Tempted', you: 'You', model: 'A model', oracle: 'Oracle', null: 'Null', liar: 'Liar', tempted: 'Tempted', 'yes-man': 'Yes-man', escalator: 'Escalator',
}
