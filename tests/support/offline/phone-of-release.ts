import { Buffer } from 'node:buffer'
import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { queuedCampusFormName } from '#contract/campus-form-names'
import type { CampusFormSubmission } from '#contract/campus-form-submission'
import { queuedForms } from '#contract/forms'
import { travelForm } from '#contract/travel'
import { addPickedAttachment } from '#offline/outbox/attachments'
import { createDraftStore } from '#offline/outbox/drafts'
import type {
  DeliveryReceipt,
  FormDraft,
  OutboxAttachment,
  OutboxItem,
  SenderIdentity,
} from '#offline/outbox/outbox-records'
import { ATTACHMENT_STORES } from '#offline/storage/outbox-database'
import { type publishTestForm, question, wording } from '../backend/campus-forms.ts'
import { FORMS_OF_FIRST_DAY, samplePayload } from '../backend/four-forms.ts'
import { createFaultyFetch, type FetchFault } from '../fakes/faulty-fetch.ts'
import { type CampusModel, createCampusModel } from './campus-model.ts'
import { createFakeFormCampus } from './fake-form-campus.ts'
import { createKillableSteps } from './killable-steps.ts'
import { openOfflinePage, type OfflinePage, type VirtualClock } from './offline-page.ts'

/** A file of an answer, with its bytes as base64. */
type StoredFile = OutboxAttachment & { readonly base64: string }

/** What a release stores of the campus's own forms. */
export interface CampusFormsOfPhone {
  readonly form: string
  /** The definitions of the form, version by version. */
  readonly definitions: readonly Parameters<typeof publishTestForm>[2][]
  readonly items: readonly OutboxItem[]
  readonly receipts: readonly DeliveryReceipt[]
  readonly drafts: readonly FormDraft[]
  readonly files: readonly StoredFile[]
}

/** All data that a release has left in the outbox of a phone. */
export interface PhoneOfRelease {
  readonly items: readonly OutboxItem[]
  readonly receipts: readonly DeliveryReceipt[]
  readonly drafts: readonly FormDraft[]
  readonly bearer: SenderIdentity
  /** Absent from the phones of releases without campus forms. */
  readonly campusForms?: CampusFormsOfPhone
}

/** Everything in the outbox of a phone. */
export const readOutbox = ({ database }: OfflinePage) =>
  database.run(
    { mode: 'readonly', stores: ['items', 'receipts', 'drafts', 'bearer'] },
    async (transaction) => ({
      items: await transaction.objectStore('items').getAll(),
      receipts: await transaction.objectStore('receipts').getAll(),
      drafts: await transaction.objectStore('drafts').getAll(),
      bearer: await transaction.objectStore('bearer').get('bearer'),
    }),
  )

const readPayload = (form: string): unknown =>
  JSON.parse(readFileSync(`tests/offline/fixtures/${form}-1.json`, 'utf8')).payload

const SUBJECT = 'S1'
const TOKEN = 'token of S1'

function payloadOf(form: string, number: number): unknown {
  const record = FORMS_OF_FIRST_DAY.find((one) => one === form)
  if (record !== undefined) return samplePayload(record, SUBJECT, 2026, number)
  if (form === 'hologram') return samplePayload('travel', SUBJECT, 2026, number)
  return form === 'step' ? { student: SUBJECT, step: '2' } : readPayload(form)
}

/** The form of an item, and what happened to it. Any other form is waiting. */
const ITEMS: readonly (readonly [form: string, happened: Happened])[] = [
  ['uniform', { faults: ['refused', 'refused'], baseVersion: '"1"' }],
  // The university has another version of the record.
  ['living', { baseVersion: '"7"' }],
  ['travel', { faults: ['503', '503'], baseVersion: '"1"' }],
  ['step', { isUnsent: true }],
  ['station', { token: 'a token that has ended' }],
  // A form of a later release, which this release does not know.
  ['hologram', {}],
  ['scan', { faults: ['no network'] }],
  ['family', { moments: 9 }],
]

const UNSENT: Happened = { isUnsent: true }

interface Happened {
  readonly faults?: readonly FetchFault[]
  readonly baseVersion?: string
  readonly token?: string
  readonly isUnsent?: true
  /** How many steps the page lived that sent it. */
  readonly moments?: number
}

/**
 * Fills the outbox of a phone by the code of this release: an item and a receipt of each queued form,
 * and items in every state.
 */
export async function makePhone(): Promise<Omit<PhoneOfRelease, 'drafts' | 'campusForms'>> {
  const campus = createCampusModel({ keepsKeys: true })
  await campus.enrolStudent()
  const clock = { now: campus.now() }
  const page = openOfflinePage({ fetch: campus.fetch, clock, storage: 'phone-of-release' })
  await page.bind(SUBJECT, TOKEN)
  for (const form of Object.keys(queuedForms)) {
    clock.now += 60_000
    await page.outbox.add({ form, subject: SUBJECT, payload: payloadOf(form, 1) })
  }
  clock.now += 60_000
  await page.sendRound()
  const { receipts, bearer } = await readOutbox(page)
  if (bearer === undefined) throw new Error('Nobody is bound.')
  await page.database.close()
  const items: OutboxItem[] = []
  const listed = new Set(ITEMS.map(([form]) => form))
  const others = Object.keys(queuedForms).filter((form) => !listed.has(form))
  for (const [form, happened] of [...ITEMS, ...others.map((one) => [one, UNSENT] as const)]) {
    clock.now += 60_000
    const item = await leaveItem(form, happened, { campus, clock })
    const travel = items.find((one) => one.form === 'travel')
    const isAfter = form === 'step' && travel !== undefined
    items.push({
      ...item,
      order: receipts.length + items.length + 1,
      ...(isAfter && { dependsOn: travel.order }),
    })
  }
  return { items, receipts, bearer }
}

