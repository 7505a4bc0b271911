import { readFileSync } from 'node:fs'
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { entries, set } from 'idb-keyval'
import { http, HttpResponse } from 'msw'
import { describe, expect, test } from 'vitest'
import { clearPhoneData } from '#app/features/identity/unbinding.ts'
import { formViewsByName } from '#app/features/outbox/form-views.ts'
import { CACHED_DATA_VERSION } from '#app/lib/cache/start-up-cache.ts'
import { outboxDatabase } from '#app/lib/outbox/outbox-reader.ts'
import { queuedCampusFormName } from '#contract/campus-form-names'
import type { FormDraft } from '#offline/outbox/outbox-records'
import { createKeyValueStore } from '#offline/storage/key-value-store'
import { publishTestForm, question, wording } from '#tests/support/backend/campus-forms.ts'
import { storePhone } from '#tests/support/offline/stored-phone.ts'
import {
  bindDemoUser,
  goOffline,
  openApp,
  openScreenCampus,
} from '#tests/support/screens/render.tsx'

/**
 * The data that a release left on a phone. A fixture without reads was made by the outbox alone, and is
 * not used here.
 */
interface Left {
  readonly formDraft?: FormDraft
  readonly drafts: readonly FormDraft[]
  readonly reads?: readonly (readonly [
    name: string,
    copy: { readonly buster: string; readonly state: object },
  ])[]
}
type Reads = NonNullable<Left['reads']>
const phones = Object.entries(
  import.meta.glob<Left>('../offline/fixtures/phones/*.json', { eager: true, import: 'default' }),
).filter(([, { reads }]) => reads !== undefined)

const campus = openScreenCampus()
const says = (words: string) => screen.findByDisplayValue(words)
const isChosen = (role: 'radio' | 'checkbox', name: RegExp) =>
  waitFor(() => expect(screen.getByRole<HTMLInputElement>(role, { name }).checked).toBe(true))

const DRAFTS_OF_FIRST_RELEASE = 10

const FORM_ADDRESS = '/campusForm/dorm-survey/990001'

/** The address of each form, and how a test finds its draft there. */
const screens: Readonly<Record<string, readonly [address: string, () => Promise<unknown>]>> = {
  family: ['/personalinformation/1/990001', () => says('周敏')],
  travel: ['/schoolInformation/2/990001', () => says('写到一半')],
  uniform: ['/militaryTrainingClothing/4/990001', () => says('偏瘦')],
  living: ['/livinguse/7/990001', () => isChosen('checkbox', /台灯/)],
  details: ['/perdetiles', () => says('chen_xy01')],
  loan: ['/loan/990001', () => says('44012026')],
  household: ['/reduce/990001?tmp=7800', () => screen.findByText('建档立卡')],
  transfer: ['/noticeApply', () => says('想学数学')],
  advice: ['/advice', () => says('食堂的队太长了')],
  dorm: ['/selectdorm/3/990001', () => isChosen('radio', /双人间/)],
}

const findDraft = (form: string) =>
  outboxDatabase.run({ mode: 'readonly', stores: ['drafts'] }, async (transaction) =>
    (await transaction.objectStore('drafts').getAll()).find((one) => one.form === form),
  )

/** Types into a field, so that this release stores the draft of its form anew. */
async function changeAndChangeBack(field: HTMLInputElement | HTMLTextAreaElement, form: string) {
  const { value } = field
  const before = (await findDraft(form))?.savedAt ?? 0
  for (const target of [{ value: `${value}1` }, { value }]) fireEvent.change(field, { target })
  await expect.poll(async () => (await findDraft(form))?.savedAt).toBeGreaterThan(before)
}

