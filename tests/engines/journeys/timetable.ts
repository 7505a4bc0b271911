import { expect } from 'vitest'
import { signIn, locateOfflineBanner } from '../../support/browser/browser-campus.ts'
import { waitForOfflineReady } from '../../support/browser/chromium.ts'
import { readAllWeeks } from '../../support/browser/timetable-weeks.ts'
import type { TestJourneyRun } from '../support/journey-run.ts'

/** Load a timetable once, and read every week of it in a browser that was started offline. */
export async function readTimetableOffline({
  campus,
  openPhone,
  saveScreenshot,
}: TestJourneyRun): Promise<void> {
  const address = `${campus.origin}/searchcourse/880001`
  const before = await openPhone()
  await signIn(before.page, campus.origin, '880001')
  await waitForOfflineReady(before.page)
  await before.page.goto(address)
  const online = await readAllWeeks(before.page)
  expect(online.length).toBeGreaterThan(10)
  await before.close()

  await campus.proxy.setFault('refuse')
  const { page } = await openPhone()
  await page.goto(address)
  // The age says yesterday if midnight has passed during the test.
  await page.getByText(/课表更新于[今昨]天 \d\d:\d\d，可能不是最新/).waitFor()
  await locateOfflineBanner(page).waitFor()
  await saveScreenshot(page, 'timetable')
  // `clientWidth` excludes a scroll bar, unlike the width of the window.
  const beyond = await page.evaluate(
    () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
  )
  expect(beyond).toBe(0)
  expect(await readAllWeeks(page)).toEqual(online)
  await campus.proxy.setFault('pass')
  await page.getByText(/课表更新于/).waitFor({ state: 'hidden' })
}
