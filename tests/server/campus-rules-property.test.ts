import fc from 'fast-check'
import { sql } from 'kysely'
import sharp from 'sharp'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { CAMPUS_RULES, type CampusRuleKey, type RuleValue } from '#contract/campus-rule-list'
import { PAYLOAD_AGE_HEADER } from '#contract/payload-age'
import { toChinaDay, toChinaMinute, toChinaYear } from '#server/platform/clock'
import { versionTag } from '#server/platform/records/versioned-write'
import { type Backend, type SignedInUser, startBackend } from '../support/backend/backend.ts'
import { loanFormBody, travelFormBody } from '../support/backend/form-bodies.ts'
import { enrolSignedInStudent, type FreshStudent } from '../support/backend/students.ts'
import {
  formatTraceRow,
  GENEROUS_DATABASE_TIMEOUTS,
  PROPERTY_TIMEOUT_MS,
  runProperty,
} from '../support/properties/property-run.ts'

const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS
const YEAR = toChinaYear(new Date())
/** When each run begins: in the season, on a morning in China. */
const START = Date.parse(`${YEAR}-09-10T09:30:00+08:00`)
const STUDENTS = 3
const LOAN = '1'
const DEFERRAL = '2'
const PENDING = '0'
const APPROVED = '1'
const REJECTED = '2'

const minuteAt = (hours: number) => toChinaMinute(new Date(START + hours * HOUR_MS))

const window = fc
  .record({ from: fc.constantFrom(null, -30, 3, 20), until: fc.constantFrom(null, 21, 40, 90) })
  .map(({ from, until }) => ({
    from: from === null ? '' : minuteAt(from),
    until: until === null ? '' : minuteAt(until),
    note: '',
    noteEn: '',
  }))
const change: fc.Arbitrary<readonly [CampusRuleKey, RuleValue]> = fc.oneof(
  fc.tuple(fc.constantFrom('window-schoolInformation' as const, 'window-checkin' as const), window),
  fc.tuple(fc.constant('late' as const), fc.record({ hours: fc.constantFrom(1, 8, 48) })),
  fc.tuple(
    fc.constant('loan' as const),
    fc.record({
      least: fc.constantFrom(100_000, 800_000),
      most: fc.constantFrom(1_600_000, 2_400_000),
      step: fc.constantFrom(100_000, 800_000),
      years: fc.constant(0),
    }),
  ),
  fc.tuple(
    fc.constant('deferral' as const),
    fc.record({
      quota: fc.nat(2),
      limit: fc.constantFrom(300_000, 500_000),
    }),
  ),
)
// Changes are saved with all fields of their rule.
const completed = change.map(
  ([rule, value]) =>
    [
      rule,
      { ...CAMPUS_RULES[rule].initial, ...(rule === 'deferral' && { formula: 'limit' }), ...value },
    ] as const,
)

type RuleEvent =
  | {
      readonly type: 'save'
      readonly change: readonly [CampusRuleKey, RuleValue]
      /** Days from today to the first day; a past day is refused. */
      readonly inDays: number
      /** The editor has not seen the newest version. */
      readonly isStale: boolean
    }
  | { readonly type: 'take back'; readonly nth: number }
  | { readonly type: 'wait'; readonly hours: number }
  | { readonly type: 'submit'; readonly student: number; readonly waitedHours: number }
  | {
      readonly type: 'apply'
      readonly kind: typeof LOAN | typeof DEFERRAL
      readonly student: number
      readonly yuan: number
    }
  | { readonly type: 'decide'; readonly nth: number; readonly isApproved: boolean }

