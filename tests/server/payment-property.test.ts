// oxlint-disable vitest/no-standalone-expect -- the checks run inside each schedule, after every step
import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { OrderRequest } from '#contract/payment'
import { dormHandlers } from '#server/features/dorm/routes'
import { creditPayment } from '#server/features/payment/credit-payment'
import { refreshNewestOrder } from '#server/features/payment/order-reconciler'
import { createOrderId, findOpenOrder } from '#server/features/payment/orders'
import { createPaymentWebhook } from '#server/features/payment/payment-webhook'
import { placeOrder } from '#server/features/payment/place-order'
import { paymentHandlers } from '#server/features/payment/routes'
import { recordGatewayRefund } from '#server/features/refunds/public'
import type { GatewayPayment } from '#server/payment-gateways/payment-gateway'
import { sandboxGateway, signSandboxNotification } from '#server/payment-gateways/sandbox-gateway'
import { type Database, openDatabase } from '#server/platform/database/database'
import { prepareStatement } from '#server/platform/database/driver/prepared-statement'
import { runTransaction } from '#server/platform/database/driver/transaction'
import type { StudentRow } from '#server/platform/database/schema/schema'
import type { HandlerRequest } from '#server/platform/http/handler'
import { type Backend, startBackend } from '../support/backend/backend.ts'
import { chargeFees, currentFeeYear } from '../support/backend/payer.ts'
import { settleDueOrders } from '../support/backend/settle-due-orders.ts'
import { enrolStudents } from '../support/backend/students.ts'
import { type StepScheduler, createStepScheduler } from '../support/database/step-scheduler.ts'
import {
  BackendKilledError,
  type FakeGateway,
  createFakeGateway,
  createSignedNotice,
  type GatewayFault,
} from '../support/fakes/fake-gateway.ts'
import {
  PROPERTY_TIMEOUT_MS,
  type Property,
  traceHashesOf,
  formatTraceRow,
  GENEROUS_DATABASE_TIMEOUTS,
  runProperty,
} from '../support/properties/property-run.ts'

let backend: Backend
let turns: StepScheduler
/** The database that runs the statements of the order calls one at a time. */
let database: Database
/** The sandbox gateway, whose notices are trusted here, and the secret that signs them. */
let sandbox: ReturnType<typeof sandboxGateway>
let secret: Buffer
/** Another student, who also wants a bed and never pays. */
let rival: StudentRow
beforeAll(async () => {
  backend = await startBackend(GENEROUS_DATABASE_TIMEOUTS)
  const { connectionString } = backend
  turns = await createStepScheduler(connectionString)
  database = openDatabase({
    connectionString,
    ...GENEROUS_DATABASE_TIMEOUTS,
    names: 'always',
    onError: () => {},
  })
  turns.scheduleStatements(database.pool)
  // The demo campus's own applications and orders are deleted, so that they are not reconciled
  // here.
  await database.db.deleteFrom('green_application').execute()
  await database.db
    .insertInto('dorm_type')
    .values([...BEDS])
    .execute()
  sandbox = sandboxGateway({ db: database.db, clock: backend.clock })
  await signSandboxNotification(database.db, '')
  const key = await database.db.selectFrom('sandbox_key').select('secret').executeTakeFirstOrThrow()
  secret = key.secret
  rival = await debtor()
})
afterAll(async () => {
  await database.close()
  await turns.close()
  await backend.close()
})

/**
 * One bed in a single room at the price of the current accommodation, and a cheaper type that the
 * other student does not want.
 */
const LAST = { id: 'law-1', name: '单人间', price_fen: 120_000, places: 1 }
const CHEAP = { id: 'law-2', name: '八人间', price_fen: 80_000, places: 2 }
const BEDS = [LAST, CHEAP]
/** Whether an earlier run has left beds taken, which must be freed before the next run. */
let areBedsTaken = false