describe.each(phones)('a phone with data of an earlier release, %s', (_file, left) => {
  test('every form shows the draft that an earlier release has stored, and a field for each row of its outbox view', async () => {
    campus.addFault(
      http.get('*/regions.json', () =>
        HttpResponse.json(JSON.parse(readFileSync('public/regions.json', 'utf8'))),
      ),
    )
    const { db } = campus.backend()
    const places = (room: string) =>
      db.insertInto('dorm_place').values({
        student_code: 'S990001',
        type_name: '四人间',
        building: '海棠苑3栋',
        room,
        bed: '2',
      })
    await db.deleteFrom('dorm_place').where('student_code', '=', 'S990001').execute()
    await bindDemoUser('990001')
    expect(left.drafts.length).toBeGreaterThanOrEqual(DRAFTS_OF_FIRST_RELEASE)
    await outboxDatabase.run({ mode: 'readwrite', stores: ['drafts'] }, async (transaction) => {
      for (const one of left.drafts) await transaction.objectStore('drafts').put(one)
    })
    for (const { form } of left.drafts) {
      const [address, shows] = screens[form] ?? ['', () => Promise.reject(new Error(form))]
      // Choosing a dormitory type needs a student without a bed, and reserving supplies one with a
      // room.
      if (form === 'living') await places('412').execute()
      if (form === 'dorm')
        await db.deleteFrom('dorm_place').where('student_code', '=', 'S990001').execute()
      const app = await openApp(address)
      const field = await shows()
      const page = document.body.textContent
      for (const { label } of formViewsByName[form]?.fields ?? []) expect(page).toContain(label.zh)
      if (field instanceof HTMLInputElement || field instanceof HTMLTextAreaElement)
        await changeAndChangeBack(field, form)
      await app.restart('/')
    }
    const drafts = await Promise.all(left.drafts.map(({ form }) => findDraft(form)))
    expect(drafts.map((one) => one?.form)).toEqual(left.drafts.map(({ form }) => form))
    if (process.env['STORE_PHONE'] === '1') storePhone({ drafts })
  })

  test('the timetable, the grades and the fees that an earlier release has cached are shown offline', async () => {
    await bindDemoUser('880001')
    goOffline(campus)
    await storeReads(left.reads ?? [])
    const app = await openApp('/searchcourse/880001')
    expect(
      within(await screen.findByRole('table')).getAllByText(/数据结构/).length,
    ).toBeGreaterThan(0)
    await app.restart('/searchscore/880001')
    const trend = await screen.findByRole('img', { name: /各学期平均分/ })
    expect(trend.getAttribute('aria-label')?.split(';')).toHaveLength(4)
    await app.restart('/onlinefee/5/880001')
    expect(await screen.findByRole('img', { name: /尚欠¥ 18,300\.00/ })).toBeTruthy()
    expect(screen.getByText(/费用更新于/)).toBeTruthy()
  })

  test.runIf(left.formDraft !== undefined)(
    'a form of the campus that an earlier release has cached is shown offline with the answers of its draft',
    async () => {
      await bindDemoUser('990001')
      goOffline(campus)
      await storeReads(left.reads ?? [])
      await outboxDatabase.run({ mode: 'readwrite', stores: ['drafts'] }, async (transaction) => {
        if (left.formDraft !== undefined)
          await transaction.objectStore('drafts').put(left.formDraft)
      })
      await openApp(FORM_ADDRESS)
      expect(await screen.findByDisplayValue('小雨')).toBeTruthy()
      expect(screen.getByText('证明材料')).toBeTruthy()
    },
  )
})

const store = createKeyValueStore('baodao-reads', 'reads')

async function storeReads(reads: Reads) {
  for (const [name, copy] of reads) {
    // The app ignores reads of another version. After a new version this fixture must be replaced.
    expect(copy.buster).toBe(CACHED_DATA_VERSION)
    // The fixture's reads are dated yesterday, so that they have not expired.
    const state = { ...copy.state, dataUpdatedAt: Date.now() - 86_400_000 }
    await set(name, { ...copy, state }, store)
  }
}

describe('the phone that this release leaves', () => {
  /** The reads of each page, and how many copies it makes: the grades have one for each term. */
  const READS = [
    ['fees', '/onlinefee/5/880001', 1],
    ['grade-terms', '/searchscore/880001', 1],
    ['grades', '/searchscore/880001', 5],
    ['term-timetable', '/searchcourse/880001', 1],
  ] as const
  const findReads = async (...names: readonly string[]): Promise<Reads> => {
    const stored: (readonly [string, Reads[number][1]])[] = await entries(store)
    return stored.filter(([name]) => names.some((one) => name.includes(`"${one}"`)))
  }
  const publish = () =>
    publishTestForm(campus.backend(), 'dorm-survey', {
      title: wording('住宿调查'),
      items: [
        question('nickname', 'text', { label: wording('昵称'), required: true }),
        question('sleeps', 'selectOne', { label: wording('作息'), choices: 'times' }),
        question('proof', 'file', { label: wording('证明材料'), count: 2 }),
      ],
      choices: {
        times: ['早', '晚'].map((name, nth) => ({
          name: `time_${nth}`,
          label: wording(name),
        })),
      },
    })

  test('it has the timetable, the grades, the fees, and a form of the campus with a draft', async () => {
    await publish()
    await bindDemoUser('990001')
    const app = await openApp(FORM_ADDRESS)
    fireEvent.change(await screen.findByLabelText(/昵称/), { target: { value: '小雨' } })
    const name = queuedCampusFormName('dorm-survey')
    await expect.poll(() => findDraft(name)).toBeDefined()
    const formDraft = await findDraft(name)
    const forms = await findReads('campus-forms', 'campus-form')
    await clearPhoneData()
    await bindDemoUser('880001')
    for (const [read, address, count] of READS) {
      await app.restart(address)
      await expect.poll(async () => (await findReads(read)).length).toBeGreaterThanOrEqual(count)
    }
    const reads = [...forms, ...(await findReads(...READS.map(([read]) => read)))]
    if (process.env['STORE_PHONE'] === '1') storePhone({ reads, formDraft })
  })
})
