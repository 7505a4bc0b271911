import { readFileSync } from 'node:fs'
import { screen, waitFor, within } from '@testing-library/react'
import { set } from 'idb-keyval'
import { http, HttpResponse } from 'msw'
import { describe, expect, test } from 'vitest'
import { formViewsByName } from '#app/features/outbox/form-views.ts'
import { CACHED_DATA_VERSION } from '#app/lib/cache/start-up-cache.ts'
import { outboxDatabase } from '#app/lib/outbox/outbox-reader.ts'
import type { FormDraft } from '#offline/outbox/outbox-records'
import { createKeyValueStore } from '#offline/storage/key-value-store'
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
  readonly drafts: readonly FormDraft[]
  readonly reads?: readonly (readonly [
    name: string,
    copy: { readonly buster: string; readonly state: object },
  ])[]
}
const phones = Object.entries(
  import.meta.glob<Left>('../offline/fixtures/phones/*.json', { eager: true, import: 'default' }),
).filter(([, { reads }]) => reads !== undefined)

const campus = openScreenCampus()
const says = (words: string) => screen.findByDisplayValue(words)
const isChosen = (role: 'radio' | 'checkbox', name: RegExp) =>
  waitFor(() => expect(screen.getByRole<HTMLInputElement>(role, { name }).checked).toBe(true))

const DRAFTS_OF_FIRST_RELEASE = 10

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
      await shows()
      const page = document.body.textContent
      for (const { label } of formViewsByName[form]?.fields ?? []) expect(page).toContain(label.zh)
      await app.restart('/')
    }
  })

  test('the timetable, the grades and the fees that an earlier release has cached are shown offline', async () => {
    await bindDemoUser('880001')
    goOffline(campus)
    const store = createKeyValueStore('baodao-reads', 'reads')
    for (const [name, copy] of left.reads ?? []) {
      // The app ignores reads of another version. After a new version this fixture must be
      // replaced.
      expect(copy.buster).toBe(CACHED_DATA_VERSION)
      // The fixture's reads are dated yesterday, so that they have not expired.
      const state = { ...copy.state, dataUpdatedAt: Date.now() - 86_400_000 }
      await set(name, { ...copy, state }, store)
    }
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
})