const AMOUNTS = [100_000, 500_000, 1_980_000]
const amount = fc.constantFrom(...AMOUNTS)
const gatewayFault = fc.constantFrom<GatewayFault>(
  'unavailable',
  'answer lost',
  'killed before',
  'killed after',
)
// Choosing a bed makes as many queries as two orders do, so it is generated less often.
const beds = fc.oneof(
  fc.record({
    type: fc.constant('chooses a bed' as const),
    bed: fc.constantFrom(LAST.id, CHEAP.id),
  }),
  fc.record({ type: fc.constant('somebody else takes the last bed' as const) }),
  fc.record({ type: fc.constant('two want the last bed' as const) }),
  fc.record({
    type: fc.constant('chooses a bed while money comes' as const),
    bed: fc.constantFrom(LAST.id, CHEAP.id),
  }),
  fc.record({
    type: fc.constant('money for the last bed comes too late' as const),
    amount,
    race: fc.boolean(),
  }),
)
const moneys = fc.oneof(
  fc.record({ type: fc.constant('order' as const), amount }),
  fc.record({ type: fc.constant('double tap' as const), amount }),
  fc.record({ type: fc.constant('two phones' as const), amount, other: amount }),
  fc.record({ type: fc.constant('one id twice' as const), amount }),
  fc.record({ type: fc.constant('order while cancelling' as const), amount }),
  fc.record({ type: fc.constant('pay, notice at once' as const) }),
  fc.record({ type: fc.constant('pay, notice lost' as const) }),
  fc.record({ type: fc.constant('pay, notice late' as const) }),
  fc.record({ type: fc.constant('pay an old sheet' as const) }),
  fc.record({ type: fc.constant('order, cancelled and paid at once' as const), amount }),
  fc.record({ type: fc.constant('late notices arrive' as const) }),
  fc.record({ type: fc.constant('notices again' as const) }),
  fc.record({
    type: fc.constant('forged notice' as const),
    how: fc.constantFrom('not signed', 'another key', 'signed for something else'),
  }),
  fc.record({ type: fc.constant('wrong amount notice' as const) }),
  fc.record({ type: fc.constant('cancel' as const) }),
  fc.record({ type: fc.constant('pay while it is cancelled' as const) }),
  fc.record({ type: fc.constant('hold runs out' as const) }),
  fc.record({
    type: fc.constant('time passes' as const),
    seconds: fc.constantFrom(5, 30, 120, 1000),
  }),
  fc.record({ type: fc.constant('sweep' as const) }),
  fc.record({ type: fc.constant('a phone looks' as const) }),
  fc.record({ type: fc.constant('orders and looks at once' as const), amount }),
  fc.record({ type: fc.constant('gateway trouble' as const), trouble: gatewayFault }),
  fc.record({ type: fc.constant('application comes and goes' as const), pending: fc.boolean() }),
  fc.record({ type: fc.constant('paid elsewhere' as const) }),
)
const event = fc.oneof({ weight: 10, arbitrary: moneys }, { weight: 1, arbitrary: beds })
/** Which of the ready tasks runs next, so that concurrent work interleaves in every order. */
const order = fc.array(fc.nat(11), { minLength: 1, maxLength: 12 })
type Event = typeof event extends fc.Arbitrary<infer T> ? T : never

