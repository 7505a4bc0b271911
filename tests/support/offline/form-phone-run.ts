// oxlint-disable vitest/no-standalone-expect -- a run checks itself
import { Buffer } from 'node:buffer'
import { createHash, randomUUID } from 'node:crypto'
import { isDeepStrictEqual } from 'node:util'
import * as fc from 'fast-check'
import { deleteDB } from 'idb'
import * as v from 'valibot'
import { expect } from 'vitest'
import { checkAnswers, compileForm } from '#contract/campus-form-answers'
import { CampusFormDefinition } from '#contract/campus-form-definition'
import { queuedCampusFormName } from '#contract/campus-form-names'
import { CampusFormSubmission, campusFormDelivery } from '#contract/campus-form-submission'
import { addPickedAttachment, listAttachments } from '#offline/outbox/attachments'
import { createDraftStore } from '#offline/outbox/drafts'
import { createIdempotencyKey } from '#offline/outbox/fingerprint'
import type { OutboxItem } from '#offline/outbox/outbox-records'
import { exchangeCall } from '#offline/transport/exchange-call'
import { toChinaDay } from '#server/platform/clock'
import { getSubjectOfCaller } from '#server/platform/sessions/session'
import type { Backend } from '../backend/backend.ts'
import { publishTestForm, question, wording } from '../backend/campus-forms.ts'
import { enrolSignedInStudent } from '../backend/students.ts'
import { createFaultyFetch, type FetchFault, FETCH_FAULTS } from '../fakes/faulty-fetch.ts'
import type { PropertyRunRecorder } from '../properties/property-run.ts'
import { createKillableSteps, type PageSteps } from './killable-steps.ts'
import { openOfflinePage, type OfflinePage, type VirtualClock } from './offline-page.ts'

/** What can happen to a phone that fills in a form of the campus. */
export type FormPhoneEvent =
  /** The student answers, in the newest version that the phone knows. */
  | {
      readonly type: 'answer'
      readonly number: number
      readonly members: number
      /** The sizes of the files, bytes. */
      readonly files: readonly number[]
      /** The phone has read the student's record before. */
      readonly looked: boolean
      readonly lifespan: number | null
    }
  | {
      readonly type: 'round'
      readonly faults: readonly FetchFault[]
      readonly lifespan: number | null
    }
  | { readonly type: 'wait'; readonly seconds: number }
  /** The phone reads which version of the form is the newest. */
  | { readonly type: 'read the form' }
  /** The office, or another phone of the student, changes the record. */
  | { readonly type: 'changed elsewhere'; readonly number: number }
  | { readonly type: 'a version is published' }

const lifespan = fc.option(fc.integer({ min: 1, max: 40 }), { freq: 2 })
const event: fc.Arbitrary<FormPhoneEvent> = fc.oneof(
  {
    weight: 5,
    arbitrary: fc.record({
      type: fc.constant('answer' as const),
      number: fc.integer({ min: 0, max: 4 }),
      members: fc.integer({ min: 0, max: 3 }),
      files: fc.array(fc.integer({ min: 100, max: 150_000 }), { maxLength: 2 }),
      looked: fc.boolean(),
      lifespan,
    }),
  },
  {
    weight: 6,
    arbitrary: fc.record({
      type: fc.constant('round' as const),
      faults: fc.array(fc.constantFrom('good' as const, 'good' as const, ...FETCH_FAULTS), {
        maxLength: 10,
      }),
      lifespan,
    }),
  },
  {
    weight: 3,
    arbitrary: fc.record({
      type: fc.constant('wait' as const),
      seconds: fc.integer({ min: 1, max: 900 }),
    }),
  },
  { weight: 1, arbitrary: fc.constant({ type: 'read the form' as const }) },
  {
    weight: 1,
    arbitrary: fc.record({
      type: fc.constant('changed elsewhere' as const),
      number: fc.integer({ min: 5, max: 9 }),
    }),
  },
)

