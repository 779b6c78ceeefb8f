// The person as a player: who that is in a record, and the limits of a trial played by hand.
import type { Player } from '../core/trial/record'

export const PERSON: Player = { kind: 'person', id: 'you', title: 'You' }
/** Model turns allowed a person. */
export const PERSON_STEPS = 40
/** The seed of every trial played by hand: the same as a script's, so that the same calls give the same rows. */
export const PERSON_SEED = 1
