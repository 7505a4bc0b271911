import { expect } from 'vitest'
import {
  locateOutboxTab,
  findTravelRecord,
  locateOfflineBanner,
} from '../../support/browser/browser-campus.ts'
import { bindStudent, submitTravel, type TestJourneyRun } from '../support/journey-run.ts'

/** Fill in a form offline, close the browser, reopen the app offline, and let it send the form. */
export async function fillFormOffline(trip: TestJourneyRun): Promise<void> {
  const { campus, saveScreenshot } = trip
  const before = await trip.openPhone()
  await bindStudent(before, trip)
  await saveScreenshot(before.page, 'home')
  await submitTravel(before, trip)
  await before.close()

  const { page } = await trip.openPhone()
  await page.goto(campus.origin)
  await page.getByText('1 份待提交').waitFor()
  await locateOfflineBanner(page).waitFor()
  await locateOutboxTab(page, 1).click()
  await page.getByRole('listitem').getByText('待提交', { exact: true }).waitFor()
  await saveScreenshot(page, 'outbox')
  expect((await findTravelRecord(campus, '990001')).records).toEqual([])

  // No event tells the browser that the network is back. The app finds out by probing.
  await campus.proxy.setFault('pass')
  await page.getByRole('heading', { name: '学校已收到' }).waitFor()
  await locateOutboxTab(page, 0).waitFor()
  const { records, answers, steps } = await findTravelRecord(campus, '990001')
  expect(records).toMatchObject([{ version: 1 }])
  expect(answers).toHaveLength(1)
  expect(steps).toEqual([2])
  await page.getByText(`回执 ${answers[0]?.receipt}`).first().waitFor()
}
