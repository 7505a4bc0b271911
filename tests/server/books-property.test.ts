import fc from 'fast-check'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { REFUND_WAYS } from '#contract/refunds'
import { selectTotals } from '#server/features/finance/totals'
import { recordOffset, explainOffsetRefusal, undoOffset } from '#server/features/offsets/public'
import {
  bookOutsidePayment,
  takeBackOutsidePayment,
} from '#server/features/outside-payments/public'
import { creditPayment } from '#server/features/payment/credit-payment'
import { insertOrder } from '#server/features/payment/orders'
import { settleRefund } from '#server/features/refunds/gateway-refunds'
import { recordGatewayRefund } from '#server/features/refunds/public'
import { decideRefund, markRefundPaid, requestRefund } from '#server/features/refunds/requests'
import { sandboxGateway } from '#server/payment-gateways/sandbox-gateway'
import { toChinaDay } from '#server/platform/clock'
import { runTransaction } from '#server/platform/database/driver/transaction'
import type { StudentRow } from '#server/platform/database/schema/schema'
import { type Backend, startBackend } from '../support/backend/backend.ts'
import { createImportRunner } from '../support/backend/import-runner.ts'
import { chargeFees, currentFeeYear } from '../support/backend/payer.ts'
import { enrolStudents } from '../support/backend/students.ts'
import {
  formatTraceRow,
  GENEROUS_DATABASE_TIMEOUTS,
  PROPERTY_TIMEOUT_MS,
  runProperty,
} from '../support/properties/property-run.ts'

let backend: Backend
beforeAll(async () => {
  backend = await startBackend(GENEROUS_DATABASE_TIMEOUTS)
})
afterAll(() => backend.close())

/** Few references, so that they meet often. */
const reference = fc.constantFrom('BANK-1', 'BANK-2', '收0003', 'WX4')
const amount = fc.constantFrom(1, 120_000, 1_000_000, 1_980_000)
const who = fc.nat(1)
const action = fc.oneof(
  fc.record({ type: fc.constant('desk' as const), who, reference, amount }),
  fc.record({ type: fc.constant('take back' as const), reference }),
  fc.record({ type: fc.constant('gateway' as const), who, reference, amount }),
  fc.record({
    type: fc.constant('file' as const),
    rows: fc.uniqueArray(fc.record({ who, reference, amount }), {
      minLength: 1,
      maxLength: 3,
      selector: (row) => row.reference,
    }),
    isReverted: fc.boolean(),
  }),
  fc.record({ type: fc.constant('offset' as const), who, amount: fc.constantFrom(null, 500_000) }),
  fc.record({ type: fc.constant('undo offset' as const), who }),
  fc.record({
    type: fc.constant('request refund' as const),
    reference,
    amount,
    way: fc.constantFrom(...REFUND_WAYS),
    by: fc.constantFrom('T6001', 'T4001'),
  }),
  // The refund that was requested last, the one before it, and so on.
  fc.record({
    type: fc.constant('decide refund' as const),
    nth: fc.nat(3),
    isApproved: fc.boolean(),
    by: fc.constantFrom('T6001', 'T4001', 'T4001'),
  }),
  fc.record({ type: fc.constant('pay refund' as const), nth: fc.nat(3), reference }),
  fc.record({
    type: fc.constant('settle refund' as const),
    nth: fc.nat(3),
    answer: fc.constantFrom('sandbox', 'lost', 'refused'),
  }),
  // A refund that somebody made at the gateway, whose notice can arrive twice.
  fc.record({
    type: fc.constant('refund at the gateway' as const),
    reference,
    amount,
    id: fc.nat(2),
  }),
  fc.record({
    type: fc.constant('lower a charge' as const),
    who,
    due: fc.constantFrom(0, 1_000_000),
  }),
)
type Action = typeof action extends fc.Arbitrary<infer T> ? T : never

let run = 0

