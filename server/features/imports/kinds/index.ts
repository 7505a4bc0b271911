import type { Kind } from '../kind.ts'
import { students } from './students.ts'

/** Everything that can be imported, in the order in which a campus loads it. A new kind adds a line. */
export const kinds: readonly Kind[] = [students]

/** The kind of this name. */
export const kindOf = (name: string): Kind | undefined => kinds.find((one) => one.name === name)