/** Submits a form on a phone of its own, lets it happen, and returns the item that is left. */
async function leaveItem(
  form: string,
  { faults = [], baseVersion, token = TOKEN, isUnsent, moments = Infinity }: Happened,
  { campus, clock }: { readonly campus: CampusModel; readonly clock: VirtualClock },
): Promise<OutboxItem> {
  const storage = `phone-of-release-${form}`
  const { fetch: real, refuse } = campus
  const fetch = createFaultyFetch({ real, refuse, script: [...faults], clock })
  const forms = { ...queuedForms, hologram: { ...travelForm, name: 'hologram' } }
  const writer = openOfflinePage({ fetch, clock, storage, forms })
  await writer.bind(SUBJECT, token)
  const payload = payloadOf(form, 2)
  await writer.outbox.add({ form, subject: SUBJECT, payload, baseVersion })
  if (isUnsent !== true) {
    const steps = createKillableSteps(moments)
    const sender = openOfflinePage({
      fetch: steps.fetch(fetch),
      clock,
      storage,
      around: steps.around,
    })
    await Promise.race([sender.sendRound(), steps.killed])
  }
  const [item] = await writer.outbox.list(SUBJECT)
  await writer.database.close()
  if (item === undefined) throw new Error(`The item of ${form} is gone.`)
  return item
}

const FORM = 'dorm-survey'
const DEFINITIONS = [1, 2].map((version) => ({
  title: wording('住宿调查'),
  items: [
    // The second version has another name for the first question, and a new choice.
    question(`nickname_${version}`, 'text', { required: true }),
    question('sleeps', 'selectOne', { choices: 'times' }),
    question('snores', 'yesNo', { relevant: "${sleeps} = 'late'" }),
    question('members', 'repetition' as never, {
      most: 3,
      items: [question('member', 'text', { required: true })],
    }),
    question('proof', 'file', { count: 2 }),
  ],
  choices: {
    times: ['early', 'late', ...(version === 2 ? ['varies'] : [])].map((name) => ({
      name,
      label: wording(name),
    })),
  },
}))

/**
 * Fills the outbox of a phone with answers to a form of the campus, of which a second version was
 * published meanwhile: a receipt, an unsent item and a draft, each with a file.
 */
export async function makeCampusForms(): Promise<CampusFormsOfPhone> {
  const name = queuedCampusFormName(FORM)
  const subject = 'S1'
  const campus = createFakeFormCampus()
  const clock = { now: Date.parse('2026-08-01T02:00:00Z') }
  const page = openOfflinePage({
    fetch: campus.fetch,
    clock,
    storage: 'campus-forms-of-release',
  })
  await page.bind(subject, 'token of S1')
  const answer = async (number: number): Promise<CampusFormSubmission> => {
    clock.now += 60_000
    const bytes = new TextEncoder().encode(`%PDF-1.7\n${number}`)
    const file = {
      id: `0b8e3f52-6c1d-4e7a-9b1f-00000000000${number}`,
      name: `证明${number}.pdf`,
      type: 'application/pdf',
      bytes: bytes.byteLength,
      sha256: createHash('sha256').update(bytes).digest('hex'),
    }
    await addPickedAttachment(page.database, {
      attachment: { ...file, subject, form: name },
      bytes: bytes.buffer,
    })
    const payload = {
      student: subject,
      form: FORM,
      version: 1,
      answers: {
        nickname_1: `小雨${number}`,
        sleeps: 'late',
        snores: 'no',
        members: [{ member: '室友一' }, { member: '室友二' }],
        proof: [file.id],
      },
      attachments: [file],
    }
    await createDraftStore(page).save({ subject, form: name, values: payload, savedAt: clock.now })
    return payload
  }
  const submit = async (number: number) => {
    const payload = await answer(number)
    const saved = await page.outbox.add({ form: name, subject, payload })
    if (saved.type !== 'saved') throw new Error('The answers were not saved.')
  }
  await submit(1)
  await page.sendRound()
  await submit(2)
  await answer(3)
  const { items, receipts, drafts } = await readOutbox(page)
  const files = await page.database.run(
    { mode: 'readonly', stores: ATTACHMENT_STORES },
    async (transaction) => {
      const stored = await transaction.objectStore('attachments').getAll()
      const bytes = await Promise.all(
        stored.map(({ id }) => transaction.objectStore('attachment-bytes').get(id)),
      )
      return stored.map((file, nth) => ({
        ...file,
        base64: Buffer.from(bytes[nth] ?? new ArrayBuffer()).toString('base64'),
      }))
    },
  )
  await page.database.close()
  return { form: FORM, definitions: DEFINITIONS, items, receipts, drafts, files }
}