/**
 * What happens to fifty phones, turn by turn. A version is published between some turns.
 */
export const formPhoneRuns: fc.Arbitrary<readonly FormPhoneEvent[][]> = fc.array(
  fc.array(
    fc.oneof(
      { weight: 60, arbitrary: event },
      { weight: 1, arbitrary: fc.constant({ type: 'a version is published' as const }) },
    ),
    { minLength: 3, maxLength: 8 },
  ),
  { minLength: 50, maxLength: 50 },
)

/**
 * Let these phones fill in one form of the campus, under faults. Fails if an answer is lost or
 * counted twice, cannot be read in the version in which it was given, or lacks a file.
 */
export async function runFormPhones(
  backend: Backend,
  phones: readonly (readonly FormPhoneEvent[])[],
  recorder: PropertyRunRecorder,
): Promise<void> {
  const campus = await openFormCampus(backend)
  const open: FormPhone[] = []
  for (const _events of phones) open.push(await openFormPhone(backend, campus))
  const turns = Math.max(...phones.map((events) => events.length))
  for (let turn = 0; turn < turns; turn++)
    for (const [at, phone] of open.entries()) {
      const happening = phones[at]?.[turn]
      if (happening === undefined) continue
      for (const state of phone.states()) recorder.recordEvent(happening.type, state)
      if (happening.type === 'a version is published') await campus.publish()
      else await phone.live(happening)
    }
  for (const phone of open) recorder.recordTrace(await phone.finish())
}

interface FormCampus {
  readonly form: string
  readonly newest: () => number
  readonly publish: () => Promise<void>
}

async function openFormCampus(backend: Backend): Promise<FormCampus> {
  const form = `phones-${randomUUID().slice(0, 8)}`
  let newest = 0
  // Each version renames a question, so that answers can be read only in their own version.
  const publish = async () => {
    const next = newest + 1
    newest = await publishTestForm(backend, form, {
      items: [
        question(`nick_${next}`, 'text', { required: true }),
        question('sleeps', 'selectOne', { choices: 'times' }),
        question('snores', 'yesNo', { relevant: "${sleeps} = 'late'" }),
        question('members', 'repetition' as never, {
          most: 3,
          items: [question('member', 'text', { required: true })],
        }),
        question('proof', 'file', { count: 2 }),
      ],
      choices: {
        times: ['early', 'late'].map((name) => ({ name, label: wording(name) })),
      },
    })
  }
  await publish()
  return { form, newest: () => newest, publish }
}

type FormPhone = Awaited<ReturnType<typeof openFormPhone>>

