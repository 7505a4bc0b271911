// oxlint-disable vitest/no-standalone-expect -- a run checks itself
import * as fc from 'fast-check'
import { deleteDB } from 'idb'
import * as v from 'valibot'
import { expect } from 'vitest'
import { countRoster } from '#app/features/checkin/roster/roster-counts.ts'
import { checkin, type Roster, scanForm } from '#contract/checkin'
import { createConfirmationIdempotencyKey } from '#contract/checkin-pass-check'
import { corridorCheckin } from '#contract/corridor-checkin'
import { sealScan } from '#contract/sealed-scan'
import { stations } from '#contract/stations'
import { setSenderIdentity } from '#offline/drain/sender-identity'
import { createIdempotencyKey } from '#offline/outbox/fingerprint'
import { findItemsOfOthers, forwardItem } from '#offline/outbox/forward-item'
import type { OutboxItem } from '#offline/outbox/outbox-records'
import { exchangeCall } from '#offline/transport/exchange-call'
import type { Backend } from '../backend/backend.ts'
import { enrolStudents } from '../backend/students.ts'
import { createFaultyFetch, type FetchFault, FETCH_FAULTS } from '../fakes/faulty-fetch.ts'
import type { PropertyRunRecorder } from '../properties/property-run.ts'
import { CAMPUS_ADDRESS } from '../setup/campus-address.ts'
import { type ArrivalPlace, createArrivalModel, type ModelScan } from './arrival-model.ts'
import { createKillableSteps, type KillableSteps } from './killable-steps.ts'
import { openOfflinePage, type VirtualClock } from './offline-page.ts'

const PHONES = 3
const STUDENTS = 2
const LONGEST_PAUSE_MS = 301_000

/** The calls by which a scan reaches the university, and their names in its record of answers. */
const FORMS: Readonly<Record<string, string>> = {
  '/api/stuEnter/add': 'scan',
  '/api/stuEnter/handOver': 'scan-handed-over',
  '/api/stations/confirm': 'station',
}
const Payload = v.object({
  scanned: v.string(),
  at: v.string(),
  key: v.optional(v.picklist(['now', 'later'])),
})
const parsePayload = ({ payload }: { readonly payload: unknown }) => v.parse(Payload, payload)

/** What can happen on an arrival day with three phones. */
export type ArrivalEvent =
  | {
      readonly type: 'scan'
      readonly phone: number
      /** Which of the person's places the student is at. */
      readonly place: number
      readonly student: number
      readonly key: 'now' | 'later' | null
      /** The phone has a network. */
      readonly isOnline: boolean
      readonly lifespan: number | null
    }
  | {
      readonly type: 'round' | 'for a colleague'
      readonly phone: number
      readonly faults: readonly FetchFault[]
      readonly lifespan: number | null
    }
  /** A phone is handed to somebody else, who signs in. */
  | { readonly type: 'sign in'; readonly phone: number; readonly person: number }
  | { readonly type: 'wait'; readonly seconds: number }
  /** Somebody sends again what was refused, perhaps after some time. */
  | { readonly type: 'send again'; readonly phone: number; readonly seconds: number }
  | { readonly type: 'take back'; readonly visit: number; readonly byOffice: boolean }
  | { readonly type: 'read the roster'; readonly phone: number; readonly place: number }