/** A run with one student, a gateway and a clock of its own. */
class Schedule {
  private readonly late: GatewayPayment[] = []
  private readonly heard: GatewayPayment[] = []
  /**
   * Every payment sheet that some phone still shows, oldest first. A phone does not know that its
   * order has ended.
   */
  private readonly sheets: string[] = []
  /** Payments made outside this system, in fen, each with its time. */
  private elsewhere = 0
  private elsewhereAt: Date | undefined
  /** For each order whose owed amount fell after it was made, the excess in fen. */
  private readonly tooHigh = new Map<string, number>()
  private hasRivalChosen = false
  private read: { readonly at: number; readonly books: Books } | undefined
  /** The state of the newest order when it was last loaded. */
  standing = 'none'
  /** The answers to the student, in order. */
  private readonly answers: string[] = []
  readonly student: StudentRow
  readonly gateway: FakeGateway
  private readonly pages: ReturnType<typeof createPaymentWebhook>
  now: Date
  constructor(student: StudentRow, now: Date) {
    this.student = student
    this.now = now
    const { readNotification, notificationReply } = sandbox
    this.gateway = { ...createFakeGateway(turns.step), readNotification, notificationReply }
    this.pages = createPaymentWebhook({
      ...this.settlementContext,
      recordRefund: recordGatewayRefund,
    })
    // An error in a phone's page fails the run with its reason.
    this.pages.onError((cause) => {
      throw cause
    })
  }
  private get settlementContext() {
    return { db: database.db, gateway: this.gateway, clock: { now: () => this.tick() } }
  }
  // Advance the clock, so that of two orders one is newer.
  private tick(): Date {
    this.now = new Date(this.now.getTime() + 1)
    return this.now
  }
  private async order(fen: number, id?: string): Promise<void> {
    const input = {
      amount: fen,
      year: String(currentFeeYear(backend)),
      orderType: '1',
    } as OrderRequest
    const orderParams = {
      student: this.student,
      openId: 'o',
      input,
      id,
      tools: { settings: backend.settings },
    }
    const taken = this.gateway.listPayments().map(({ number }) => number)
    const placed = await placeOrder(this.settlementContext, orderParams)
    this.answers.push(placed.type === 'ok' ? 'ordered' : placed.says.en)
    if (placed.type !== 'ok') return
    expect(taken, 'a sheet for what was paid before').not.toContain(placed.prepay)
    this.sheets.push(placed.prepay)
  }
  private readonly hear = async (taken: GatewayPayment) => {
    const { status } = await this.pages.request(
      '/payment/notify',
      createSignedNotice(describePayment(taken), secret),
    )
    assert.equal(status, 200, 'a notice of the gateway is not heard')
    this.heard.push(taken)
  }
  /** A forged notice for the student's newest order, as if it had just been paid. */
  private async forge(how: string): Promise<void> {
    const order = (await this.books()).orders.at(-1)
    if (order === undefined) return
    const { number, amount_fen: amountFen } = order
    const body = describePayment({
      type: 'paid',
      number,
      transaction: `forged-${number}`,
      amountFen,
    })
    const key = how === 'not signed' ? undefined : how === 'another key' ? FOREIGN : secret
    const sent = createSignedNotice(how === 'signed for something else' ? `${body} ` : body, key)
    const { status } = await this.pages.request('/payment/notify', { ...sent, body })
    assert.equal(status, 401, 'a forged notice is heard')
  }
  /** A student's request as the handler of the call receives it. */
  private ask<I>(student: StudentRow, input: I): HandlerRequest<I> {
    const session = { openId: 'o', tableStates: {} }
    const limits = { payments: { consume: async () => undefined } }
    return {
      input,
      caller: { role: 'student', subject: student.code, student, session },
      db: database.db,
      now: this.tick(),
      tools: { settings: backend.settings, clock: this.settlementContext.clock, limits },
    } as unknown as HandlerRequest<I>
  }
  private async choose(bed: string, who = this.student): Promise<void> {
    areBedsTaken = true
    if (who === rival) this.hasRivalChosen = true
    const ask = this.ask(who, { student: '', type: bed, step: '3' })
    const said = await runTransaction(database.db, (db) => dormHandlers.choose({ ...ask, db }))
    this.answers.push(said.type === 'refused' ? said.says.en : said.type)
  }
  /**
   * Do this work, and record by how much it makes an order that can still be paid exceed what is
   * owed.
   */
  private async lessOwed(work: () => Promise<unknown>): Promise<void> {
    const [before, elsewhere] = [await this.books(), this.elsewhere]
    await work()
    const after = await this.books()
    const fell = dueOf(before) - dueOf(after) + this.elsewhere - elsewhere
    const owed = dueOf(before) - paidOf(before) - fell
    if (fell <= 0) return
    for (const { number, amount_fen } of before.orders.filter(isOpen))
      this.tooHigh.set(number, Math.max(this.tooHigh.get(number) ?? 0, amount_fen - owed))
  }
  private pay(which: 'newest' | 'oldest' = 'newest'): GatewayPayment | undefined {
    const sheets = which === 'newest' ? this.sheets.toReversed() : this.sheets
    for (const sheet of sheets) {
      const taken = this.gateway.pay(sheet, this.now)
      if (taken !== undefined) return taken
    }
    return undefined
  }
  async meet(event: Event): Promise<void> {
    const own = this.student.code
    switch (event.type) {
      case 'order':
        return this.order(event.amount)
      case 'double tap':
        return atOnce(
          () => this.order(event.amount),
          () => this.order(event.amount),
        )
      case 'two phones':
        return atOnce(
          () => this.order(event.amount),
          () => this.order(event.other),
        )
      case 'one id twice': {
        const id = await createOrderId(database.db, { student: own, now: this.now })
        return atOnce(
          () => this.order(event.amount, id),
          () => this.order(event.amount, id),
        )
      }
      case 'order, cancelled and paid at once':
        return atOnce(
          () => this.order(event.amount),
          () => this.cancel().then(() => void this.pay()),
        )
      case 'order while cancelling':
        return atOnce(
          () => this.order(event.amount),
          () => this.cancel(),
          () => this.order(event.amount),
        )
      case 'pay, notice at once': {
        const taken = this.pay()
        return taken && this.hear(taken)
      }
      case 'pay, notice lost':
        return void this.pay()
      case 'pay an old sheet':
        return void this.pay('oldest')
      case 'pay, notice late': {
        const taken = this.pay()
        return void (taken && this.late.push(taken))
      }
      case 'late notices arrive':
        for (const taken of this.late.splice(0)) await this.hear(taken)
        return undefined
      case 'notices again':
        return atOnce(...this.heard.slice(0, 3).map((taken) => () => this.hear(taken)))
      case 'forged notice':
        return this.forge(event.how)
      case 'wrong amount notice': {
        const open = await findOpenOrder(database.db, own)
        if (open === undefined) return undefined
        const taken: GatewayPayment = {
          type: 'paid',
          number: open.number,
          transaction: `wrong-${open.number}`,
          amountFen: open.amount_fen + 1,
        }
        expect(await creditPayment(database.db, { way: 'wechat', taken, now: this.now })).toBe(
          'wrong-amount',
        )
        return undefined
      }
      case 'pay while it is cancelled':
        this.gateway.payDuringClose()
        return this.cancel()
      case 'cancel':
        return this.cancel()
      case 'chooses a bed':
        return this.lessOwed(() => this.choose(event.bed))
      case 'somebody else takes the last bed':
        return this.choose(LAST.id, rival)
      case 'two want the last bed':
        return this.lessOwed(() =>
          atOnce(
            () => this.choose(LAST.id),
            () => this.choose(LAST.id, rival),
          ),
        )
      case 'chooses a bed while money comes': {
        const taken = this.late.pop() ?? this.pay()
        return this.lessOwed(() =>
          atOnce(
            () => this.choose(event.bed),
            async () => taken && this.hear(taken),
          ),
        )
      }
      case 'money for the last bed comes too late': {
        await this.lessOwed(() => this.choose(LAST.id))
        await this.order(event.amount)
        const taken = this.pay()
        await this.holdRunsOut()
        if (taken !== undefined && event.race)
          return atOnce(
            () => this.hear(taken),
            () => this.choose(LAST.id, rival),
          )
        if (taken !== undefined) this.late.push(taken)
        return this.choose(LAST.id, rival)
      }
      case 'hold runs out':
        return this.holdRunsOut()
      case 'time passes':
        this.now = new Date(this.now.getTime() + event.seconds * 1000)
        return undefined
      case 'sweep':
        return settleDueOrders(this.settlementContext)
      case 'a phone looks':
        return this.lookAt()
      case 'orders and looks at once':
        return atOnce(
          () => this.order(event.amount),
          () => this.lookAt(),
          () => this.cancel(),
          () => this.lookAt(),
        )
      case 'gateway trouble':
        return this.gateway.failNext(event.trouble)
      case 'application comes and goes':
        return event.pending
          ? apply(own, this.now)
          : void (await database.db
              .deleteFrom('green_application')
              .where('student_code', '=', own)
              .execute())
      case 'paid elsewhere':
        return this.lessOwed(async () => {
          const paid = await database.db
            .updateTable('charge')
            .set((e) => ({ paid_fen: e.ref('due_fen') }))
            .where('student_code', '=', own)
            .where('item', '=', '住宿费')
            .where('paid_fen', '=', 0)
            .returning('paid_fen')
            .execute()
          if (paid.length === 0) return
          this.elsewhere += paidOf({ charges: paid })
          this.elsewhereAt ??= this.now
        })
    }
  }
  private async cancel(): Promise<void> {
    const ask = this.ask(this.student, { student: '' })
    const said = await paymentHandlers(this.gateway).cancel(ask)
    this.answers.push(said.type === 'refused' ? said.says.en : said.type)
  }
  private async holdRunsOut(): Promise<void> {
    const { beds } = await this.books()
    const until = beds.find((bed) => bed.student_code === this.student.code)?.held_until
    if (typeof until === 'string') this.now = new Date(Math.max(+this.now, Date.parse(until)))
  }
  private async lookAt(): Promise<void> {
    const order = await refreshNewestOrder(this.settlementContext, this.student.code)
    this.answers.push(order?.state ?? 'none')
  }
  /**
   * The result so far: all stored data and answers, without what differs in each replay (the
   * numbers of orders and payments, and the day).
   */
  async told(): Promise<unknown> {
    const { orders, credits, charges, beds } = await this.books()
    return [
      this.answers,
      orders.map(({ state, amount_fen }) => [state, amount_fen]),
      credits.map(({ amount_fen, surplus_fen }) => [amount_fen, surplus_fen]),
      charges.map(({ due_fen, paid_fen }) => [due_fen, paid_fen]),
      beds.map((bed) => [bed.student_code === rival.code, bed.type_id, this.standsHow(bed)]),
    ]
  }
  private standsHow({ held_until: until }: Bed): 'kept' | 'held' | 'over' {
    if (until === null) return 'kept'
    return Date.parse(until) > this.now.getTime() ? 'held' : 'over'
  }
  /** The books, loaded again only after a write. */
  private async books(): Promise<Books> {
    if (this.read?.at !== turns.countWrites()) {
      const books = await booksOf(this.student.code)
      this.read = { at: turns.countWrites(), books }
    }
    return this.read.books
  }
  /** Check the invariants that hold at every moment. */
  async check(): Promise<Books> {
    const books = await this.books()
    const { credits, orders, charges, beds } = books
    const all = this.gateway.listPayments()
    const bed = beds.find(({ student_code }) => student_code === this.student.code)
    this.standing = [
      orders.at(-1)?.state ?? 'none',
      ...(credits.length === all.length ? [] : ['money unheard of']),
      ...(bed !== undefined && this.standsHow(bed) === 'held' ? ['bed held'] : []),
    ].join(', ')
    const taken = new Map(all.map((one) => [one.transaction, one.amountFen]))
    for (const { transaction, amount_fen } of credits)
      assert.equal(
        amount_fen,
        taken.get(transaction),
        `credited ${amount_fen}, of which the gateway has taken ${taken.get(transaction)}`,
      )
    for (const { number, state } of orders)
      if (state === 'paid')
        assert.ok(
          credits.some((one) => one.order_number === number),
          'paid without money',
        )
    assert.ok(orders.filter(isOpen).length <= 1, 'two orders that can be paid')
    // Every credited fen is on a charge or is surplus, and no charge has more than is due.
    for (const { paid_fen, due_fen } of charges)
      assert.ok(paid_fen <= due_fen, `${paid_fen} paid of ${due_fen} due`)
    // Nobody pays twice: all money that the gateway took is due, since it refunds nothing here. An
    // excess is possible only if it was owed when the order was made, and less was owed before the
    // order could be closed, because part of it was paid elsewhere or a cheaper bed was chosen.
    // Such an excess can only be reported (0016), and is at most the excess recorded for that
    // order.
    const more = all.reduce((sum, { amountFen }) => sum + amountFen, this.elsewhere) - dueOf(books)
    const excused = all.reduce((sum, { number }) => sum + (this.tooHigh.get(number) ?? 0), 0)
    assert.ok(more <= excused, `paid ${more} too much, of which ${excused} could not be helped`)
    this.checkBeds(books)
    const lies = paidOf(books) - this.elsewhere
    const came = credits.reduce((sum, one) => sum + one.amount_fen - one.surplus_fen, 0)
    assert.equal(came, lies, `${came} came, and ${lies} lie on the charges`)
    return books
  }
  private checkBeds({ beds, credits }: Books): void {
    for (const { id, places } of BEDS) {
      const taken = beds.filter((bed) => bed.type_id === id && this.standsHow(bed) !== 'over')
      assert.ok(taken.length <= places, `${taken.length} beds taken of ${places}`)
    }
    // A bed is kept by any payment for its year: a credit after the choice, or a payment before it,
    // here or elsewhere (D-49). The payment can be less than the bed's price.
    for (const { student_code: whose, chosen_at, held_until } of beds) {
      if (held_until !== null) continue
      const { elsewhereAt: at } = this
      const had = at !== undefined && at.getTime() <= Date.parse(chosen_at)
      assert.ok(
        whose === this.student.code && (credits.length > 0 || had),
        'a bed is kept without money',
      )
    }
  }
  /**
   * Check that a student who has paid has the bed, or that somebody else has taken it and an
   * incident is reported.
   */
  private async endBed({ beds, credits }: Books): Promise<void> {
    const bed = beds.find(({ student_code }) => student_code === this.student.code)
    if (bed === undefined || bed.held_until === null || credits.length === 0) return
    expect([bed.type_id, this.hasRivalChosen], 'a bed was lost that nobody took').toEqual([
      LAST.id,
      true,
    ])
    expect(await this.isTold('bed lost', credits), 'a bed is lost, and nobody is told').toBe(true)
  }
  /** Whether an incident of this kind was reported about one of these payments. */
  private async isTold(kind: string, of: Books['credits']): Promise<boolean> {
    const found = await database.db
      .selectFrom('payment_incident')
      .select('kind')
      .where(
        'transaction',
        'in',
        of.map(({ transaction }) => transaction),
      )
      .where('kind', '=', kind)
      .executeTakeFirst()
    return found !== undefined
  }
  private async look(seconds: number): Promise<void> {
    this.now = new Date(this.now.getTime() + seconds * 1000)
    await settleDueOrders(this.settlementContext).catch(ifKilled)
  }
  /** Whether the state of an order is unknown, or received money is not credited. */
  private isInDoubt({ orders, credits }: Books): boolean {
    return (
      orders.some(({ state }) => state === 'checking') ||
      credits.length !== this.gateway.listPayments().length
    )
  }
  /** Check that nothing is in doubt after sixty seconds of a working gateway. */
  async end(): Promise<void> {
    this.gateway.recover()
    let books = await this.check()
    for (let round = 0; round < 6 && this.isInDoubt(books); round++) {
      await this.look(10)
      books = await this.check()
    }
    const { orders, credits } = books
    const open = orders.find(isOpen)
    expect(open?.state, 'in doubt for a minute').not.toBe('checking')
    expect(open === undefined ? 'none' : (await this.gateway.query(open.number)).type).toMatch(
      /none|waiting|unknown/,
    )
    expect(credits.map(({ transaction }) => transaction).toSorted()).toEqual(
      this.gateway
        .listPayments()
        .map(({ transaction }) => transaction)
        .toSorted(),
    )
    // Every surplus is reported.
    for (const one of credits.filter(({ surplus_fen }) => surplus_fen > 0))
      expect(await this.isTold('surplus', [one]), 'paid too much, and nobody is told').toBe(true)
    await this.endBed(books)
    // An order that has ended here has ended at the gateway too, so no phone can pay it any more.
    for (const { number } of orders.filter(({ state }) => state === 'closed'))
      if (this.sheets.includes(number))
        expect((await this.gateway.query(number)).type, 'a dead order can be paid').toBe('closed')
    if (open === undefined) return
    // Later runs must not have to reconcile anything of this student.
    await this.look(1000)
    expect(await findOpenOrder(database.db, this.student.code)).toBeUndefined()
  }
}

