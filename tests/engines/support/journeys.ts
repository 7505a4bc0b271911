import { mkdirSync } from 'node:fs'
import { expect } from 'vitest'
import { untilKept } from '../../support/chromium.ts'
import {
  type Campus,
  fillTravel,
  openCampus,
  openTravel,
  outboxTab,
  signIn,
  submit,
  travelOf,
  tunnelBanner,
} from '../../support/journey.ts'
import { type Engine, type EnginePhone, openPhone } from './engine.ts'
import type { Journey } from './journeys-on.ts'

/** A campus, and a student's phone of some engine on the way to it. */
export interface Trip {
  readonly engine: Engine
  readonly campus: Campus
  /** The phone as it lies there: put away and taken up again it has the same memory. */
  readonly phone: () => Promise<EnginePhone>
  readonly end: () => Promise<void>
}

/** Set out with a new phone. */
export async function openTrip(engine: Engine): Promise<Trip> {
  const campus = await openCampus()
  const memory = await campus.memory()
  const open: EnginePhone[] = []
  return {
    engine,
    campus,
    phone: async () => {
      const phone = await openPhone(engine, memory)
      open.push(phone)
      return phone
    },
    end: async () => {
      mkdirSync('tests/.output/engines', { recursive: true })
      const last = open.at(-1)
      await last?.page
        .screenshot({ path: `tests/.output/engines/${engine}-last.png` })
        .catch(() => {})
      await last?.close().catch(() => {})
      await campus.close()
    },
  }
}

const tunnel = async ({ campus, phone }: Trip): Promise<void> => {
  const { origin, proxy } = campus
  const before = await phone()
  await signIn(before.page, origin, '990001')
  await untilKept(before.page)
  await openTravel(before.page, origin)
  await proxy.set('refuse')
  await fillTravel(before.page)
  await submit(before.page)
  await before.page.getByRole('dialog', { name: '已保存在本机，尚未提交' }).waitFor()
  await before.close()

  const { page } = await phone()
  await page.goto(origin)
  await page.getByText('1 份待提交').waitFor()
  await tunnelBanner(page).waitFor()
  await outboxTab(page, 1).click()
  await page.getByRole('heading', { name: '待提交' }).first().waitFor()
  expect((await travelOf(campus, '990001')).records).toEqual([])
  await proxy.set('pass')
  await page.getByRole('heading', { name: '学校已收到' }).waitFor()
  await outboxTab(page, 0).waitFor()
  const { records, answers } = await travelOf(campus, '990001')
  expect(records).toMatchObject([{ version: 1 }])
  expect(answers).toHaveLength(1)
  await page.getByText(`回执 ${answers[0]?.receipt}`).first().waitFor()
}

/** What is done on each journey. */
export const journeys: Readonly<Record<Journey, (trip: Trip) => Promise<void>>> = { tunnel }