test(
  'the books balance after any concurrent imports, desk entries, gateway credits, offsets, take-backs and refunds; a reference never counts twice, never more is refunded than was paid, nobody approves their own request, and the totals by day, channel, item and college are the books [D-58 D-79]',
  () =>
    runProperty<readonly (readonly Action[])[]>({
      name: 'books',
      runs: fc.array(fc.array(action, { minLength: 1, maxLength: 4 }), {
        minLength: 1,
        maxLength: 4,
      }),
      describeRun: (rounds) =>
        rounds.flatMap((round, nth) => round.map((one) => `${nth}  ${formatTraceRow(one)}`)),
      check: async (rounds, { recordEvent }) => {
        const students = await enrolStudents(backend, 2)
        await chargeFees(
          backend,
          students.map(({ code }) => code),
        )
        await approveLoans(students)
        await chargeNextYear(students)
        run += 1
        for (const round of rounds) {
          for (const { type } of round)
            recordEvent(type, round.length > 1 ? 'beside others' : 'alone')
          await Promise.all(round.map((one) => perform(one, students)))
          await checkBooks(students)
          await checkTotals()
        }
      },
    }),
  PROPERTY_TIMEOUT_MS,
)

const prefixed = (text: string) => `R${run}-${text}`

async function approveLoans(students: readonly StudentRow[]) {
  await backend.db
    .insertInto('green_application')
    .values(
      students.map(({ code }) => ({
        id: `L${code}`,
        review_id: `L${code}`,
        student_code: code,
        type: '1',
        year: currentFeeYear(backend),
        amount_fen: 800_000,
        audit_amount_fen: 800_000,
        status: '1',
        reason: '',
        contract_number: '',
        receipt_code: '',
        picture: '',
        picture2: '',
        offset_status: '0',
        version: 1,
        applied_at: backend.clock.now(),
      })),
    )
    .execute()
}

const chargeNextYear = (students: readonly StudentRow[]) =>
  backend.db
    .insertInto('charge')
    .values(
      students.map(({ code }) => ({
        student_code: code,
        year: currentFeeYear(backend) + 1,
        item: '学费',
        due_fen: 1_860_000,
        paid_fen: 0,
      })),
    )
    .execute()

const findNthRefund = (students: readonly StudentRow[], nth: number) =>
  backend.db
    .selectFrom('refund')
    .selectAll()
    .where(
      'student_code',
      'in',
      students.map(({ code }) => code),
    )
    .orderBy('requested_at', 'desc')
    .orderBy('number', 'desc')
    .offset(nth)
    .limit(1)
    .executeTakeFirst()