/** All recorded data about a student's money, at one moment. */
interface Books {
  /** The newest order is last. */
  readonly orders: readonly {
    readonly number: string
    readonly state: string
    readonly amount_fen: number
  }[]
  readonly credits: readonly {
    readonly transaction: string
    readonly order_number: string
    readonly amount_fen: number
    readonly surplus_fen: number
  }[]
  readonly charges: readonly { readonly due_fen: number; readonly paid_fen: number }[]
  /** The bed of the student, and of the other student. */
  readonly beds: readonly Bed[]
}

interface Bed {
  readonly student_code: string
  readonly type_id: string
  readonly chosen_at: string
  readonly held_until: string | null
}

const dueOf = ({ charges }: Pick<Books, 'charges'>) =>
  charges.reduce((sum, { due_fen }) => sum + due_fen, 0)
const paidOf = ({
  charges,
}: {
  readonly charges: readonly Pick<Books['charges'][number], 'paid_fen'>[]
}) => charges.reduce((sum, { paid_fen }) => sum + paid_fen, 0)

const FOREIGN = randomBytes(32)
/** The body of a notice about this payment. */
const describePayment = ({ number, transaction, amountFen }: GatewayPayment) =>
  JSON.stringify({ number, transaction, amountFen })

// The books are loaded in one statement, since they are loaded after every step of a million
// schedules.
const books = prepareStatement<Books>(
  'books of a student',
  `select
  coalesce((select json_agg(pay_order order by created_at) from pay_order where student_code = $1), '[]') as orders,
  coalesce((select json_agg(payment_credit order by credited_at) from payment_credit where student_code = $1), '[]') as credits,
  coalesce((select json_agg(charge order by id) from charge where student_code = $1), '[]') as charges,
  coalesce((select json_agg(dorm_choice order by chosen_at) from dorm_choice where student_code in ($1, $2)), '[]') as beds`,
)

