import { Buffer } from 'node:buffer'
import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import * as v from 'valibot'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { queuedCampusFormName } from '#contract/campus-form-names'
import { campusFormDelivery } from '#contract/campus-form-submission'
import { queuedForms } from '#contract/forms'
import { listAttachments, readAttachmentBytes } from '#offline/outbox/attachments'
import { createDraftStore } from '#offline/outbox/drafts'
import { ATTACHMENT_STORES } from '#offline/storage/outbox-database'
import { type Backend, startBackend } from '#tests/support/backend/backend.ts'
import { publishTestForm } from '#tests/support/backend/campus-forms.ts'
import { enrolSignedInStudent } from '#tests/support/backend/students.ts'
import { openOfflinePage } from '#tests/support/offline/offline-page.ts'
import {
  type CampusFormsOfPhone,
  makeCampusForms,
  makePhone,
  type PhoneOfRelease,
} from '#tests/support/offline/phone-of-release.ts'
import { storePhone, PHONE_OF_THIS_RELEASE } from '#tests/support/offline/stored-phone.ts'

/** Whether the fixture of this release is written: `STORE_PHONE=1 npx vitest run …`. */
const isStored = process.env['STORE_PHONE'] === '1'

const STATES = ['conflict', 'later', 'needs-you', 'parked', 'sending', 'signed-out', 'waiting']

const FORMS_OF_FIRST_WHOLE_PHONE = 7

const formsOf = (list: readonly { readonly form: string }[]) =>
  [...new Set(list.map(({ form }) => form))].filter((form) => form !== 'hologram').toSorted()

function checkWhole({ items, receipts, bearer }: Omit<PhoneOfRelease, 'drafts'>): void {
  expect(formsOf(items)).toEqual(formsOf(receipts))
  expect([...new Set(items.map(({ state }) => state))].toSorted()).toEqual(STATES)
  expect(bearer.subject).toBe(items[0]?.subject)
}

function checkWholeForms({ definitions, items, receipts, drafts, files }: CampusFormsOfPhone) {
  expect([definitions, items, receipts, drafts].map((list) => list.length)).toEqual([2, 1, 1, 1])
  expect(files.map(({ isPicked }) => isPicked ?? false)).toEqual([false, true])
}

describe('the phone that this release leaves', () => {
  test('it has an item and a receipt of each queued form, and items in every state', async () => {
    const phone = await makePhone()
    checkWhole(phone)
    expect(formsOf(phone.items)).toEqual(Object.keys(queuedForms).toSorted())
    if (isStored) storePhone(phone)
  })

  test('it has answers of a form of the campus that was published anew, with their files', async () => {
    const campusForms = await makeCampusForms()
    checkWholeForms(campusForms)
    if (isStored) storePhone({ campusForms })
  })

  test('the fixture of this release has all of it', () => {
    const phone: PhoneOfRelease = JSON.parse(readFileSync(PHONE_OF_THIS_RELEASE, 'utf8'))
    checkWhole(phone)
    // A form that is added after the release is not on its phone.
    expect(formsOf(phone.items).length).toBeGreaterThanOrEqual(FORMS_OF_FIRST_WHOLE_PHONE)
    if (phone.campusForms === undefined) throw new Error('The fixture has no campus forms.')
    checkWholeForms(phone.campusForms)
  })
})

const phones = Object.entries(
  import.meta.glob<PhoneOfRelease>('./fixtures/phones/*.json', { eager: true, import: 'default' }),
).flatMap(([file, { campusForms }]) =>
  campusForms === undefined ? [] : [[file, campusForms] as const],
)

describe('answers to a form of the campus on a phone of an earlier release', () => {
  let backend: Backend
  beforeAll(async () => {
    backend = await startBackend()
  })
  afterAll(() => backend.close())

  test.each(phones)(
    'from the phone data of an earlier release (%s), unsent answers arrive in their version with their files, and the draft and its file stay',
    async (_file, { form, definitions, ...left }) => {
      for (const one of definitions) await publishTestForm(backend, form, one)
      const { subject, token } = await enrolSignedInStudent(backend)
      const author = left.items[0]?.subject ?? ''
      // The student of the phone is a student of this campus.
      const stored: typeof left = JSON.parse(
        JSON.stringify(left).replaceAll(`"${author}"`, `"${subject}"`),
      )
      const clock = { now: backend.clock.now().getTime() }
      const page = openOfflinePage({ fetch: backend.fetch, clock, echoesKeys: true })
      await page.database.run(
        {
          mode: 'readwrite',
          stores: ['items', 'receipts', 'drafts', ...ATTACHMENT_STORES],
          addsAttachments: true,
        },
        async (transaction) => {
          for (const one of stored.items) await transaction.objectStore('items').put(one)
          for (const one of stored.receipts) await transaction.objectStore('receipts').put(one)
          for (const one of stored.drafts) await transaction.objectStore('drafts').put(one)
          for (const { base64, ...file } of stored.files) {
            await transaction.objectStore('attachments').put(file)
            const bytes = new Uint8Array(Buffer.from(base64, 'base64')).buffer
            await transaction.objectStore('attachment-bytes').put(bytes, file.id)
          }
        },
      )
      await page.bind(subject, token)
      await page.sendRound({ trigger: 'manual' })
      expect(await page.outbox.list(subject)).toEqual([])
      expect(await page.outbox.receipts(subject)).toHaveLength(
        stored.receipts.length + stored.items.length,
      )
      const name = queuedCampusFormName(form)
      const [sent] = stored.items
      const { body } = await backend.post(
        campusFormDelivery.find.path,
        { stuCode: subject, form },
        { authorization: token },
      )
      const { submission } = v.parse(campusFormDelivery.find.output.decode, body)
      expect([sent?.form, submission]).toEqual([name, sent?.payload])
      for (const { id, sha256 } of submission?.attachments ?? []) {
        const { bytes } = await backend.db
          .selectFrom('campus_form_attachment')
          .select('bytes')
          .where('id', '=', id)
          .executeTakeFirstOrThrow()
        expect(
          createHash('sha256')
            .update(bytes ?? '')
            .digest('hex'),
        ).toBe(sha256)
      }
      const [draft] = stored.drafts
      expect(await createDraftStore(page).read(subject, name)).toMatchObject({
        values: draft?.values,
      })
      const picked = await listAttachments(page.database, { subject, form: name })
      expect(picked.map(({ id }) => id)).toEqual(
        stored.files.filter(({ isPicked }) => isPicked === true).map(({ id }) => id),
      )
      for (const { id, bytes } of picked)
        expect((await readAttachmentBytes(page.database, id))?.byteLength).toBe(bytes)
    },
  )
})
