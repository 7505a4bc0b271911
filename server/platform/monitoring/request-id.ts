import { randomInt } from 'node:crypto'

/**
 * A name for one request that can be read out on the telephone in any language: nine digits in three
 * groups. It says nothing of who asks or what.
 */
export const createRequestId = (): string =>
  String(randomInt(1_000_000_000))
    .padStart(9, '0')
    .replace(/(...)(...)/, '$1-$2-')
