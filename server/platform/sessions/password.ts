import { hash, verify } from '@node-rs/argon2'
import { createConcurrencyLimit } from '../concurrency.ts'

// The limit of concurrent hashes. Each hash occupies 19 MiB and one of the four threads that also
// resolve DNS names and read files.
const limitHashing = createConcurrencyLimit({ atOnce: 2, waiting: 200 })
const COST = { memoryCost: 19 * 1024, timeCost: 2, parallelism: 1 }

/** A password as stored (argon2id, 19 MiB, 2 rounds: 9 ms). */
export const hashPassword = (password: string): Promise<string> =>
  limitHashing(() => hash(password, COST))

/**
 * Verifies a password. Without a stored hash the verification takes the same time, so that the time
 * does not reveal whether an account exists.
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