async function booksOf(student: string): Promise<Books> {
  const [found] = (await books.run(database.db, [student, rival.code])).rows
  if (found === undefined) throw new Error('no books')
  return found
}

const isOpen = ({ state }: { readonly state: string }) => state === 'open' || state === 'checking'

/** Run tasks concurrently, and wait for all of them. */
async function atOnce(...works: (() => Promise<unknown>)[]): Promise<void> {
  const ends = await turns.runConcurrently(() => Promise.allSettled(works.map((work) => work())))
  for (const one of ends) if (one.status === 'rejected') ifKilled(one.reason)
}

function ifKilled(cause: unknown): void {
  if (!(cause instanceof BackendKilledError)) throw cause
}

const apply = async (student: string, now: Date): Promise<void> => {
  const row = {
    id: student,
    review_id: student,
    student_code: student,
    type: '1',
    year: currentFeeYear(backend),
    amount_fen: 100_000,
  }
  const rest = {
    status: '0',
    reason: '',
    contract_number: '',
    receipt_code: '',
    picture: '',
    picture2: '',
    audit_amount_fen: null,
  }
  await database.db
    .insertInto('green_application')
    .values({ ...row, ...rest, offset_status: '0', version: 1, applied_at: now })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

/** A run of one student, with the order in which concurrent work proceeds. */
interface Life {
  readonly events: readonly Event[]
  readonly order: readonly number[]
}

/** Students are enrolled in groups of this size, which makes a run cheaper. */
const DEBTORS = 50
const debtors: StudentRow[] = []
/** A student who owes tuition and accommodation. */
async function debtor(): Promise<StudentRow> {
  const one = debtors.pop()
  if (one !== undefined) return one
  debtors.push(...(await enrolStudents(backend, DEBTORS)))
  await chargeFees(
    backend,
    debtors.map(({ code }) => code),
  )
  return debtor()
}

async function emptyBeds(): Promise<void> {
  await database.db
    .deleteFrom('dorm_choice')
    .where(
      'type_id',
      'in',
      BEDS.map(({ id }) => id),
    )
    .execute()
  areBedsTaken = false
}

let day = 0
const testedProperty: Property<Life> = {
  name: 'payments',
  runs: fc.record({
    events: fc.array(event, { minLength: 3, maxLength: 12 }),
    order,
  }),
  describeRun: ({ events, order: chosen }) => [
    ...events.map(formatTraceRow),
    formatTraceRow({ type: 'next is, of all that could be', chosen }),
  ],
  check: async ({ events, order: chosen }, { recordEvent, recordTrace }) => {
    const student = await debtor()
    const now = new Date(backend.clock.now().getTime() + ++day * 1_000)
    turns.setChoices(chosen)
    if (areBedsTaken) await emptyBeds()
    const schedule = new Schedule(student, now)
    for (const one of events) {
      recordEvent(one.type, schedule.standing)
      await schedule.meet(one).catch(ifKilled)
      await schedule.check()
      recordTrace(await schedule.told())
    }
    await schedule.end()
    recordTrace(await schedule.told())
    recordTrace(turns.listSteps())
  },
}

// `npm run test:properties` runs many more.
test(
  'payments in any order of events: never twice, never the wrong amount, never paid without money, never in doubt for a minute [security 4]',
  () => runProperty(testedProperty),
  PROPERTY_TIMEOUT_MS,
)

test('the same seed replays the same run of payments, to the last step', async () => {
  const seeds = Array.from({ length: 12 }, (_, at) => 1200 + at)
  const first = await traceHashesOf(testedProperty, seeds)
  expect(await traceHashesOf(testedProperty, seeds)).toEqual(first)
})
