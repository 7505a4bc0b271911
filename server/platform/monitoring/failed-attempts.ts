import { createHmac, randomBytes } from 'node:crypto'
import type { Log } from './logs.ts'

/** A failed attempt to enter a secret. */
export interface FailedAttempt {
  /** The kind of secret: of a sign-in, the password of a change, the code of a second factor. */
  readonly what: 'sign-in' | 'password' | 'phone' | 'identity' | 'second-factor'
  /** 'wrong': the secret was compared; 'paused': it was not, after too many failed attempts. */
  readonly outcome: 'wrong' | 'paused'
  /** The account: a subject, or the number that was entered if no account has it. */
  readonly account: string
  /** The client's network, as in rate limits. */
  readonly address: string
}

/**
 * Logs a failed attempt, so that an operator can see an attack: one account from many networks, or
 * many accounts from one. The entry contains keyed hashes of account and network instead of the
 * values. The key is a secret of this process, because a campus has so few numbers that a plain
 * hash could be reversed.
 */
export function logFailedAttempt(
  log: Pick<Log, 'info'>,
  { what, outcome, account, address }: FailedAttempt,
): void {
  log.info(
    {
      event: 'failed-attempt',
      what,
      outcome,
      account: markOf(`account ${account}`),
      network: markOf(`network ${address}`),
    },
    'An attempt failed',
  )
}

const KEY = randomBytes(32)

const markOf = (named: string) =>
  createHmac('sha256', KEY).update(named).digest('base64url').slice(0, 8)