async function perform(one: Action, students: readonly StudentRow[]): Promise<void> {
  const { db, clock } = backend
  const now = clock.now()
  const [year, day] = [currentFeeYear(backend), toChinaDay(now)]
  const codeOf = (at: number) => students[at]?.code ?? ''
  const origin = { by: 'T6001', source: 'desk', note: '', paidOn: day, now }
  switch (one.type) {
    case 'desk': {
      const payment = {
        student: codeOf(one.who),
        year,
        item: '',
        amountFen: one.amount,
        paidOn: day,
        way: 'bank',
        reference: prefixed(one.reference),
        note: '',
      }
      await runTransaction(db, (tx) => bookOutsidePayment(tx, payment, origin))
      return
    }
    case 'take back':
      await runTransaction(db, (tx) =>
        takeBackOutsidePayment(tx, { reference: prefixed(one.reference), note: '错账' }, origin),
      )
      return
    case 'gateway': {
      const order = await insertOrder(db, {
        student_code: codeOf(one.who),
        year,
        kind: '3',
        charge_id: null,
        amount_fen: one.amount,
        open_id: 'o',
        now,
      }).catch(() => undefined)
      if (order === undefined) return
      const taken = {
        type: 'paid' as const,
        number: order.number,
        transaction: prefixed(one.reference),
        amountFen: one.amount,
      }
      // The payment is in the sandbox too, so that it can be refunded there.
      await db
        .insertInto('sandbox_order')
        .values({
          number: order.number,
          amount_fen: one.amount,
          prepay: order.number,
          state: 'paid',
          transaction: taken.transaction,
          paid_at: now,
          expires_at: now,
        })
        .execute()
      await creditPayment(db, { way: 'wechat', taken, now })
      return
    }
    case 'file': {
      const imports = createImportRunner(backend)
      const { id } = await imports.dryRun(
        'outside-payments',
        one.rows.map((row) => ({
          学号或考生号: students[row.who]?.exam_number ?? '',
          年度: String(year),
          '金额（元）': String(row.amount / 100),
          缴费日期: day,
          渠道: '银行转账',
          凭证号: prefixed(row.reference),
        })),
      )
      const state = await imports.apply('outside-payments', id)
      if (one.isReverted && state === 'applied') await imports.takeBack('outside-payments', id)
      return
    }
    case 'offset':
      await runTransaction(db, async (tx) => {
        const key = { way: 'loan' as const, student: codeOf(one.who), year }
        if ((await explainOffsetRefusal(tx, key, one.amount)) === undefined)
          await recordOffset(tx, key, one.amount, origin)
      })
      return
    case 'undo offset':
      await runTransaction(db, (tx) =>
        undoOffset(tx, { way: 'loan', student: codeOf(one.who), year }, origin),
      )
      return
    case 'request refund': {
      const { way, amount: fen } = one
      const wanted = { way, amount: fen, toYear: year + 1, reason: '多缴' }
      await runTransaction(db, (tx) =>
        requestRefund(
          tx,
          { ...wanted, transaction: prefixed(one.reference) },
          { ...origin, by: one.by },
        ),
      )
      return
    }
    case 'decide refund': {
      const { number } = (await findNthRefund(students, one.nth)) ?? {}
      if (number === undefined) return
      const decision = { number, approved: one.isApproved, note: '意见', seen: undefined }
      await runTransaction(db, (tx) => decideRefund(tx, decision, { by: one.by, now }))
      return
    }
    case 'pay refund': {
      const { number } = (await findNthRefund(students, one.nth)) ?? {}
      if (number === undefined) return
      const paid = { number, way: 'bank' as const, reference: prefixed(one.reference), paidOn: day }
      await runTransaction(db, (tx) => markRefundPaid(tx, paid, origin))
      return
    }
    case 'settle refund': {
      const { number } = (await findNthRefund(students, one.nth)) ?? {}
      if (number === undefined) return
      const sandbox = sandboxGateway(backend)
      const gateway = {
        ...sandbox,
        refund: async (wanted: Parameters<typeof sandbox.refund>[0]) => {
          if (one.answer === 'refused') return { type: 'refused' as const, code: 'NO' }
          const said = await sandbox.refund(wanted)
          return one.answer === 'lost' ? { type: 'unavailable' as const } : said
        },
      }
      clock.advance(4)
      await settleRefund({ db, gateway, clock }, number)
      return
    }
    case 'refund at the gateway': {
      const payment = await db
        .selectFrom('payment_credit')
        .select('order_number')
        .where('transaction', '=', prefixed(one.reference))
        .executeTakeFirst()
      const refund = {
        number: payment?.order_number ?? '',
        requestNumber: '',
        refund: prefixed(`${one.reference}-${one.id}`),
        amountFen: one.amount,
        state: 'done' as const,
      }
      await recordGatewayRefund(db, refund, now)
      return
    }
    case 'lower a charge':
      await db
        .updateTable('charge')
        .set({ due_fen: one.due })
        .where('student_code', '=', codeOf(one.who))
        .where('year', '=', year)
        .where('item', '=', '学费')
        .execute()
  }
}

