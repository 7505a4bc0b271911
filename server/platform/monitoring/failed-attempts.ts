import { createHmac, randomBytes } from 'node:crypto'
import type { Log } from './logs.ts'

/** A failed attempt to enter a secret. */
export interface FailedAttempt {
  /**
   * The secret that was entered: at a sign-in, the password when changing it, or the code of a
   * second factor, for example.
   */
  readonly what: 'sign-in' | 'password' | 'phone' | 'identity' | 'second-factor'
  /**
   * 'wrong': the secret was compared and is wrong. 'paused': it was not compared, because there
   * were too many failed attempts before.
   */
  readonly outcome: 'wrong' | 'paused'
  /** The account: a subject, or the entered number if no account has this number. */
  readonly account: string
  /** The client's network, as in rate limits. */
  readonly address: string
}

/**
 * Logs a failed attempt, so that an operator can see an attack on one account from many networks,
 * or on many accounts from one network. The entry contains keyed hashes of account and network
 * instead of the values. The key is a secret of this process, because a campus has so few numbers
 * that a plain hash could be reversed.
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
