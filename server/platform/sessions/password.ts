import { hash, verify } from '@node-rs/argon2'
import { createConcurrencyLimit } from '../concurrency.ts'

// Each takes a thread of the four that also look up names and read files, and its memory.
const limitHashing = createConcurrencyLimit({ atOnce: 2, waiting: 200 })
const COST = { memoryCost: 19 * 1024, timeCost: 2, parallelism: 1 }

/** A password as stored (argon2id, 19 MiB, 2 rounds: 9 ms). */
export const hashPassword = (password: string): Promise<string> =>
  limitHashing(() => hash(password, COST))

/**
 * Is this the password? Takes as long when there is nobody to compare with, so that time tells
 * nothing.
 */
export async function verifyPassword(
  password: string,
  stored: string | undefined,
): Promise<boolean> {
  unusableHash ??= hashPassword('')
  const compared = stored ?? (await unusableHash)
  const right = await limitHashing(() => verify(compared, password))
  return right && stored !== undefined
}

let unusableHash: Promise<string> | undefined
