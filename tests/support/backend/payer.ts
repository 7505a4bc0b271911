import { toChinaYear } from '#server/platform/clock'
import type { Backend, TestResponse } from './backend.ts'
import { type FreshStudent, enrolSignedInStudent } from './students.ts'

/** A student who owes fees, and the requests that the student can make. */
export interface Payer extends FreshStudent {
  readonly post: (
    path: string,
    body?: object,
    headers?: Record<string, string>,
  ) => Promise<TestResponse>
  /** Get a new single-use id for an order. */
  readonly orderId: () => Promise<string>
  /**
   * Place an order. Returns the answer, which has the parameters of the payment sheet or a refusal.
   */
  readonly order: (
    fen: number,
    change?: object,
    headers?: Record<string, string>,
  ) => Promise<TestResponse>
  /** End the payment sheet in the sandbox. */
  readonly endPaymentSheet: (
    ordered: TestResponse,
    outcome: 'ok' | 'cancel' | 'fail' | 'dies',
  ) => Promise<number>
  readonly overview: () => Promise<{ owefee: string; isFee: string; needFee: string }>
}

/** The current year in China, by the backend's clock. */
export const currentFeeYear = (backend: Backend): number => toChinaYear(backend.clock.now())

/** Charge one or several students tuition and accommodation of this year, in fen. */
export async function chargeFees(
  backend: Backend,
  students: string | readonly string[],
  { tuition = 1_860_000, lodging = 120_000 } = {},
): Promise<void> {
  const of = (student_code: string, item: string, due_fen: number) => ({
    student_code,
    year: currentFeeYear(backend),
    item,
    due_fen,
    paid_fen: 0,
  })
  await backend.db
    .insertInto('charge')
    .values(
      [students]
        .flat()
        .flatMap((student) => [of(student, '学费', tuition), of(student, '住宿费', lodging)]),
    )
    .execute()
}

/** Enrol a student who owes tuition and accommodation, in fen. */
export async function enrolPayer(
  backend: Backend,
  owes: { tuition?: number; lodging?: number } = {},
): Promise<Payer> {
  const who = await enrolSignedInStudent(backend)
  const year = currentFeeYear(backend)
  await chargeFees(backend, who.subject, owes)
  const post: Payer['post'] = (path, body = {}, headers = {}) =>
    backend.post(path, body, { authorization: who.token, ...headers })
  return {
    ...who,
    post,
    orderId: async () =>
      (await post('/commonrest/getUniqueId', { sign: '', timestamp: '1' })).body.msg,
    order: (fen, change = {}, headers = {}) =>
      post('/payment/pay', orderRequestBody(year, fen, change), headers),
    endPaymentSheet: async (ordered, outcome) => {
      const said = await backend.post('/sandbox/pay', {
        package: ordered.body.results.payParams.package,
        outcome,
      })
      return said.status
    },
    overview: async () => (await post('/api/fees/open')).body,
  }
}

/** The request body of an order. */
export const orderRequestBody = (
  year: number,
  fen: number,
  change: object = {},
): Record<string, unknown> => ({
  channelPayWay: 'JSAPI',
  amount: String(fen),
  terminalCode: 'T1',
  device: 'WEB',
  extra: '{"subOpenId":""}',
  subject: `${year}学年学费`,
  body: 'x',
  stuCode: '',
  stuNum: '',
  collection: '[]',
  majorId: '',
  orderType: '1',
  year: String(year),
  jxjMoney: '0',
  ...change,
})
