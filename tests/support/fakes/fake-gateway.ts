import { createHmac } from 'node:crypto'
import type {
  PaymentGateway,
  GatewayOrderStatus,
  GatewayPayment,
} from '#server/payment-gateways/payment-gateway'

/**
 * A payment gateway whose behavior a test controls. It records payments, can be unavailable, and
 * can kill the backend that calls it.
 */
export interface FakeGateway extends PaymentGateway {
  /** Pay an order that has a payment sheet, if it can be paid. */
  readonly pay: (number: string, now: Date) => GatewayPayment | undefined
  readonly listPayments: () => readonly GatewayPayment[]
  /** The faults of the next calls. After these calls the gateway works again. */
  readonly failNext: (...kinds: GatewayFault[]) => void
  /** From now on the gateway works. */
  readonly recover: () => void
  /** The student pays while the next closing of an order is on its way. */
  readonly payDuringClose: () => void
}

/**
 * 'unavailable': the request does not arrive. 'answer lost': the request arrives, but its answer
 * does not. 'killed before' and 'killed after': the backend dies before it sends the request, or
 * after the request has arrived and before it gets the answer.
 */
export type GatewayFault = 'unavailable' | 'answer lost' | 'killed before' | 'killed after'

/** The backend died at this point. */
export class BackendKilledError extends Error {}

/**
 * A payment notice as the sandbox sends it, signed with this key. Without a key it is not signed.
 */
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

/** A gateway without orders. Each request and each answer waits for `underWay`. */
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
    prepayByCode: async () => ({ type: 'failed', code: 'NO_AUTH' }),
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
    refund: async () => ({ type: 'unavailable' }),
    queryRefund: async () => ({ type: 'unavailable' }),
    readNotification: async () => ({ type: 'forged' }),
    notificationReply: () => ({ contentType: 'text/plain', body: '' }),
    fetchStatement: async () => ({ payments: [], refunds: [] }),
  }
}