/** Check every sum of these students against the books. */
async function checkBooks(students: readonly StudentRow[]) {
  const codes = students.map(({ code }) => code)
  const rows = async <T>(query: ReturnType<typeof sql<T>>) => (await query.execute(backend.db)).rows
  // What is paid on a charge is what the entries of the books pay on it.
  expect(
    await rows(sql`
      select charge.id from charge left join payment_part part on part.charge_id = charge.id
      where charge.student_code = any(${codes}) group by charge.id
      having charge.paid_fen <> coalesce(sum(part.amount_fen), 0)`),
  ).toEqual([])
  // An entry pays its amount, or it is surplus.
  expect(
    await rows(sql`
      select entry.transaction from payment_credit entry left join payment_part part using (transaction)
      where entry.student_code = any(${codes}) and kind <> 'offset' group by entry.transaction
      having entry.amount_fen <> entry.surplus_fen + coalesce(sum(part.amount_fen), 0)`),
  ).toEqual([])
  // Each reference counts at most once, is taken back at most once, and not more of it is returned
  // than was paid.
  expect(
    await rows(sql`
      select coalesce(reverses, transaction) as reference from payment_credit
      where student_code = any(${codes}) group by 1
      having count(*) filter (where kind not in ('refund', 'carry-over')) > 2
        or sum(amount_fen) < 0 or count(*) filter (where reverses is null) > 1`),
  ).toEqual([])
  // A refund that is done is booked once, with its amount; any other is not booked.
  expect(
    await rows(sql`
      select number, state, refund.amount_fen, sum(entry.amount_fen) as booked from refund
      left join payment_credit entry on entry.source = 'refund:' || number and entry.reverses is not null
      where refund.student_code = any(${codes}) group by number
      having state = 'done' and coalesce(sum(-entry.amount_fen), 0) not in (refund.amount_fen)
        and not exists (select from payment_incident incident where incident.kind = 'refunded twice'
          and incident.transaction = refund.gateway_refund)
        or state <> 'done' and count(entry.transaction) > 0
        or count(entry.transaction) > 2`),
  ).toEqual([])
  // Money goes back only after two persons have agreed.
  expect(
    await rows(sql`
      select number from refund where student_code = any(${codes})
        and state in ('approved', 'sent', 'done') and requested_by <> ''
        and (decided_by is null or decided_by = requested_by)`),
  ).toEqual([])
  // What is carried over leaves one year and pays another.
  expect(
    await rows(sql`
      select source from payment_credit where student_code = any(${codes}) and kind = 'carry-over'
      group by source having sum(amount_fen) <> 0`),
  ).toEqual([])
  // The offsets in the books are those that reduce what is owed.
  expect(
    await rows(sql`
      select code from unnest(${codes}::text[]) as code where
        (select coalesce(sum(amount_fen), 0) from payment_credit where student_code = code and kind = 'offset')
        <> (select coalesce(sum(coalesce(offset_fen, audit_amount_fen)), 0) from green_application
          where student_code = code and offset_status <> '0')`),
  ).toEqual([])
}

/** Check that each grouping of the totals is what the entries of the books say, reckoned here. */
async function checkTotals() {
  const today = toChinaDay(backend.clock.now())
  const { rows } = await sql<{
    kind: string
    way: string
    amount_fen: number
    surplus_fen: number
    college: string
    day: string
    parts: { item: string; fen: number }[]
  }>`
    select kind, way, amount_fen, surplus_fen, department as college,
      to_char(credited_at at time zone 'Asia/Shanghai', 'YYYY-MM-DD') as day,
      coalesce((select jsonb_agg(jsonb_build_object('item', item, 'fen', part.amount_fen))
        from payment_part part where part.transaction = entry.transaction), '[]') as parts
    from payment_credit entry join student on student.code = student_code`.execute(backend.db)
  const expected = new Map<string, number>()
  const add = (by: string, key: string, fen: number) =>
    expected.set(`${by} ${key}`, (expected.get(`${by} ${key}`) ?? 0) + fen)
  for (const { kind, way, amount_fen: fen, surplus_fen: surplus, college, day, parts } of rows) {
    if (day !== today) continue
    add('day', day, fen)
    add('college', college, fen)
    const apart: Record<string, string> = {
      refund: 'refund',
      'carry-over': 'carry-over',
      offset: `offset:${way}`,
    }
    add('channel', apart[kind] ?? way, fen)
    if (kind === 'offset') add('item', ':offset', fen)
    else {
      for (const part of parts) add('item', part.item, part.fen)
      if (surplus !== 0) add('item', ':surplus', surplus)
    }
  }
  const totals = await selectTotals(backend.db, { from: today, to: today }).execute()
  expect(new Map(totals.map(({ by, name, amount }) => [`${by} ${name}`, Number(amount)]))).toEqual(
    expected,
  )
  const sums = ['day', 'channel', 'item', 'college'].map((by) =>
    totals.reduce((sum, one) => (one.by === by ? sum + Number(one.amount) : sum), 0),
  )
  expect(new Set(sums).size).toBe(1)
}

test('the database refuses every change of an entry of the books', async () => {
  for (const table of ['payment_credit', 'payment_part'])
    for (const statement of [`update ${table} set amount_fen = 1`, `delete from ${table}`])
      await expect(sql.raw(statement).execute(backend.db)).rejects.toThrow(
        'credits are only ever added to',
      )
})