const student = fc.nat(STUDENTS - 1)
const event: fc.Arbitrary<RuleEvent> = fc.oneof(
  {
    weight: 5,
    arbitrary: fc.record({
      type: fc.constant('save' as const),
      change: completed,
      inDays: fc.constantFrom(0, 0, 0, 1, 1, 2, 4, -1),
      isStale: fc.integer({ min: 0, max: 9 }).map((one) => one === 0),
    }),
  },
  { weight: 1, arbitrary: fc.record({ type: fc.constant('take back' as const), nth: fc.nat(5) }) },
  {
    weight: 3,
    arbitrary: fc.record({
      type: fc.constant('wait' as const),
      hours: fc.constantFrom(1, 5, 14.5, 24, 30),
    }),
  },
  {
    weight: 3,
    arbitrary: fc.record({
      type: fc.constant('submit' as const),
      student,
      waitedHours: fc.constantFrom(0, 0.5, 7, 20, 60),
    }),
  },
  {
    weight: 4,
    arbitrary: fc.record({
      type: fc.constant('apply' as const),
      kind: fc.constantFrom(LOAN, DEFERRAL),
      student,
      yuan: fc.constantFrom(1000, 3000, 5000, 8000, 16_000, 24_000),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      type: fc.constant('decide' as const),
      nth: fc.nat(3),
      isApproved: fc.boolean(),
    }),
  },
)

interface Run {
  readonly events: readonly RuleEvent[]
  /** Hours after the start at which the rules are read after each event. */
  readonly probes: readonly number[]
}
const run: fc.Arbitrary<Run> = fc.record({
  events: fc.array(event, { minLength: 1, maxLength: 20 }),
  probes: fc.uniqueArray(fc.integer({ min: -48, max: 240 }), { minLength: 1, maxLength: 2 }),
})

let now = START
let backend: Backend
let office: SignedInUser
let reviewer: SignedInUser
let students: readonly FreshStudent[]
let picture: string
beforeAll(async () => {
  backend = await startBackend({
    ...GENEROUS_DATABASE_TIMEOUTS,
    clock: { now: () => new Date(now) },
  })
  office = await backend.signInAs('T4001')
  reviewer = await backend.signInAs('T3001')
  const enrolled: FreshStudent[] = []
  for (let nth = 0; nth < STUDENTS; nth++) enrolled.push(await enrolSignedInStudent(backend))
  students = enrolled
  const { db } = backend
  await db.deleteFrom('application_rule').execute()
  await db.deleteFrom('green_application').execute()
  await db
    .insertInto('charge')
    .values(
      students.map(({ subject }) => ({
        student_code: subject,
        year: YEAR,
        item: '学费',
        due_fen: 2_000_000,
        paid_fen: 0,
      })),
    )
    .execute()
  const bytes = await sharp({
    create: { width: 200, height: 200, channels: 3, background: 'white' },
  })
    .jpeg()
    .toBuffer()
  picture = bytes.toString('base64')
})
afterAll(() => backend.close())

/** A saved change, as the office remembers it. */
interface Version {
  readonly rule: CampusRuleKey
  readonly value: RuleValue
  readonly from: number
  isTakenBack: boolean
}

interface Application {
  readonly student: number
  readonly kind: string
  readonly fen: number
  status: string
}

