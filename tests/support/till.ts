import { createHmac } from 'node:crypto'
import type { Gateway, Standing, Taken } from '#server/payments/gateway'

/**
 * A gateway that a test plays with: it keeps its own books, can be away, and can kill whoever asks
 * it.
 */
export interface PlayGateway extends Gateway {
  /** Pay a prepaid order, if it can be paid. */
  readonly pay: (number: string, now: Date) => Taken | undefined
  readonly taken: () => readonly Taken[]
  /** What the next calls meet; then all is well again. */
  readonly trouble: (...kinds: Trouble[]) => void
  /** From now on it works. */
  readonly heal: () => void
  /** Somebody pays while the next closing is under way. */
  readonly payDuringClose: () => void
}

/**
 * Away: nothing arrives. Answer lost: it arrives, its answer does not. Killed: the backend dies
 * before its request, or after it but before it hears the answer.
 */
export type Trouble = 'away' | 'answer lost' | 'killed before' | 'killed after'

/** The backend died here. */
export class Killed extends Error {}

/** A notice as the sandbox sends it, signed with this key; without one it is not signed. */
export const signedNotice = (
  body: string,
  key: Buffer | undefined,
): { method: string; headers: Record<string, string>; body: string } => ({
  method: 'POST',
  headers: {
    'content-length': String(Buffer.byteLength(body)),
    ...(key !== undefined && {
      'sandbox-signature': createHmac('sha256', key).update(body).digest('base64'),
    }),
  },
  body,
})

interface Book {
  readonly amountFen: number
  readonly expiresAt: Date
  state: 'waiting' | 'paid' | 'closed'
  taken?: Taken
}

/**
 * A gateway with empty books. Each request and each answer is `underWay` for a while.
 */
export function playGateway(
  underWay: (what: string) => Promise<void> = async () => {},
): PlayGateway {
  const books = new Map<string, Book>()
  const troubles: Trouble[] = []
  let racing = false
  let count = 0

  const meet = async <T>(what: string, away: T, effect: () => T): Promise<T> => {
    const trouble = troubles.shift()
    if (trouble === 'away') return away
    if (trouble === 'killed before') throw new Killed()
    await underWay(what)
    const said = effect()
    await underWay(`${what}: answer`)
    if (trouble === 'killed after') throw new Killed()
    return trouble === 'answer lost' ? away : said
  }
  const standing = (number: string): Standing => {
    const book = books.get(number)
    if (book === undefined) return { type: 'unknown' }
    return book.taken ?? { type: book.state === 'closed' ? 'closed' : 'waiting' }
  }
  const pay: PlayGateway['pay'] = (number, now) => {
    const book = books.get(number)
    if (book?.state !== 'waiting' || book.expiresAt <= now) return undefined
    count += 1
    book.state = 'paid'
    book.taken = {
      type: 'paid',
      number,
      transaction: `${number}-${count}`,
      amountFen: book.amountFen,
    }
    return book.taken
  }
  return {
    way: 'wechat',
    pay,
    taken: () => [...books.values()].flatMap(({ taken }) => taken ?? []),
    trouble: (...kinds) => void troubles.push(...kinds),
    heal: () => void troubles.splice(0),
    payDuringClose: () => (racing = true),
    prepay: ({ number, amountFen, expiresAt }) =>
      meet<Awaited<ReturnType<Gateway['prepay']>>>('prepay', { type: 'away' }, () => {
        const book = books.get(number) ?? { amountFen, expiresAt, state: 'waiting' as const }
        books.set(number, book)
        return book.state === 'waiting' ? { type: 'ok', prepay: number } : { type: 'over' }
      }),
    params: (prepay) => ({
      timestamp: '1',
      package: `prepay_id=${prepay}`,
      signType: 'RSA',
      nonce: 'n',
      sign: 's',
    }),
    query: (number) => meet<Standing>('query', { type: 'away' }, () => standing(number)),
    close: (number) =>
      meet<Standing>('close', { type: 'away' }, () => {
        if (racing) pay(number, new Date(0))
        racing = false
        const book = books.get(number)
        if (book?.state === 'waiting') book.state = 'closed'
        return standing(number)
      }),
    readNotice: async () => ({ type: 'forged' }),
    reply: () => ({ contentType: 'text/plain', body: '' }),
    books: async () => ({ payments: [], refunds: [] }),
  }
}
