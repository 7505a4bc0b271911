import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { OrderRequest } from '#contract/payment'
import { findOpenOrder } from '#server/features/payment/orders'
import { placeOrder } from '#server/features/payment/place-order'
import { settleOrder } from '#server/features/payment/settle'
import type { PaymentGateway } from '#server/payment-gateways/payment-gateway'
import { type Backend, startBackend } from '../support/backend/backend.ts'
import { createImportRunner } from '../support/backend/import-runner.ts'
import { currentFeeYear, enrolPayer } from '../support/backend/payer.ts'
import { createFakeGateway } from '../support/fakes/fake-gateway.ts'
import { waitUntil } from '../support/setup/wait-until.ts'

// These tests force orders of events that are too rare by chance, by delaying answers of the
// gateway.
let backend: Backend
beforeAll(async () => {
  backend = await startBackend()
})
afterAll(() => backend.close())

/** A gate at which every caller waits until it is opened. */
function gate() {
  let open = () => {}
  let arrive = () => {}
  const opened = new Promise<void>((resolve) => (open = resolve))
  const arrived = new Promise<void>((resolve) => (arrive = resolve))
  return {
    open,
    arrived,
    pass: () => {
      arrive()
      return opened
    },
  }
}

async function scene(change: (play: PaymentGateway) => Partial<PaymentGateway>) {
  const play = createFakeGateway()
  const { subject } = await enrolPayer(backend)
  const student = await backend.db
    .selectFrom('student')
    .selectAll()
    .where('code', '=', subject)
    .executeTakeFirstOrThrow()
  const context = { db: backend.db, gateway: { ...play, ...change(play) }, clock: backend.clock }
  const input = {
    amount: 500_000,
    year: String(currentFeeYear(backend)),
    orderType: '1',
  } as OrderRequest
  return {
    play,
    subject,
    order: () =>
      placeOrder(context, {
        student,
        openId: 'o',
        input,
        id: undefined,
        tools: { settings: backend.settings },
      }),
    open: () => findOpenOrder(backend.db, subject),
    giveUp: (number: string) => settleOrder(context, number, { end: true }),
  }
}

test('an order cancelled while the gateway is creating it is not sent to the phone, and cannot be paid [security 4]', async () => {
  const [asking, closing] = [gate(), gate()]
  const { play, order, open, giveUp } = await scene((gateway) => ({
    prepay: async (wanted) => {
      await asking.pass()
      return gateway.prepay(wanted)
    },
    close: async (number) => {
      const standing = await gateway.close(number)
      // Only the first call of `close` comes before the order is known to the gateway.
      if (standing.type === 'unknown') await closing.pass()
      return standing
    },
  }))
  const ordering = order()
  await asking.arrived
  const number = (await open())?.number ?? ''
  const givingUp = giveUp(number)
  await closing.arrived
  asking.open()
  expect((await ordering).type).toBe('refused')
  closing.open()
  expect(await givingUp).toBe('closed')
  expect(await play.query(number)).toEqual({ type: 'closed' })
})

test('an order that is reused while it is being cancelled stays open as long as a phone can pay it [security 4]', async () => {
  const closing = gate()
  let isAway = true
  const { play, order, open, giveUp } = await scene((gateway) => ({
    prepay: async (wanted) => (isAway ? { type: 'unavailable' } : gateway.prepay(wanted)),
    close: async (number) => {
      const standing = await gateway.close(number)
      if (standing.type === 'unknown') await closing.pass()
      return standing
    },
  }))
  expect((await order()).type).toBe('refused')
  isAway = false
  const number = (await open())?.number ?? ''
  const givingUp = giveUp(number)
  await closing.arrived
  expect(await order()).toEqual({ type: 'ok', number, prepay: number })
  closing.open()
  expect(await givingUp).toBe('open')
  expect([await play.query(number), (await open())?.state]).toEqual([{ type: 'waiting' }, 'open'])
})

describe('an import that withdraws what a student is about to pay', () => {
  /** Lock a table against writes while `act` runs. */
  async function held(table: 'pay_order' | 'office_log', act: () => Promise<void>): Promise<void> {
    await backend.db.transaction().execute(async (tx) => {
      await sql`lock table ${sql.table(table)} in exclusive mode`.execute(tx)
      await act()
    })
  }
  /**
   * Wait until this many statements wait for a lock in the database, or until the work has ended
   * without waiting.
   */
  async function untilWaiting(count: number, ended: () => boolean): Promise<void> {
    await waitUntil(async () => {
      const { rows } = await sql<{ n: number }>`select count(*)::int as n from pg_stat_activity
        where datname = current_database() and wait_event_type = 'Lock'`.execute(backend.db)
      expect(ended() || rows[0]?.n === count).toBe(true)
    }, 10)
  }
  /** Begin some work, and track whether it has ended. */
  function begun<T>(work: Promise<T>) {
    let isOver = false
    void work.then(
      () => (isOver = true),
      () => (isOver = true),
    )
    return { work, isOver: () => isOver }
  }

  // The file has a row of somebody else and no row of the payer, so the import withdraws the
  // payer's row.
  const scenes = {
    charges: async (student: string) => {
      const year = currentFeeYear(backend)
      await backend.db
        .insertInto('charge')
        .values({ student_code: student, year, item: '考试费', due_fen: 5000, paid_fen: 0 })
        .execute()
      return { 学号: '880003', 学年: String(year), 收费项目: '考试费', 应缴金额: '50' }
    },
    students: async (student: string) => {
      await backend.db
        .updateTable('student')
        .set({ entry_year: '2009' })
        .where('code', '=', student)
        .execute()
      return {
        考生号: '09000001',
        姓名: '测试生',
        性别: '女',
        身份证号: '11010119800101007X',
        学院: '信息学院',
        专业: '软件工程',
        专业代码: '080902',
        入学年份: '2009',
        培养层次: '本科',
        新生或在校: '新生',
      }
    },
  }
  const prepared = async (kind: keyof typeof scenes) => {
    const { order, open, subject } = await scene(() => ({}))
    const office = createImportRunner(backend)
    const { id, counts } = await office.dryRun(kind, [await scenes[kind](subject)])
    expect(counts).toMatchObject({ withdrawn: 1, refused: 0 })
    return { order, open, apply: () => office.apply(kind, id, { withdraw: true }) }
  }

  test.each(['charges', 'students'] as const)(
    'an import that withdraws %s sees an order that is being made, and withdraws nothing [security 4]',
    async (kind) => {
      const { order, open, apply } = await prepared(kind)
      let ordering = begun(Promise.resolve<unknown>(undefined))
      let applying = begun(Promise.resolve(''))
      await held('pay_order', async () => {
        ordering = begun(order())
        await untilWaiting(1, ordering.isOver)
        applying = begun(apply())
        await untilWaiting(2, applying.isOver)
      })
      expect(await ordering.work).toMatchObject({ type: 'ok' })
      expect(await applying.work).toContain('已有变化')
      expect((await open())?.state).toBe('open')
    },
  )

  test('a student whom an import is withdrawing cannot order anything [security 4]', async () => {
    const { order, open, apply } = await prepared('students')
    let ordering = begun(Promise.resolve<unknown>(undefined))
    let applying = begun(Promise.resolve(''))
    await held('office_log', async () => {
      applying = begun(apply())
      await untilWaiting(1, applying.isOver)
      ordering = begun(order())
      await untilWaiting(2, ordering.isOver)
    })
    expect(await applying.work).toBe('applied')
    expect(await ordering.work).toMatchObject({ type: 'refused' })
    expect(await open()).toBeUndefined()
  })
})