async function openFormPhone(backend: Backend, campus: FormCampus) {
  const { form } = campus
  const name = queuedCampusFormName(form)
  const { subject, token } = await enrolSignedInStudent(backend)
  const clock: VirtualClock = { now: backend.clock.now().getTime() }
  const storage = createIdempotencyKey()
  const script: FetchFault[] = []
  const network = createFaultyFetch({ real: backend.fetch, script, clock })
  const openPage = ({ fetch, around }: PageSteps = createKillableSteps()): OfflinePage =>
    openOfflinePage({ fetch: fetch(network), clock, storage, around, echoesKeys: true })
  const looker = openPage()
  await looker.bind(subject, token)
  let version = campus.newest()
  let [elsewhere, last]: [number, CampusFormSubmission | undefined] = [0, undefined]
  const contents = new Map<string, Uint8Array>()
  const written = new Map<string, OutboxItem>()
  const direct = {
    token,
    to: {
      roots: { campus: 'http://campus.test', management: '', provider: '' },
      language: 'zh',
      timeout: 30_000,
    },
    fetch: backend.fetch,
  }
  const look = () =>
    exchangeCall({ call: campusFormDelivery.find, input: { student: subject, form }, ...direct })
  const list = async () => {
    const items = await looker.outbox.list(subject)
    for (const item of items) written.set(item.key, item)
    waiting = items
    return items
  }
  const compose = (
    number: number,
    members: number,
    attachments: CampusFormSubmission['attachments'],
  ): CampusFormSubmission => ({
    student: subject,
    form,
    version,
    answers: {
      [`nick_${version}`]: `小雨${number}`,
      sleeps: number % 2 === 0 ? 'late' : 'early',
      // Answers to what is not asked are in the draft and not in the submission.
      ...(number % 2 === 0 && { snores: 'no' }),
      members: Array.from({ length: members }, (_, at) => ({ member: `室友${at}` })),
      proof: attachments.map(({ id }) => id),
    },
    attachments,
  })
  const answer = async (
    page: OfflinePage,
    { number, members, files, looked }: FormPhoneEvent & { type: 'answer' },
  ): Promise<boolean> => {
    const seen = looked ? await look() : undefined
    const attachments = []
    for (const [at, size] of files.entries()) {
      const bytes = Buffer.alloc(size, `${subject} ${number} ${at} `)
      bytes.write('%PDF-1.7\n')
      const attachment = {
        id: randomUUID(),
        name: `证明${at}.pdf`,
        type: 'application/pdf',
        bytes: size,
        sha256: createHash('sha256').update(bytes).digest('hex'),
      }
      contents.set(attachment.id, bytes)
      await addPickedAttachment(page.database, {
        attachment: { ...attachment, subject, form: name },
        bytes: new Uint8Array(bytes).buffer,
      })
      attachments.push(attachment)
    }
    const payload = compose(number, members, attachments)
    await createDraftStore(page).save({ subject, form: name, values: payload, savedAt: clock.now })
    last = payload
    const saved = await page.outbox.add({
      form: name,
      subject,
      payload,
      ...(seen?.type === 'ok' && { baseVersion: seen.etag }),
    })
    return saved.type === 'saved'
  }
  let waiting: readonly OutboxItem[] = []
  const states = () =>
    waiting.length === 0 ? ['empty'] : new Set(waiting.map(({ state }) => state))
  return { live, finish, states }

  async function live(happening: FormPhoneEvent): Promise<void> {
    switch (happening.type) {
      case 'answer': {
        const steps = createKillableSteps(happening.lifespan ?? Infinity)
        const before = last
        const saved = await Promise.race([answer(openPage(steps), happening), steps.killed])
        const items = await list()
        const isThere = isDeepStrictEqual(items.at(-1)?.payload, last)
        if (saved === true) must(isThere, 'called saved, and is not there')
        if (!isThere) last = before
        break
      }
      case 'round': {
        script.splice(0, script.length, ...happening.faults)
        const steps = createKillableSteps(happening.lifespan ?? Infinity)
        await Promise.race([openPage(steps).sendRound({ trigger: 'reachable' }), steps.killed])
        script.length = 0
        break
      }
      case 'wait':
        clock.now += happening.seconds * 1000
        break
      case 'read the form':
        version = campus.newest()
        break
      case 'changed elsewhere': {
        const payload = { ...compose(happening.number, 1, []), version }
        const outcome = await exchangeCall({
          call: campusFormDelivery.update,
          input: payload,
          ...direct,
        })
        must(outcome.type === 'ok', `the record cannot be changed: ${JSON.stringify(outcome)}`)
        elsewhere += 1
        break
      }
      case 'a version is published':
        break
    }
    await check()
  }

  async function check() {
    const items = await list()
    const [rows, receipts] = await Promise.all([arrivals(), looker.outbox.receipts(subject)])
    const arrived = new Map(rows.map((row) => [row.key, row.receipt]))
    for (const { key, receipt } of receipts) {
      must(arrived.get(key) === receipt, 'called sent, but the university does not have it')
      must(!items.some((item) => item.key === key), 'both sent and waiting')
    }
    for (const { key } of rows) must(written.has(key), 'a key that was never written down')
  }

  // The network is good from now on. The student resolves each conflict by the phone's values.
  async function finish() {
    for (let rounds = 0; ; rounds++) {
      const items = await list()
      if (items.length === 0) break
      must(rounds < 40, `does not arrive: ${JSON.stringify(items)}`)
      for (const { order, state, payload, lastProblem } of items) {
        must(
          state !== 'needs-you' && state !== 'parked',
          `is ${state}: ${JSON.stringify(lastProblem)}`,
        )
        if (state !== 'conflict') continue
        const theirs = await look()
        await looker.outbox.repair(order, {
          payload,
          baseVersion: theirs.type === 'ok' ? theirs.etag : undefined,
        })
      }
      await list()
      clock.now += 300_000
      await looker.sendRound()
      await check()
    }
    const [rows, history] = await Promise.all([arrivals(), readHistory()])
    // Each key and each change elsewhere has made one version of the record.
    must(
      history.length === rows.length + elsewhere,
      `${history.length} versions, by ${rows.length} submissions and ${elsewhere} other changes`,
    )
    for (const row of rows) {
      const item = written.get(row.key)
      const given = v.parse(CampusFormSubmission.schema, item?.payload)
      const stored = history.find((one) => `"${name}-${one.version}"` === row.etag)
      const recorded = v.parse(CampusFormSubmission.schema, stored?.words)
      must(
        isDeepStrictEqual(recorded, given),
        `other answers stand under a key: ${JSON.stringify([stored, given])}`,
      )
      await mustBeReadable(given)
    }
    if (last !== undefined)
      must(
        rows.some(({ key }) => isDeepStrictEqual(written.get(key)?.payload, last)),
        'the newest answers have not arrived',
      )
    const found = await look()
    const record = found.type === 'ok' ? found.data.submission : null
    must((record === null) === (history.length === 0), 'the record cannot be read')
    for (const { id } of record?.attachments ?? []) await mustBeEqual(id)
    // Whatever is left of files was picked for answers that were never submitted.
    const draft = await createDraftStore(looker).read(subject, name)
    const left = await listAttachments(looker.database, { subject, form: name })
    must(
      left.every(({ isPicked, id }) => isPicked || JSON.stringify(draft).includes(id)),
      'a file stayed on the phone',
    )
    await deleteDB(storage)
    return [rows.length, history.length]
  }

  async function mustBeReadable(given: CampusFormSubmission) {
    const { definition } = await backend.db
      .selectFrom('campus_form_version')
      .select('definition')
      .where('form_id', '=', form)
      .where('version', '=', given.version)
      .executeTakeFirstOrThrow()
    const { answers, issues } = checkAnswers(
      compileForm(v.parse(CampusFormDefinition, definition)),
      given.answers,
      {
        today: toChinaDay(backend.clock.now()),
        studentName: '',
        facts: {},
        attachments: new Set(given.attachments.map(({ id }) => id)),
      },
    )
    must(issues.length === 0, `not readable: ${JSON.stringify(issues)}`)
    must(isDeepStrictEqual(answers, given.answers), 'read otherwise than it was given')
  }

  async function mustBeEqual(id: string) {
    const stored = await backend.db
      .selectFrom('campus_form_attachment')
      .select('bytes')
      .where('id', '=', id)
      .executeTakeFirst()
    must(contents.get(id) !== undefined, 'a file of nobody')
    must(
      stored?.bytes?.equals(contents.get(id) ?? Buffer.alloc(0)) === true,
      'a file is not the one that was picked',
    )
  }

  function arrivals() {
    return backend.db
      .selectFrom('idempotency')
      .where('subject', '=', getSubjectOfCaller('student', subject))
      .where('receipt', 'is not', null)
      .select(['key', 'receipt', 'etag'])
      .execute()
  }

  function readHistory() {
    return backend.db
      .selectFrom('form_history')
      .where('student_code', '=', subject)
      .where('form', '=', name)
      .select(['version', 'words'])
      .execute()
  }
}

function must(holds: boolean, sentence: string): void {
  if (!holds) expect.fail(sentence)
}