async function checkRun(
  { events, probes }: Run,
  recordEvent: (event: string, state: string) => void,
): Promise<unknown> {
  const { db } = backend
  now = START
  await db.deleteFrom('campus_rule').execute()
  await db.deleteFrom('green_application').execute()
  await sql`delete from rate_limit`.execute(db)
  const versions: Version[] = []
  const applications: Application[] = []
  const results: boolean[] = []
  const as = (nth: number, path: string, body: object, headers: Record<string, string> = {}) =>
    backend.post(path, body, { authorization: students[nth]?.token ?? '', ...headers })

  // Of the changes that have begun, the one with the latest beginning applies, of several the last.
  const valueAt = (rule: CampusRuleKey, at: number): RuleValue =>
    versions
      .filter((one) => one.rule === rule && !one.isTakenBack && one.from <= at)
      .reduce<Version | undefined>(
        (best, one) => (best === undefined || one.from >= best.from ? one : best),
        undefined,
      )?.value ?? CAMPUS_RULES[rule].initial
  const isOpen = (at: number) =>
    (['window-checkin', 'window-schoolInformation'] as const).every((rule) => {
      const { from, until } = valueAt(rule, at)
      const minute = toChinaMinute(new Date(at))
      return minute >= String(from) && (until === '' || minute < String(until))
    })
  const isAmountAllowed = (kind: string, fen: number) => {
    if (kind === LOAN) {
      const { least, most, step } = valueAt('loan', now)
      const over = fen - Number(least)
      return over >= 0 && fen <= Number(most) && over % Number(step) === 0
    }
    const { formula, limit, paid } = valueAt('deferral', now)
    return formula === 'limit' ? fen <= Number(limit) : fen === 2_000_000 - Number(paid)
  }
  const isQuotaFull = () => {
    const quota = Number(valueAt('deferral', now)['quota'])
    const taken = applications.filter(
      ({ kind, status }) => kind === DEFERRAL && status !== REJECTED,
    )
    return quota > 0 && taken.length >= quota
  }

  /** Whether the event is accepted. The model says the same. */
  async function happen(happening: RuleEvent): Promise<boolean> {
    switch (happening.type) {
      case 'wait':
        now += happening.hours * HOUR_MS
        return true
      case 'save':
        return save(happening)
      case 'take back':
        return takeBack(happening.nth)
      case 'submit':
        return submit(happening)
      case 'apply':
        return apply(happening)
      case 'decide':
        return decide(happening)
    }
  }

  const listVersions = async (): Promise<Record<string, string>[]> =>
    (await office.post('/api/manage/rules/list')).body.data

  async function save({ change: [rule, value], inDays, isStale }: RuleEvent & { type: 'save' }) {
    const newest = (await listVersions()).find((one) => one['rule'] === rule)?.['id'] ?? ''
    const firstDay = toChinaDay(new Date(now + inDays * DAY_MS))
    const from = inDays === 0 ? now : Date.parse(`${firstDay}T00:00:00+08:00`)
    const isAccepted =
      !isStale &&
      inDays >= 0 &&
      CAMPUS_RULES[rule].read(value).type === 'ok' &&
      JSON.stringify(valueAt(rule, from)) !== JSON.stringify(value)
    const { body } = await office.post('/api/manage/rules/save', {
      rule,
      value: JSON.stringify(value),
      firstDay,
      seen: isStale ? 'seen-before' : newest,
      reason: '校务会决定',
    })
    expect([body.code === '0', JSON.stringify(body)]).toEqual([isAccepted, expect.anything()])
    if (isAccepted) versions.push({ rule, value, from, isTakenBack: false })
    return isAccepted
  }

  async function takeBack(nth: number) {
    const one = versions[nth]
    if (one === undefined) return false
    const isAccepted = !one.isTakenBack && one.from > now
    // The list begins with the newest version.
    const id = (await listVersions())[versions.length - 1 - nth]?.['id']
    const { body } = await office.post('/api/manage/rules/takeBack', { id, reason: '改期' })
    expect([body.code === '0', JSON.stringify(body)]).toEqual([isAccepted, expect.anything()])
    if (isAccepted) one.isTakenBack = true
    return isAccepted
  }

  async function submit({ student: nth, waitedHours }: RuleEvent & { type: 'submit' }) {
    const code = students[nth]?.subject ?? ''
    await db.deleteFrom('travel').where('student_code', '=', code).execute()
    const age = waitedHours * 3600
    const isAccepted =
      isOpen(now) ||
      (isOpen(now - waitedHours * HOUR_MS) && waitedHours <= Number(valueAt('late', now)['hours']))
    await as(nth, '/api/TravelInformation/addBusInformation', travelFormBody(), {
      [PAYLOAD_AGE_HEADER]: String(age),
    })
    const stored = await db
      .selectFrom('travel')
      .select('student_code')
      .where('student_code', '=', code)
      .execute()
    expect(stored.length === 1).toBe(isAccepted)
    return isAccepted
  }

  async function apply({ student: nth, kind, yuan }: RuleEvent & { type: 'apply' }) {
    const fen = yuan * 100
    const earlier = applications.find((one) => one.student === nth && one.kind === kind)
    const isAccepted =
      isAmountAllowed(kind, fen) &&
      (earlier === undefined || earlier.status === REJECTED) &&
      !(kind === DEFERRAL && isQuotaFull())
    const applyMoney = String(yuan)
    const { body } =
      kind === LOAN
        ? await as(nth, '/api/greenchannel/saveStuLoanMsg', loanFormBody(picture, { applyMoney }))
        : await as(nth, '/api/greenchannel/saveStuJdlkMsg', {
            applyMoney,
            stuCode: '',
            applyHouseholderBaese64: picture,
            applyOneselfBaese64: picture,
            idCard: '',
          })
    expect([body.code === 0, JSON.stringify(body)]).toEqual([isAccepted, expect.anything()])
    if (!isAccepted) return false
    if (earlier !== undefined) applications.splice(applications.indexOf(earlier), 1)
    applications.push({ student: nth, kind, fen, status: PENDING })
    return true
  }

  async function decide({ nth, isApproved }: RuleEvent & { type: 'decide' }) {
    const one = applications[nth]
    if (one === undefined) return false
    const code = students[one.student]?.subject ?? ''
    const row = await db
      .selectFrom('green_application')
      .select(['id', 'review_id', 'version'])
      .where('student_code', '=', code)
      .where('type', '=', one.kind)
      .executeTakeFirstOrThrow()
    const isAccepted = !(
      isApproved &&
      one.status === REJECTED &&
      one.kind === DEFERRAL &&
      isQuotaFull()
    )
    const { status } = await reviewer.post(
      '/api/greenChannelAudit/updateStatus',
      {
        userId: 'UT3001',
        reason: '材料不全',
        auditType: one.kind,
        year: String(YEAR),
        status: isApproved ? APPROVED : REJECTED,
        stuCode: code,
        verifyId: row.review_id,
      },
      { 'if-match': versionTag(`application-${row.id}`, row.version) },
    )
    expect(status).toBe(200)
    if (isAccepted) one.status = isApproved ? APPROVED : REJECTED
    return isAccepted
  }

  /** Reads the rules at a moment, as a phone does then. */
  async function checkRulesAt(at: number) {
    const present = now
    now = at
    const { body } = await as(0, '/api/campusRules/find', {})
    now = present
    for (const rule of RULES) expect([rule, body.data[rule]]).toEqual([rule, valueAt(rule, at)])
  }

  async function checkStored() {
    const stored = await db
      .selectFrom('green_application')
      .select(['student_code', 'type', 'amount_fen', 'status'])
      .execute()
    const sorted = (rows: readonly unknown[]) => rows.map((row) => JSON.stringify(row)).toSorted()
    expect(
      sorted(stored.map((row) => [row.student_code, row.type, row.amount_fen, row.status])),
    ).toEqual(
      sorted(
        applications.map((one) => [students[one.student]?.subject, one.kind, one.fen, one.status]),
      ),
    )
  }

  for (const happening of events) {
    now += 1000
    const planned = versions.some(({ from, isTakenBack }) => from > now && !isTakenBack)
    const isAccepted = await happen(happening)
    results.push(isAccepted)
    recordEvent(
      `${happening.type} ${isAccepted ? 'accepted' : 'refused'}`,
      planned ? 'a change is planned' : 'no change is planned',
    )
    await checkRulesAt(now)
    await checkStored()
  }
  for (const hours of probes) await checkRulesAt(START + hours * HOUR_MS)
  return results
}

const RULES = ['window-schoolInformation', 'window-checkin', 'late', 'loan', 'deferral'] as const

test(
  'at any moment the rules that apply are those of a simple model of changes, first days and withdrawn changes; submissions and applications are judged by them, keep what was decided, and never exceed a quota',
  () =>
    runProperty<Run>({
      name: 'campus-rules',
      runs: run,
      describeRun: ({ events, probes }) => [
        `read after ${probes.join(' and ')} hours`,
        ...events.map(formatTraceRow),
      ],
      check: async (one, { recordEvent, recordTrace }) =>
        recordTrace(await checkRun(one, recordEvent)),
    }),
  PROPERTY_TIMEOUT_MS,
)
