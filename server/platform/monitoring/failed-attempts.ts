import { createHmac, randomBytes } from 'node:crypto'
import type { Log } from './logs.ts'

/** A secret that was not taken. */
export interface FailedAttempt {
  /** Which secret: the pair of a sign-in, the password of a change, the code of a second factor. */
  readonly what: 'sign-in' | 'password' | 'phone' | 'identity' | 'second-factor'
  /** `wrong` as it was compared; `paused` when nothing was compared, after too many wrong ones. */
  readonly outcome: 'wrong' | 'paused'
  /** Whose account: a subject, or the number that was tried and is nobody's. */
  readonly account: string
  /** The address as requests are limited by it: IPv6 by its network. */
  readonly address: string
}

/**
 * Write down that a secret was not taken, so that an operator sees an attack: one account from many
 * networks, or many accounts from one. Neither the number nor the address is in the line, only a mark
 * of each, keyed by a secret of this process: the few numbers of a campus could be tried against a
 * plain hash.
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
