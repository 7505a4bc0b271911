import { expect } from 'vitest'
import { untilKept } from '../../support/chromium.ts'
import { signIn, tunnelBanner } from '../../support/journey.ts'
import { readAllWeeks } from '../../support/weeks.ts'
import type { Trip } from '../support/trip.ts'

/** Every week of a timetable that was read once is read in a tunnel, by a browser opened there. */
export async function timetable({ campus, phone, picture }: Trip): Promise<void> {
  const address = `${campus.origin}/searchcourse/880001`
  const before = await phone()
  await signIn(before.page, campus.origin, '880001')
  await untilKept(before.page)
  await before.page.goto(address)
  const online = await readAllWeeks(before.page)
  expect(online.length).toBeGreaterThan(10)
  await before.close()

  await campus.proxy.set('refuse')
  const { page } = await phone()
  await page.goto(address)
  // Of yesterday, where midnight was in the tunnel.
  await page.getByText(/课表更新于[今昨]天 \d\d:\d\d，可能不是最新/).waitFor()
  await tunnelBanner(page).waitFor()
  await picture(page, 'timetable')
  // Less than the window where a bar for scrolling stands beside the page.
  const beyond = await page.evaluate(
    () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
  )
  expect(beyond).toBe(0)
  expect(await readAllWeeks(page)).toEqual(online)
  await campus.proxy.set('pass')
  await page.getByText(/课表更新于/).waitFor({ state: 'hidden' })
}
