import { createHmac } from 'node:crypto'
import type {
  PaymentGateway,
  GatewayOrderStatus,
  GatewayPayment,
} from '#server/payment-gateways/payment-gateway'

/**
 * A gateway that a test plays with: it keeps its own books, can be away, and can kill whoever asks
 * it.
 */
export interface FakeGateway extends PaymentGateway {
  /** Pay a prepaid order, if it can be paid. */
  readonly pay: (number: string, now: Date) => GatewayPayment | undefined
  readonly listPayments: () => readonly GatewayPayment[]
  /** What the next calls meet; then all is well again. */
  readonly failNext: (...kinds: GatewayFault[]) => void
  /** From now on it works. */
  readonly recover: () => void
  /** Somebody pays while the next closing is under way. */
  readonly payDuringClose: () => void
}

/**
 * Away: nothing arrives. Answer lost: it arrives, its answer does not. Killed: the backend dies
 * before its request, or after it but before it hears the answer.
 */
export type GatewayFault = 'unavailable' | 'answer lost' | 'killed before' | 'killed after'

/** The backend died here. */
export class BackendKilledError extends Error {}

/** A notice as the sandbox sends it, signed with this key; without one it is not signed. */
export const createSignedNotice = (
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
  taken?: GatewayPayment
}

/**
 * A gateway with empty books. Each request and each answer is `underWay` for a while.
 */
export function createFakeGateway(
  underWay: (what: string) => Promise<void> = async () => {},
): FakeGateway {
  const books = new Map<string, Book>()
  const faults: GatewayFault[] = []
  let racing = false
  let count = 0

  const meet = async <T>(what: string, away: T, effect: () => T): Promise<T> => {
    const fault = faults.shift()
    if (fault === 'unavailable') return away
    if (fault === 'killed before') throw new BackendKilledError()
    await underWay(what)
    const said = effect()
    await underWay(`${what}: answer`)
    if (fault === 'killed after') throw new BackendKilledError()
    return fault === 'answer lost' ? away : said
  }
  const standing = (number: string): GatewayOrderStatus => {
    const book = books.get(number)
    if (book === undefined) return { type: 'unknown' }
    return book.taken ?? { type: book.state === 'closed' ? 'closed' : 'waiting' }
  }
  const pay: FakeGateway['pay'] = (number, now) => {
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
    listPayments: () => [...books.values()].flatMap(({ taken }) => taken ?? []),
    failNext: (...kinds) => void faults.push(...kinds),
    recover: () => void faults.splice(0),
    payDuringClose: () => (racing = true),
    prepay: ({ number, amountFen, expiresAt }) =>
      meet<Awaited<ReturnType<PaymentGateway['prepay']>>>('prepay', { type: 'unavailable' }, () => {
        const book = books.get(number) ?? { amountFen, expiresAt, state: 'waiting' as const }
        books.set(number, book)
        return book.state === 'waiting' ? { type: 'ok', prepay: number } : { type: 'over' }
      }),
    sheetParams: (prepay) => ({
      timestamp: '1',
      package: `prepay_id=${prepay}`,
      signType: 'RSA',
      nonce: 'n',
      sign: 's',
    }),
    query: (number) =>
      meet<GatewayOrderStatus>('query', { type: 'unavailable' }, () => standing(number)),
    close: (number) =>
      meet<GatewayOrderStatus>('close', { type: 'unavailable' }, () => {
        if (racing) pay(number, new Date(0))
        racing = false
        const book = books.get(number)
        if (book?.state === 'waiting') book.state = 'closed'
        return standing(number)
      }),
    readNotification: async () => ({ type: 'forged' }),
    notificationReply: () => ({ contentType: 'text/plain', body: '' }),
    fetchStatement: async () => ({ payments: [], refunds: [] }),
  }
}