const phone = fc.nat(PHONES - 1)
const lifespan = fc.option(fc.integer({ min: 0, max: 24 }), { freq: 2 })
const place = fc.nat(1)
const event: fc.Arbitrary<ArrivalEvent> = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.record({
      type: fc.constant('scan' as const),
      phone,
      place,
      student: fc.nat(STUDENTS - 1),
      key: fc.constantFrom(null, 'now' as const, 'later' as const),
      isOnline: fc.boolean(),
      lifespan,
    }),
  },
  {
    weight: 6,
    arbitrary: fc.record({
      type: fc.constantFrom('round' as const, 'round' as const, 'for a colleague' as const),
      phone,
      faults: fc.array(fc.constantFrom('good' as const, ...FETCH_FAULTS), { maxLength: 5 }),
      lifespan,
    }),
  },
  {
    weight: 3,
    arbitrary: fc.record({
      type: fc.constant('wait' as const),
      seconds: fc.constantFrom(1, 30, 90, 150, 900),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({ type: fc.constant('sign in' as const), phone, person: fc.nat(3) }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      type: fc.constant('send again' as const),
      phone,
      seconds: fc.constantFrom(0, 150),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      type: fc.constant('take back' as const),
      visit: fc.nat(3),
      byOffice: fc.boolean(),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({ type: fc.constant('read the roster' as const), phone, place }),
  },
)

/** An arrival day: how far the clock of each phone is off, seconds, and what happens. */
export interface ArrivalDay {
  readonly clocks: readonly number[]
  readonly events: readonly ArrivalEvent[]
}

export const arrivalDays: fc.Arbitrary<ArrivalDay> = fc.record({
  clocks: fc.array(fc.constantFrom(0, 0, -7200, 95, 3 * 86_400), {
    minLength: PHONES,
    maxLength: PHONES,
  }),
  events: fc.array(event, { minLength: 1, maxLength: 24 }),
})

type ScanEvent = ArrivalEvent & { type: 'scan' }
type RoundEvent = Pick<ArrivalEvent & { type: 'round' }, 'faults' | 'lifespan'>

/** The list of a place on a phone, and who had passed the place when it was read. */
interface RosterCopy {
  readonly place: ArrivalPlace
  readonly roster: Roster
  /** By the phone's clock. */
  readonly readAt: number
  readonly passed: readonly boolean[]
}

/** Somebody who scans. */
interface Person {
  readonly code: string
  readonly token: string
  readonly places: readonly ArrivalPlace[]
}

/** A campus with four places, for any number of arrival days. */
export interface ArrivalCampus {
  readonly backend: Backend
  /** The true time, ms since the epoch; the backend's clock. */
  readonly time: VirtualClock
  readonly people: readonly Person[]
  readonly students: readonly string[]
  readonly stationIds: ReadonlyMap<ArrivalPlace, string>
  readonly scanKey: string
  readonly office: string
}

/** Prepares the stations, their staff, and students who are allowed to arrive. */
export async function openArrivalCampus(
  backend: Backend,
  time: VirtualClock,
): Promise<ArrivalCampus> {
  const { db } = backend
  const office = await backend.signInAs('T4001')
  const supervisor = await backend.signInAs('T2001')
  const model = await db
    .selectFrom('staff')
    .selectAll()
    .where('code', '=', 'T2001')
    .executeTakeFirstOrThrow()
  const buildings = await db
    .selectFrom('staff_building')
    .select('building')
    .where('staff_code', '=', 'T2001')
    .execute()
  await db
    .insertInto('staff')
    .values({ ...model, code: 'T2002', id: 'UT2002' })
    .execute()
  await db
    .insertInto('staff_building')
    .values(buildings.map(({ building }) => ({ staff_code: 'T2002', building })))
    .execute()
  const colleague = await backend.post('/api/sys/login', {
    userCode: 'T2002',
    openId: '',
    password: 'campus-T2001',
  })
  const people: Person[] = [
    { code: 'T2001', token: supervisor.token, places: ['dormitory', 'medical'] },
    { code: 'T2002', token: colleague.body.token, places: ['dormitory', 'water'] },
    {
      code: 'T3001',
      token: (await backend.signInAs('T3001')).token,
      places: ['medical', 'uniform'],
    },
    { code: 'T1001', token: (await backend.signInAs('T1001')).token, places: ['uniform', 'water'] },
  ]
  const stationIds = new Map<ArrivalPlace, string>()
  const names = { medical: '体检', uniform: '领军训服', water: '领水' }
  for (const one of ['medical', 'uniform', 'water'] as const) {
    const { body } = await office.post('/api/manage/stations/save', {
      id: '',
      version: '',
      values: {
        name: names[one],
        nameEn: '',
        order: '1',
        comesAfter: one === 'uniform' ? '体检\n宿舍报到' : '',
        repeats: one === 'water' ? '1' : '0',
        scanners: people
          .filter(({ places }) => places.includes(one))
          .map(({ code }) => code)
          .join('\n'),
      },
    })
    expect(body).toMatchObject({ code: '0' })
    stationIds.set(one, body.id)
  }
  // Others only make the lists long.
  await db.updateTable('student').set({ withdrawn_at: backend.clock.now() }).execute()
  const rows = await enrolStudents(backend, STUDENTS)
  const students = rows.map(({ code }) => code)
  await db
    .updateTable('student')
    .set({ checked_in_at: backend.clock.now() })
    .where('code', 'in', students)
    .execute()
  await db
    .insertInto('dorm_place')
    .values(
      students.map((code) => ({
        student_code: code,
        type_name: '四人间',
        building: buildings[0]?.building ?? '',
        room: '601',
        bed: code,
      })),
    )
    .execute()
  const roster = await supervisor.post('/api/stuEnter/roster')
  return {
    backend,
    time,
    people,
    students,
    stationIds,
    scanKey: roster.body.data.scanKey,
    office: office.token,
  }
}

/**
 * Lets three phones scan through an arrival day. Fails if a scan is lost, counts twice or counts as
 * somebody else's, and if the university or a phone shows other students than the model.
 */
export async function runArrivalDay(
  campus: ArrivalCampus,
  { clocks, events }: ArrivalDay,
  { recordEvent, recordTrace }: PropertyRunRecorder,
): Promise<void> {
  const { backend, time, people, students } = campus
  const { db } = backend
  const start = time.now
  await db.deleteFrom('arrival').where('student_code', 'in', students).execute()
  await db.deleteFrom('station_visit').where('student_code', 'in', students).execute()
  const model = createArrivalModel()
  /** The scans by their sealed text. */
  const scans = new Map<string, ModelScan>()
  /** What a request has shown; the phone would take an error of its request for a lost network. */
  const problems: unknown[] = []
  const codeOf = (student: number) => students[student] ?? ''
  const phones = clocks.map((seconds, at) => openPhone(seconds, at))
  for (const one of phones) await one.signIn()
  for (const happening of events) {
    const states = 'phone' in happening ? await at(happening.phone).states() : ['any']
    for (const state of states) recordEvent(happening.type, state)
    await happen(happening)
    if (problems.length > 0) throw problems[0]
    await checkUniversity()
    if ('phone' in happening) await at(happening.phone).check()
  }
  const kept: string[] = []
  for (const one of phones) kept.push(...(await one.finish()))
  if (problems.length > 0) throw problems[0]
  await checkUniversity()
  expect(kept.toSorted(), 'each scan is on one phone').toEqual([...scans.keys()].toSorted())
  for (const one of phones) await one.checkRosters()
  recordTrace(model.visits.map((one) => ({ ...one, at: one.at - start, removedAt: undefined })))
  for (const one of phones) await one.close()
  time.now = start

  function at(nth: number) {
    const found = phones[nth]
    if (found === undefined) throw new Error('There is no such phone.')
    return found
  }

  async function happen(happening: ArrivalEvent): Promise<void> {
    switch (happening.type) {
      case 'scan':
        return at(happening.phone).scan(happening)
      case 'round':
        return at(happening.phone).round(happening)
      case 'for a colleague':
        return at(happening.phone).deliverForColleague(happening)
      case 'sign in':
        return at(happening.phone).signIn(happening.person)
      case 'wait':
        time.now += happening.seconds * 1000
        return
      case 'send again':
        time.now += happening.seconds * 1000
        return at(happening.phone).sendAgain()
      case 'take back':
        return takeBack(happening)
      case 'read the roster':
        await at(happening.phone).readRoster(happening.place)
    }
  }

  /** The backend, which the model watches: each answer must be the one that the model gives. */
  async function watchedFetch(
    input: string | URL | Request,
    init?: RequestInit,
  ): Promise<Response> {
    try {
      return await fetchWatched(input, init)
    } catch (error) {
      problems.push(error)
      throw error
    }
  }

  async function fetchWatched(
    input: string | URL | Request,
    init?: RequestInit,
  ): Promise<Response> {
    const request = new Request(
      typeof input === 'string' ? new URL(input, CAMPUS_ADDRESS) : input,
      init,
    )
    const path = new URL(request.url).pathname
    const form = FORMS[path]
    if (form === undefined) return backend.fetch(request)
    const body: { station?: string; scanned?: string; stuCode?: string } = await request
      .clone()
      .json()
    const sender = people.find(({ token }) => token === request.headers.get('authorization'))
    const scan = scans.get(body.scanned ?? body.stuCode ?? '')
    if (scan === undefined || sender === undefined) throw new Error('Nobody made this scan.')
    if (form !== 'scan-handed-over') expect(sender.code, 'sent as somebody else').toBe(scan.by)
    const response = await backend.fetch(request)
    const answer: { code?: unknown } = await response.clone().json()
    const expected = model.receive(scan, {
      sender: sender.code,
      form,
      key: request.headers.get('idempotency-key') ?? '',
      now: time.now,
    })
    expect(
      [scan, String(answer.code) === '0' ? 'accepted' : 'refused', JSON.stringify(answer)],
      'the university answers otherwise than the model',
    ).toEqual([scan, expected, expect.anything()])
    return response
  }

  async function takeBack({ visit, byOffice }: ArrivalEvent & { type: 'take back' }) {
    const left = model.visits.filter(({ removedAt }) => removedAt === undefined)
    const one = left[visit % Math.max(left.length, 1)]
    if (one === undefined) return
    const code = codeOf(one.student)
    const author = people.find((person) => person.code === one.by)
    const post = (path: string, body: object, token = author?.token ?? '') =>
      backend.post(path, { ...body, reason: '扫错人' }, { authorization: token })
    if (one.place === 'dormitory' && byOffice) {
      const { body } = await post('/api/manage/students/unarrive', { student: code }, campus.office)
      expect(body.code).toBe('0')
    } else if (one.place === 'dormitory') {
      const { id } = await db
        .selectFrom('arrival')
        .select('id')
        .where('student_code', '=', code)
        .where('removed_at', 'is', null)
        .executeTakeFirstOrThrow()
      expect((await post('/api/stuEnter/delete', { id })).body.code).toBe(0)
    } else {
      const { id } = await db
        .selectFrom('station_visit')
        .select('id')
        .where('student_code', '=', code)
        .where('station_id', '=', campus.stationIds.get(one.place) ?? '')
        .where('scanned_at', '=', new Date(one.at))
        .where('removed_at', 'is', null)
        .executeTakeFirstOrThrow()
      expect((await post('/api/stations/remove', { id })).body.code).toBe('0')
    }
    one.removedAt = time.now
  }

  /** Compares every record of the university with the model, removed ones too. */
  async function checkUniversity(): Promise<void> {
    const arrivals = await db
      .selectFrom('arrival')
      .select(['student_code', 'staff_code', 'delivered_by', 'key_given_by'])
      .select(['scanned_at', 'removed_at'])
      .where('student_code', 'in', students)
      .execute()
    const visits = await db
      .selectFrom('station_visit')
      .select(['student_code', 'staff_code', 'station_id', 'scanned_at', 'removed_at'])
      .where('student_code', 'in', students)
      .execute()
    const found = [
      ...arrivals.map((row) => [
        'dormitory',
        row.student_code,
        row.staff_code,
        row.delivered_by,
        row.key_given_by,
        row.scanned_at.getTime(),
        row.removed_at?.getTime(),
      ]),
      ...visits.map((row) => [
        [...campus.stationIds].find(([, id]) => id === row.station_id)?.[0],
        row.student_code,
        row.staff_code,
        null,
        null,
        row.scanned_at.getTime(),
        row.removed_at?.getTime(),
      ]),
    ]
    const expected = model.visits.map((one) => [
      one.place,
      codeOf(one.student),
      one.by,
      one.deliveredBy,
      one.keyBy,
      one.at,
      one.removedAt,
    ])
    const sorted = (rows: readonly unknown[]) => rows.map((row) => JSON.stringify(row)).toSorted()
    expect(sorted(found)).toEqual(sorted(expected))
  }

  function openPhone(offsetSeconds: number, nth: number) {
    const clock: VirtualClock = {
      get now() {
        return time.now + offsetSeconds * 1000
      },
      set now(shown) {
        time.now = shown - offsetSeconds * 1000
      },
    }
    const script: FetchFault[] = []
    const network = createFaultyFetch({ real: watchedFetch, script, clock })
    const storage = createIdempotencyKey()
    const open = (steps: KillableSteps = createKillableSteps()) =>
      openOfflinePage({
        fetch: steps.fetch(network),
        clock,
        storage,
        echoesKeys: true,
        around: steps.around,
      })
    const page = open()
    let bound = nth
    /** Who has scanned on this phone. */
    const scanners = new Set<number>()
    // The app is served by the university itself, so it sends the age of a scan.
    const bind = ({ code: subject, token }: Person) =>
      setSenderIdentity(page.database, {
        subject,
        token,
        language: 'zh',
        roots: { campus: '', management: '', provider: '' },
        timeout: 30_000,
        echoesKeys: true,
      })
    const person = () => {
      const found = people[bound]
      if (found === undefined) throw new Error('There is no such person.')
      return found
    }
    const placeOf = (which: number) => person().places[which % 2] ?? 'dormitory'
    const rosters = new Map<string, RosterCopy>()
    const scanOf = (stored: { readonly payload: unknown }) =>
      scans.get(parsePayload(stored).scanned)

    async function readRoster(which: number): Promise<RosterCopy> {
      const one = placeOf(which)
      const headers = { authorization: person().token }
      const { body } =
        one === 'dormitory'
          ? await backend.post('/api/stuEnter/roster', {}, headers)
          : await backend.post(
              '/api/stations/roster',
              { station: campus.stationIds.get(one) ?? '' },
              headers,
            )
      const { roster } = v.parse(
        one === 'dormitory' ? checkin.roster.output.decode : stations.roster.output.decode,
        body,
      )
      const copy = {
        place: one,
        roster: {
          ...roster,
          residents: roster.residents.filter(({ student }) => students.includes(student)),
        },
        readAt: clock.now,
        passed: students.map((_, student) => one !== 'water' && model.hasPassed(one, student)),
      }
      rosters.set(`${person().code} ${one}`, copy)
      return copy
    }

    /** What the phone shows of each student must follow from its copy and its own scans. */
    async function checkShown({ place: shown, roster, readAt, passed }: RosterCopy) {
      const studentsOf = (stored: readonly { payload: unknown }[]) =>
        stored.map(scanOf).flatMap((scan) => (scan?.place === shown ? [scan.student] : []))
      const items = await page.outbox.list(person().code)
      const receipts = await page.outbox.receipts(person().code)
      const waiting = studentsOf(items.filter(({ state }) => state !== 'needs-you'))
      const delivered = studentsOf(receipts.filter(({ deliveredAt }) => deliveredAt > readAt))
      const toSummaries = (list: readonly number[]) =>
        list.map((student) => ({ scanned: codeOf(student) }))
      const { statusOf } = countRoster(roster, {
        waiting: toSummaries(waiting),
        delivered: toSummaries(delivered),
      })
      const expected = students.map((_, student) =>
        passed[student] === true || delivered.includes(student)
          ? 'in'
          : waiting.includes(student)
            ? 'waiting'
            : 'out',
      )
      const byStudent = new Map(roster.residents.map((one) => [one.student, statusOf(one)]))
      expect([shown, students.map((code) => byStudent.get(code))]).toEqual([shown, expected])
    }

    return {
      signIn: async (who = bound) => {
        bound = who
        await bind(person())
      },

      states: async () => {
        const items = await page.outbox.list(person().code)
        return items.length === 0 ? ['empty'] : new Set(items.map(({ state }) => state))
      },

      scan: async ({ place: which, student, key, isOnline, lifespan: moments }: ScanEvent) => {
        scanners.add(bound)
        const one = placeOf(which)
        const at = new Date(clock.now).toISOString()
        const sealed = await sealScan(codeOf(student), campus.scanKey)
        const isDormitory = one === 'dormitory'
        const station = campus.stationIds.get(one) ?? ''
        const given = isDormitory && key !== null ? key : undefined
        const waiting = (await page.outbox.list(person().code)).find((item) => {
          const scan = scanOf(item)
          return scan?.place === 'dormitory' && scan.student === student
        })
        scans.set(sealed, {
          place: one,
          student,
          by: person().code,
          at: time.now,
          key: given,
          answers: [],
        })
        const steps = createKillableSteps(moments ?? Infinity)
        const saved = await Promise.race([
          open(steps).outbox.add({
            form: isDormitory ? 'scan' : 'station',
            subject: person().code,
            payload: {
              scanned: sealed,
              at,
              ...(isDormitory ? given !== undefined && { key: given } : { station }),
            },
            ...(given === 'later' && waiting !== undefined && { dependsOn: waiting.order }),
            key: await createConfirmationIdempotencyKey({
              scanned: sealed,
              at: isDormitory ? at : `${station} ${at}`,
            }),
          }),
          steps.killed,
        ])
        const isThere = (await page.outbox.list(person().code)).some(
          (item) => parsePayload(item).scanned === sealed,
        )
        if (saved !== 'died') expect([saved.type, isThere]).toEqual(['saved', true])
        if (!isThere) scans.delete(sealed)
        if (isOnline) await page.sendRound({ trigger: 'reachable' })
      },

      round: async ({ faults, lifespan: moments }: RoundEvent) => {
        script.splice(0, script.length, ...faults)
        const steps = createKillableSteps(moments ?? Infinity)
        await Promise.race([open(steps).sendRound({ trigger: 'manual' }), steps.killed])
        script.length = 0
      },

      deliverForColleague: async ({ faults, lifespan: moments }: RoundEvent) => {
        if (!person().places.includes('dormitory')) return
        script.splice(0, script.length, ...faults)
        const steps = createKillableSteps(moments ?? Infinity)
        const fetch = steps.fetch(network)
        const { database } = open(steps)
        const left = await findItemsOfOthers(page.database, {
          form: 'scan',
          subject: person().code,
        })
        const deliver = async (item: OutboxItem) => {
          const { scanned, at, key } = parsePayload(item)
          await forwardItem(
            {
              database,
              exchange: (request) => exchangeCall({ ...request, fetch }),
              now: () => clock.now,
            },
            item,
            {
              call: corridorCheckin.handOver,
              input: { by: item.subject, scanned, at, key },
              form: scanForm,
            },
          )
        }
        const all = async () => {
          for (const item of left) await deliver(item)
        }
        await Promise.race([all(), steps.killed])
        script.length = 0
      },

      sendAgain: async () => {
        for (const { order, state } of await page.outbox.list(person().code))
          if (state === 'needs-you') await page.outbox.retry(order)
        await page.sendRound({ trigger: 'manual' })
      },

      readRoster,

      check: async () => {
        for (const one of await page.outbox.receipts(person().code))
          expect(scanOf(one)?.answers, 'called sent too early').toContain('accepted')
        for (const one of person().places) {
          const copy = rosters.get(`${person().code} ${one}`)
          if (copy !== undefined) await checkShown(copy)
        }
      },

      // The network is good from now on. What was refused stays on the phone with its reason, and what
      // depends on it waits. Resolves to the scans that the phone keeps.
      finish: async (): Promise<string[]> => {
        const kept: string[] = []
        for (const who of scanners) {
          bound = who
          await bind(person())
          const { code } = person()
          const isSettled = ({ state, dependsOn }: OutboxItem, items: readonly OutboxItem[]) =>
            state === 'needs-you' || items.some(({ order }) => order === dependsOn)
          for (let turn = 0; ; turn++) {
            const items = await page.outbox.list(code)
            if (items.every((item) => isSettled(item, items))) break
            expect(turn, `does not arrive: ${JSON.stringify(items)}`).toBeLessThan(20)
            time.now += LONGEST_PAUSE_MS
            await page.sendRound({ trigger: 'manual' })
          }
          const items = await page.outbox.list(code)
          for (const item of items)
            if (item.state === 'needs-you')
              expect(scanOf(item)?.answers, 'called refused').toContain('refused')
          const receipts = await page.outbox.receipts(code)
          for (const one of receipts)
            expect(scanOf(one)?.answers, 'called sent').toContain('accepted')
          kept.push(...[...items, ...receipts].map((one) => parsePayload(one).scanned))
        }
        return kept
      },

      checkRosters: async () => {
        for (const which of person().places.keys()) await checkShown(await readRoster(which))
      },

      close: () => deleteDB(storage),
    }
  }
}
